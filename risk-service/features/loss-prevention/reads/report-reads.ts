import type { LossEntityKind } from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'

/** The part of a call's context that the handlers use. */
export type LossCall = Pick<
  EnvironmentCallContext,
  'db' | 'ports' | 'principal' | 'actorRoles' | 'tree' | 'correlationId'
> & { environmentId: string }

/** Returns the state of the report; undefined: none was requested. */
export const readReport = (db: Db, environmentId: string) =>
  db.selectFrom('loss_report').selectAll().where('environment_id', '=', environmentId).executeTakeFirst()

/** Reads the months of the report that is shown, in their order, with pseudonyms as ids. */
export async function readMonths(db: Db, environmentId: string, kind: LossEntityKind) {
  const rows = await db
    .selectFrom('loss_month')
    .innerJoin('loss_report', join =>
      join
        .onRef('loss_report.environment_id', '=', 'loss_month.environment_id')
        .onRef('loss_report.run', '=', 'loss_month.run'),
    )
    .innerJoin('loss_entity', join =>
      join
        .onRef('loss_entity.environment_id', '=', 'loss_month.environment_id')
        .onRef('loss_entity.kind', '=', 'loss_month.kind')
        .onRef('loss_entity.id', '=', 'loss_month.id'),
    )
    .select(['pseudonym as id', 'month', 'unit', 'place', 'loss_month.transactions', 'score', 'plain_score'])
    .select(['returns_usd', 'discounts_usd', 'reasons'])
    .where('loss_month.environment_id', '=', environmentId)
    .where('loss_month.kind', '=', kind)
    .orderBy('pseudonym')
    .orderBy('month')
    .execute()
  return rows
}
export type MonthRow = Awaited<ReturnType<typeof readMonths>>[number]

/** Groups months by their entities, as summaries take them. */
export const byEntity = (rows: readonly MonthRow[]): { id: string; months: MonthRow[] }[] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, months]) => ({ id, months }))
