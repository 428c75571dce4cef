import type { ThreatsReport } from '@assay/risk-service/contract'
import { createSummary } from './summary-samples.ts'

const row = (value: string, [volume, share]: [number, number], [fraudVolume, fraudShare]: [number, number]) => ({
  value,
  volume,
  share,
  fraudVolume,
  fraudShare,
  fraudRate: value === 'LT' ? 0.1082 : 0.0059,
})

/** A report of two days: four countries, and what has none. */
export function createThreatsReport(changes: Partial<ThreatsReport> = {}): ThreatsReport {
  const { refreshedAt, firstDay, hasData, firstRead, confirmed, kpis, previous, periods, series } = createSummary()
  return {
    refreshedAt,
    firstDay,
    hasData,
    firstRead,
    confirmed,
    kpis,
    previous,
    periods,
    series: { transactions: series.transactions, fraud: series.fraud, fraudByReceived: series.fraud },
    distributions: {
      fraudStatuses: {
        values: ['Chargeback', 'Refund', 'Bank approved'],
        volumes: [
          [6, 0, 4],
          [5, 0, 5],
        ],
      },
      fraudFlags: {
        values: ['Fraud', 'NonFraud'],
        volumes: [
          [6, 2],
          [5, 3],
        ],
      },
    },
    entity: {
      attribute: 'country',
      countedFrom: null,
      chosen: 'LT',
      rows: [
        row('DE', [491_004, 0.3824], [2637, 0.2216]),
        row('(blank)', [220_592, 0.1718], [1171, 0.0984]),
        row('LT', [20_801, 0.0162], [2198, 0.1847]),
      ],
      others: null,
      transactions: {
        values: ['DE', '(blank)', 'LT', ''],
        volumes: [
          [400, 200, 10, 50],
          [380, 180, 12, 50],
        ],
      },
      fraud: {
        values: ['DE', 'LT'],
        volumes: [
          [4, 1],
          [4, 5],
        ],
      },
    },
    ...changes,
  }
}
