import type { RuleRowFigures, RulesReport } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { createSummary } from './summary-samples.ts'

export const geoId = '0198b000-0000-7000-8000-000000000001'
export const scoreId = '0198b000-0000-7000-8000-000000000002'
export const watchId = '0198b000-0000-7000-8000-000000000003'

const figures: RuleRowFigures = {
  volume: 9480,
  distribution: 0.0074,
  manualReviewRate: 0.6709,
  ruleRejectedRate: 0.2017,
  fraudVolume: 1186,
  nonFraudVolume: 4865,
  fraudRate: 0.196,
  sentToBankVolume: 5922,
  bankAcceptanceRate: 0.8641,
  precision: 0.2421,
  precisionInterval: { low: 0.2301, high: 0.2545 },
  goodVolume: 3711,
  falsePositiveRate: 0.0034,
  uniqueCatches: 318,
  fraudShare: 0.0996,
  trend: [4000, 5480],
}

/** A report of two days: one rule with two clauses, a deleted one, and what an observing rule saw. */
export function createRulesReport(changes: Partial<RulesReport> = {}): RulesReport {
  const { refreshedAt, firstDay, hasData, firstRead, confirmed, kpis, previous, periods, series } = createSummary()
  const [decided, seen] = [
    { ruleId: geoId, clause: null },
    { ruleId: watchId, clause: null },
  ]
  return {
    refreshedAt,
    firstDay,
    hasData,
    firstRead,
    confirmed,
    kpis,
    previous,
    whole: kpis,
    withoutRule: 785,
    periods,
    rules: [
      {
        ruleId: geoId,
        name: 'Geo',
        eventNames: ['Geo', 'Old geo'],
        status: 'active',
        environmentId: environmentId,
      },
      { ruleId: scoreId, name: 'Score', eventNames: ['Score'], status: 'deleted', environmentId: null },
      { ruleId: watchId, name: 'Watch', eventNames: ['Watch'], status: 'active', environmentId: environmentId },
    ],
    rows: [
      {
        ruleId: geoId,
        ...figures,
        clauses: [
          { clause: 'Block country', ...figures, volume: 6360 },
          { clause: 'Review country', ...figures, volume: 3120, precision: null, precisionInterval: null },
        ],
      },
      { ruleId: scoreId, ...figures, volume: 4560, clauses: [{ clause: 'Above 800', ...figures, volume: 4560 }] },
    ],
    series: { transactions: series.transactions, fraud: series.fraud },
    distributions: {
      rules: {
        values: [decided, null],
        volumes: [
          [6, 4],
          [8, 2],
        ],
      },
      bank: {
        values: ['Approved', 'Declined', 'Unknown'],
        volumes: [
          [8, 2, 0],
          [7, 2, 1],
        ],
      },
    },
    scores: { values: [decided, null], bins: [{ bin: 3, volumes: [12, 5] }], withoutScore: 2 },
    overlap: {
      rules: { columns: [decided], rows: [{ observe: seen, volume: 1204, cells: [{ column: 0, share: 0.713 }] }] },
      clauses: {
        columns: [{ ruleId: geoId, clause: 'Block country' }],
        rows: [{ observe: { ruleId: watchId, clause: 'Device' }, volume: 1204, cells: [{ column: 0, share: 0.5 }] }],
      },
    },
    silentClauses: [{ ruleId: geoId, clause: 'Late clause', reason: 'shadowed', events: 9480, tested: 0 }],
    ...changes,
  }
}
