import {
  addMonths,
  type LossEntity,
  type LossEntityKind,
  type LossReason,
  lossThresholds,
} from '../../../contract/index.ts'
import { summarizeScores } from '../../reports/model/loss-prevention/entity-scores.ts'
import { entityMonthOf } from './entity-month.ts'
import { readClearances, readEntity, readOwnOpening } from './entity-reads.ts'
import {
  cutMonths,
  type LossCall,
  readEntityMonths,
  readMonthNames,
  readReport,
  readScoredIds,
  type ScoreFilter,
} from './report-reads.ts'
import { readEntityTransactions } from './transaction-reads.ts'

interface EntityInput extends ScoreFilter {
  kind: LossEntityKind
  id: string
}

/**
 * Returns the scores of a member of staff or a terminal, beside all others and beside those with the same work. The
 * name of a member of staff is in it only while the caller has the file open.
 * @throws NotFoundError for one without scores
 */
export async function loadEntity(call: LossCall, { kind, id, ...filter }: EntityInput): Promise<LossEntity> {
  const { db, environmentId } = call
  const entity = await readEntity(db, environmentId, kind, id)
  const own = await readEntityMonths(db, environmentId, kind, entity.id)
  const clearances = await readClearances(db, environmentId, kind, entity.id)
  const opening = kind === 'staff' ? await readOwnOpening(call, entity.id) : undefined
  const [summary] = summarizeScores([{ id, months: own }], { ...filter, threshold: lossThresholds[kind] }).top
  const cleared = new Set(clearances.map(({ month, reason }) => `${addMonths(month, 1)} ${reason}`))
  const months = await readMonthNames(db, environmentId)
  const report = await readReport(db, environmentId)
  const cut = new Set(cutMonths(report?.spans ?? [], months).map(({ month }) => month))
  const latest = months.at(-1) ?? '0000-01'
  const { monthTo = latest } = filter
  return {
    kind,
    id,
    name: kind === 'terminal' || opening ? entity.id : null,
    openUntil: opening?.open_until.toISOString() ?? null,
    maxScore: summary?.maxScore ?? null,
    averageScore: summary?.averageScore ?? null,
    scoreCount: summary?.scoreCount ?? 0,
    months: own.filter(isInside(filter)).map(row =>
      entityMonthOf(row, {
        cut: cut.has(row.month),
        damped: reason => cleared.has(`${row.month} ${reason}`),
      }),
    ),
    clearances: clearances.map(({ month, reason, note, by_name, at }) => ({
      month,
      reason: reason as LossReason,
      note,
      by: by_name,
      at: at.toISOString(),
    })),
    ...(await readEntityTransactions(db, environmentId, {
      kind,
      id: entity.id,
      // A range may end after the report does.
      lastMonth: monthTo < latest ? monthTo : latest,
      anomalousStaff: kind === 'terminal' ? await readAnomalousStaff(call, filter) : new Set<string>(),
    })),
  }
}

/** Whether a month is inside the filters. */
const isInside =
  ({ monthFrom, monthTo, scoreFrom, scoreTo }: ScoreFilter) =>
  ({ month, score }: { month: string; score: number }): boolean =>
    score >= scoreFrom &&
    score <= scoreTo &&
    (monthFrom === undefined || month >= monthFrom) &&
    (monthTo === undefined || month <= monthTo)

const readAnomalousStaff = ({ db, environmentId }: LossCall, filter: ScoreFilter): Promise<Set<string>> =>
  readScoredIds(db, environmentId, 'staff', { ...filter, scoreFrom: lossThresholds.staff, scoreTo: 999 })
