import {
  addMonths,
  type LossEntity,
  type LossEntityKind,
  type LossReason,
  lossThresholds,
} from '../../../contract/index.ts'
import { summarizeScores } from '../../reports/model/loss-prevention/entity-scores.ts'
import { compareMonth } from './compare-month.ts'
import { readClearances, readEntity, readOpenings } from './entity-reads.ts'
import { isInside, type ScoreFilter } from './load-summary.ts'
import { type LossCall, readMonths } from './report-reads.ts'
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
  const rows = await readMonths(db, environmentId, kind)
  const own = rows.filter(row => row.id === id)
  const clearances = await readClearances(db, environmentId, kind, entity.id)
  const openings = kind === 'staff' ? await readOpenings(db, environmentId, entity.id) : []
  const now = call.ports.clock()
  const opening = openings.find(({ user_id, open_until }) => user_id === call.principal.id && open_until > now)
  const [summary] = summarizeScores([{ id, months: own }], { ...filter, threshold: lossThresholds[kind] }).top
  const cleared = new Set(clearances.map(({ month, reason }) => `${addMonths(month, 1)} ${reason}`))
  const last = filter.monthTo ?? rows.reduce((latest, { month }) => (month > latest ? month : latest), '0000-01')
  const anomalousStaff = kind === 'terminal' ? await readAnomalousStaff(call, filter) : new Set<string>()
  return {
    kind,
    id,
    name: kind === 'terminal' || opening ? entity.id : null,
    openUntil: opening?.open_until.toISOString() ?? null,
    openings: openings.map(({ user_name, at, reason }) => ({ by: user_name, at: at.toISOString(), reason })),
    maxScore: summary?.maxScore ?? null,
    averageScore: summary?.averageScore ?? null,
    scoreCount: summary?.scoreCount ?? 0,
    months: own.filter(isInside(filter)).map(row =>
      compareMonth(
        kind,
        row,
        rows.filter(({ month }) => month === row.month),
        cleared,
      ),
    ),
    clearances: clearances.map(({ month, reason, note, by_name, at }) => ({
      month,
      reason: reason as LossReason,
      note,
      by: by_name,
      at: at.toISOString(),
    })),
    ...(await readEntityTransactions(db, environmentId, { kind, id: entity.id, lastMonth: last, anomalousStaff })),
  }
}

async function readAnomalousStaff({ db, environmentId }: LossCall, filter: ScoreFilter): Promise<Set<string>> {
  const months = await readMonths(db, environmentId, 'staff')
  const inRange = isInside({ ...filter, scoreFrom: lossThresholds.staff, scoreTo: 999 })
  return new Set(months.filter(inRange).map(({ id }) => id))
}
