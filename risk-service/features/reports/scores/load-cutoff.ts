import { type ReportView, reportsLimits } from '../../../contract/reports/report-definitions.ts'
import type { SummaryInput } from '../../../contract/reports/reports.ts'
import type {
  ScoreCutoffInput,
  ScoreProfit,
  ScoreProfitInput,
  ScoreSeries,
  ScoreTarget,
  ScoreTargetInput,
} from '../../../contract/reports/score-report.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { loadReportCosts } from '../../cases/store/settings-store.ts'
import { periodsOfRange, timeSeriesOf } from '../model/figures/time-series.ts'
import { isScored } from '../model/records/report-record.ts'
import { netProfitOf, optimizeProfit } from '../model/scores/optimize-profit.ts'
import { binWidth, scoreBinsOf, thresholdOf, thresholds } from '../model/scores/score-bins.ts'
import { findCutoff } from '../model/scores/score-impact.ts'
import { rateOf, sumOf } from '../model/volumes/volume.ts'
import type { VolumeRecord } from '../summary/volume-records.ts'
import { decidedSplitOf, openScores, type ScoreCall } from './load-scores.ts'
import { readScoreVolumes, readSplitVolumes } from './score-reads.ts'
import { scoreRecords } from './score-records.ts'

/** Returns what a cutoff separates, by period. @throws ValidationError naming the field */
export async function loadScoreSeries(
  call: ScoreCall,
  input: ScoreCutoffInput,
  signal?: AbortSignal,
): Promise<ScoreSeries> {
  const cutoff = thresholdOf(input.cutoff)
  const { asOf, rows } = await inSnapshot(call.db, async db => {
    const opened = await openScores({ ...call, db }, input)
    return { ...opened, rows: await readSplitVolumes(db, opened.filter, opened.range, cutoff / binWidth, signal) }
  })
  const records = scoreRecords(rows, input.view)
  const above = records.filter(({ record }) => isScored(record))
  const under = records.filter(({ record }) => !isScored(record))
  const volumes = (some: readonly VolumeRecord[]) =>
    timeSeriesOf(some, 'transactions', input).map(({ volume }) => volume)
  const volumesUnder = volumes(under)
  return {
    cutoff,
    periods: periodsOfRange(input, asOf.getTime()),
    under: volumesUnder,
    atOrAbove: volumes(above).map((volume, index) => ({
      volume,
      rate: rateOf(volume, sumOf([volume, volumesUnder[index] ?? 0])),
    })),
    fraudUnder: timeSeriesOf(under, 'fraud', input).map(({ volume, rate }) => ({ volume, rate })),
  }
}

/** Returns what each cutoff earns, and the best one. @throws ValidationError naming the field */
export async function loadScoreProfit(
  call: ScoreCall,
  input: ScoreProfitInput,
  signal?: AbortSignal,
): Promise<ScoreProfit> {
  const [records, costs] = await Promise.all([
    readRecords(call, input, 'amount', signal),
    loadReportCosts(call.db, call.principal.tenantId),
  ])
  const margin = input.margin ?? defaultMarginOf(costs.margin)
  const { bins, ...best } = optimizeProfit(scoreBinsOf(records), margin / 100)
  const rows = bins.map(({ bin, ...row }) => ({ from: Number.parseInt(bin, 10), ...row }))
  return {
    margin,
    ...best,
    bins: rows,
    cutoffs: thresholds.map(cutoff => {
      const last = rows.findLast(({ from }) => from < cutoff)
      return { netProfit: last?.cumulativeNetProfit ?? 0, achieved: last?.achieved ?? (rows.length > 0 ? 0 : null) }
    }),
    decided: netProfitOf(decidedSplitOf(records).under, margin / 100),
  }
}

/** The margin of the tenant in percent, or the default where it has none that can be entered. @param margin 0 to 1 */
function defaultMarginOf(margin: number | null): number {
  const percent = Math.round((margin ?? 0) * 10_000) / 100
  return percent >= 1 && percent <= 99 ? percent : reportsLimits.defaultMargin
}

/** Finds the cutoff for a target. @throws ValidationError naming the field */
export async function loadScoreTarget(
  call: ScoreCall,
  input: ScoreTargetInput,
  signal?: AbortSignal,
): Promise<ScoreTarget> {
  const records = await readRecords(call, input, input.view, signal)
  return findCutoff(scoreBinsOf(records), input.target, input.value)
}

async function readRecords(
  call: ScoreCall,
  input: SummaryInput,
  view: ReportView,
  signal?: AbortSignal,
): Promise<VolumeRecord[]> {
  const { filter, range } = await openScores(call, input)
  return scoreRecords(await readScoreVolumes(call.db, filter, range, signal), view)
}
