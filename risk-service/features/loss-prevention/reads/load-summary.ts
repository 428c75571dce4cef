import {
  type LossEntityKind,
  type LossFilter,
  type LossKindSummary,
  type LossLevel,
  type LossSummary,
  lossLevels,
  lossThresholds,
} from '../../../contract/index.ts'
import { summarizeScores } from '../../reports/model/loss-prevention/entity-scores.ts'
import { compareMonth } from './compare-month.ts'
import { byEntity, type LossCall, type MonthRow, readMonths, readReport } from './report-reads.ts'

export type ScoreFilter = Omit<LossFilter, 'environmentId'>

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

/** Whether a month of somebody is inside the filters. */
export const isInside =
  ({ monthFrom, monthTo, scoreFrom, scoreTo }: ScoreFilter) =>
  ({ month, score }: { month: string; score: number }): boolean =>
    score >= scoreFrom &&
    score <= scoreTo &&
    (monthFrom === undefined || month >= monthFrom) &&
    (monthTo === undefined || month <= monthTo)

/** Returns the scores inside the filters, with what the anomalous months may cost. */
export async function loadSummary(call: LossCall, filter: ScoreFilter): Promise<LossSummary> {
  const { db, environmentId } = call
  const report = await readReport(db, environmentId)
  const staff = await readMonths(db, environmentId, 'staff')
  const terminals = await readMonths(db, environmentId, 'terminal')
  return {
    status: report?.status ?? 'none',
    startedAt: iso(report?.started_at),
    updatedAt: iso(report?.finished_at),
    months: [...new Set(staff.map(({ month }) => month))].sort(),
    transactions: report?.transactions ?? 0,
    staff: summarizeKind('staff', staff, filter),
    terminal: summarizeKind('terminal', terminals, filter),
  }
}

function summarizeKind(kind: LossEntityKind, rows: readonly MonthRow[], filter: ScoreFilter): LossKindSummary {
  const threshold = lossThresholds[kind]
  const anomalous = rows.filter(isInside(filter)).filter(({ score }) => score >= threshold)
  const usdOf = (field: 'returns_usd' | 'discounts_usd'): number =>
    anomalous.reduce((sum, row) => sum + row[field], 0) / 100
  const levels = levelsOf(kind, rows, anomalous)
  const { top, ...summary } = summarizeScores(byEntity(rows), { ...filter, threshold })
  return {
    returnsUsd: usdOf('returns_usd'),
    discountsUsd: usdOf('discounts_usd'),
    ...summary,
    top: top.map(entity => ({ ...entity, level: levels.get(entity.id) ?? 'usual' })),
  }
}

/** Returns the strongest level that any reason has in the anomalous months of each entity. */
function levelsOf(
  kind: LossEntityKind,
  rows: readonly MonthRow[],
  anomalous: readonly MonthRow[],
): ReadonlyMap<string, LossLevel> {
  const byMonth = Map.groupBy(rows, ({ month }) => month)
  const levels = new Map<string, LossLevel>()
  for (const row of anomalous) {
    const { reasons } = compareMonth(kind, row, byMonth.get(row.month) ?? [], new Set())
    for (const { level } of Object.values(reasons))
      if (lossLevels.indexOf(level) < lossLevels.indexOf(levels.get(row.id) ?? 'usual')) levels.set(row.id, level)
  }
  return levels
}
