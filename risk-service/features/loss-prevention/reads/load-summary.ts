import {
  type LossEntityKind,
  type LossKindSummary,
  type LossLevel,
  type LossSummary,
  lossThresholds,
} from '../../../contract/index.ts'
import { summarizeScores } from '../../reports/model/loss-prevention/entity-scores.ts'
import { strongestOf } from '../report/compare-entities.ts'
import { cutMonths, type LossCall, readMonthNames, readReport, readScores, type ScoreFilter } from './report-reads.ts'

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

/** Returns the scores inside the filters, with what the anomalous months may cost. */
export async function loadSummary(call: LossCall, filter: ScoreFilter): Promise<LossSummary> {
  const { db, environmentId } = call
  const report = await readReport(db, environmentId)
  const months = await readMonthNames(db, environmentId)
  return {
    status: report?.status ?? 'none',
    startedAt: iso(report?.started_at),
    retryAt: iso(report?.retry_at),
    updatedAt: iso(report?.finished_at),
    months,
    cutMonths: cutMonths(report?.spans ?? [], months),
    transactions: report?.transactions ?? 0,
    staff: await summarizeKind(call, 'staff', filter),
    terminal: await summarizeKind(call, 'terminal', filter),
  }
}

/** Summarises the scores of one kind, each with the strongest level that any reason has in its anomalous months. */
export async function summarizeKind(
  { db, environmentId }: LossCall,
  kind: LossEntityKind,
  filter: ScoreFilter,
): Promise<LossKindSummary> {
  const rows = await readScores(db, environmentId, kind, filter)
  const threshold = lossThresholds[kind]
  const anomalous = rows.filter(({ score }) => score >= threshold)
  const usdOf = (field: 'returns_usd' | 'discounts_usd'): number =>
    anomalous.reduce((sum, row) => sum + row[field], 0) / 100
  const levels = new Map<string, LossLevel>()
  for (const { id, level } of anomalous) levels.set(id, strongestOf([level, levels.get(id) ?? 'usual']))
  const entities = [...Map.groupBy(rows, ({ id }) => id)].map(([id, months]) => ({ id, months }))
  const { top, ...summary } = summarizeScores(entities, { ...filter, threshold })
  return {
    returnsUsd: usdOf('returns_usd'),
    discountsUsd: usdOf('discounts_usd'),
    ...summary,
    top: top.map(entity => ({ ...entity, level: levels.get(entity.id) ?? 'usual' })),
  }
}
