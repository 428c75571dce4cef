import {
  addMonths,
  type CutLossMonth,
  type LossEntityKind,
  type LossFilter,
  lossLimits,
} from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredLossSpan } from '../../../ports/tables/review/loss-prevention.ts'

/** The part of a call's context that the handlers use. */
export type LossCall = Pick<
  EnvironmentCallContext,
  'db' | 'ports' | 'principal' | 'actorRoles' | 'tree' | 'correlationId'
> & { environmentId: string }

export type ScoreFilter = Omit<LossFilter, 'environmentId'>

/** Returns the state of the report; undefined: none was requested. */
export const readReport = (db: Db, environmentId: string) =>
  db.selectFrom('loss_report').selectAll().where('environment_id', '=', environmentId).executeTakeFirst()

/** The rows of the report that is shown, of one kind. */
const shownMonths = (db: Db, environmentId: string, kind: LossEntityKind) =>
  db
    .selectFrom('loss_month')
    .innerJoin('loss_report', join =>
      join
        .onRef('loss_report.environment_id', '=', 'loss_month.environment_id')
        .onRef('loss_report.run', '=', 'loss_month.run'),
    )
    .where('loss_month.environment_id', '=', environmentId)
    .where('loss_month.kind', '=', kind)

/** Those of the filters, with the pseudonyms of their entities. */
function filteredMonths(
  db: Db,
  environmentId: string,
  kind: LossEntityKind,
  { monthFrom, monthTo, scoreFrom, scoreTo }: ScoreFilter,
) {
  let query = shownMonths(db, environmentId, kind)
    .innerJoin('loss_entity', join =>
      join
        .onRef('loss_entity.environment_id', '=', 'loss_month.environment_id')
        .onRef('loss_entity.kind', '=', 'loss_month.kind')
        .onRef('loss_entity.id', '=', 'loss_month.id'),
    )
    .where('score', '>=', scoreFrom)
    .where('score', '<=', scoreTo)
  if (monthFrom !== undefined) query = query.where('month', '>=', monthFrom)
  if (monthTo !== undefined) query = query.where('month', '<=', monthTo)
  return query
}

/** Reads the months of the report that is shown, ascending. */
export async function readMonthNames(db: Db, environmentId: string): Promise<string[]> {
  const rows = await shownMonths(db, environmentId, 'staff').select('month').distinct().orderBy('month').execute()
  return rows.map(({ month }) => month)
}

/** Reads the pseudonyms of those with a score inside the filters. */
export async function readScoredIds(db: Db, environmentId: string, kind: LossEntityKind, filter: ScoreFilter) {
  const rows = await filteredMonths(db, environmentId, kind, filter).select('pseudonym as id').distinct().execute()
  return new Set(rows.map(({ id }) => id))
}

/** Reads months with all their figures and reasons, at most so many. */
export const readTableRows = (
  db: Db,
  environmentId: string,
  kind: LossEntityKind,
  filter: ScoreFilter,
  limit: number,
) =>
  filteredMonths(db, environmentId, kind, filter)
    .select(['pseudonym as id', 'month', 'loss_month.transactions', 'score', 'plain_score'])
    .select(['returns_usd', 'discounts_usd', 'reasons'])
    .orderBy('pseudonym')
    .orderBy('month')
    .limit(limit)
    .execute()

/** Reads the months of one entity, ascending. @param id as it was uploaded */
export const readEntityMonths = (db: Db, environmentId: string, kind: LossEntityKind, id: string) =>
  shownMonths(db, environmentId, kind)
    .selectAll('loss_month')
    .where('loss_month.id', '=', id)
    .orderBy('month')
    .execute()
export type MonthRow = Awaited<ReturnType<typeof readEntityMonths>>[number]

const dayMs = 86_400_000

/**
 * Returns the months of the report whose begin or end is missing: the retention removed it, it was not uploaded, or the
 * month goes on. Some days without transactions are those on which shops are closed.
 */
export function cutMonths(spans: readonly StoredLossSpan[], months: readonly string[]): CutLossMonth[] {
  const closedMs = lossLimits.closedDays * dayMs
  return spans.filter(({ month, from, to }) => {
    const [first, last] = [Date.parse(`${month}-01`), Date.parse(`${addMonths(month, 1)}-01`) - dayMs]
    return months.includes(month) && (Date.parse(from) - first > closedMs || last - Date.parse(to) > closedMs)
  })
}
