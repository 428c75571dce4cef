import { transactionStatuses } from '../../../contract/reports/report-definitions.ts'
import type { SummaryInput } from '../../../contract/reports/reports.ts'
import type { ScoreBin, ScoreReport } from '../../../contract/reports/score-report.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { dayName } from '../../case-report/figures/periods.ts'
import { summaryKpisOf } from '../model/figures/summary-kpis.ts'
import { addTotals, totalsOf } from '../model/figures/totals.ts'
import { isScored } from '../model/records/report-record.ts'
import { precisionRecallOf, rocOf } from '../model/scores/curves.ts'
import { binWidth, type ScoreBins, type Split, scoreBinsOf } from '../model/scores/score-bins.ts'
import { allCutoffsOf, separationOf } from '../model/scores/score-impact.ts'
import { cumulativeDistributionOf, scoreTableOf } from '../model/scores/score-table.ts'
import { rateOf, sumOf } from '../model/volumes/volume.ts'
import { filterOf, observedValuesOf, rangesOf } from '../summary/load-summary.ts'
import { type ReportCall, reportScopeOf } from '../summary/report-scope.ts'
import type { TransactionFilter } from '../summary/summary-reads.ts'
import type { VolumeRecord } from '../summary/volume-records.ts'
import { loadCutoffInForce } from './cutoff-in-force.ts'
import { readScoreVolumes, type ScoreVolume } from './score-reads.ts'
import { scoreRecords } from './score-records.ts'

export type ScoreCall = ReportCall & Pick<EnvironmentCallContext, 'tree' | 'principal'>

const decisions = ['Approve', 'Review', 'Challenge', 'Reject', ''] as const
const highestScore = 999

/**
 * Returns which transactions the report counts, and what it covers. @throws ValidationError naming the field
 * @throws NotFoundError, ConflictError for an assessment without reports
 */
export async function openScores(call: ScoreCall, input: SummaryInput) {
  const scope = reportScopeOf(call, input)
  return { filter: filterOf(input, scope), ...(await rangesOf(call, scope, input)) }
}

/** Computes the score report. @throws ValidationError naming the field */
export async function loadScores(call: ScoreCall, input: SummaryInput, signal?: AbortSignal): Promise<ScoreReport> {
  const { filter, rows, earlier, refreshedAt, firstDay, hasTransactions, firstRead } = await inSnapshot(
    call.db,
    async db => {
      const opened = await openScores({ ...call, db }, input)
      const { range, before } = opened
      // The figures above the charts leave the upper score out.
      const scores: TransactionFilter['scores'] = opened.filter.scores && [opened.filter.scores[0], highestScore]
      const atOrAbove = { ...opened.filter, scores }
      return {
        ...opened,
        rows: await readScoreVolumes(db, atOrAbove, range, signal),
        earlier: before && (await readScoreVolumes(db, atOrAbove, before, signal)),
      }
    },
  )
  // Rules that are found reject by the risk score.
  const inForce =
    input.scoreType === 'risk'
      ? await loadCutoffInForce(call, { environmentId: input.environmentId, eventType: input.assessment })
      : null
  const kpisOf = (volumes: readonly ScoreVolume[]) => summaryKpisOf(totalsOf(scoreRecords(volumes, input.view)))
  const highest = filter.scores?.[1] ?? highestScore
  const own = rows.filter(({ bin }) => bin * binWidth <= highest)
  const records = scoreRecords(own, input.view)
  const scores = scoreBinsOf(records)
  return {
    refreshedAt: refreshedAt?.toISOString() ?? null,
    firstDay: dayName(firstDay),
    hasData: hasTransactions,
    firstRead,
    confirmed: confirmedOf(own),
    kpis: kpisOf(rows),
    previous: earlier && kpisOf(earlier),
    noScoreVolume: scores.noScore.transactions,
    ...binsOf(records, scores),
    cutoffs: allCutoffsOf(scores),
    auc: rocOf(scores).auc,
    averagePrecision: precisionRecallOf(scores).averagePrecision,
    decided: separationOf(decidedSplitOf(records)),
    inForce,
  }
}

/** Separates the transactions with a score by whether the rules rejected them. */
export function decidedSplitOf(records: readonly VolumeRecord[]): Split {
  const scored = records.filter(({ record }) => isScored(record))
  const [rejected, others] = [true, false].map(isRejected =>
    totalsOf(scored.filter(({ record }) => (record.decision === 'Reject') === isRejected)),
  ) as [Split['above'], Split['under']]
  return { all: addTotals([rejected, others]), above: rejected, under: others }
}

/** Counts the transactions with a score that are known to be fraud or none, whatever the view. */
function confirmedOf(volumes: readonly ScoreVolume[]): number {
  const { fraud, nonFraud } = decidedSplitOf(scoreRecords(volumes, 'count')).all
  return fraud + nonFraud
}

/** Returns volumes and rates of each bin with transactions, and the values by which its volumes are split. */
function binsOf(records: readonly VolumeRecord[], scores: ScoreBins): Pick<ScoreReport, 'bins' | 'values'> {
  const scored = records.filter(({ record }) => isScored(record))
  const inBin = Map.groupBy(scored, ({ record }) => Math.floor((record.score ?? 0) / binWidth))
  const observed = observedValuesOf(scored)
  const values = { decisions: [...decisions], statuses: [...transactionStatuses], observed: observed.values }
  const rows = scoreTableOf(scores).bins
  const cumulative = cumulativeDistributionOf(scores)
  const bins = [...scores.bins].map(([bin, totals], index): ScoreBin => {
    const own = inBin.get(bin) ?? []
    const volumesOf = (names: readonly string[], valueOf: (each: VolumeRecord) => string | null): number[] =>
      names.map(name => sumOf(own.filter(each => valueOf(each) === name).map(({ weight }) => weight)))
    const byDecision = volumesOf(values.decisions, ({ record }) => record.decision ?? '')
    const { bin: _, ...row } = rows[index] as (typeof rows)[number]
    return {
      from: bin * binWidth,
      ...row,
      bankApprovedVolume: totals.bankApproved,
      decisions: byDecision,
      decisionRates: byDecision.map(volume => rateOf(volume, totals.transactions)),
      statuses: volumesOf(values.statuses, ({ status }) => status),
      observed: volumesOf(values.observed, observed.valueOf),
      atOrAbove: cumulative[index]?.atOrAbove ?? null,
      atOrBelow: cumulative[index]?.atOrBelow ?? null,
    }
  })
  return { bins, values }
}
