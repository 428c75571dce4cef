import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'

/** Tables with a column for the type of their events, which is the API name, or begins with it for observations. */
export const eventTables = [
  'event_entity',
  'event_key',
  'data_event_key',
  'data_event',
  'report_transaction',
  'report_day',
  'report_score',
  'report_later_day',
  'report_delay',
  'report_value',
  'report_path_day',
  'report_path_score',
  'report_clause_day',
  'field_fill',
  'field_drop',
  'monitor_count',
  'recent_attempt',
  'recent_attempt_count',
  'recent_attempt_cursor',
  'note_attachment',
  'note_read',
  'note',
  'attack',
  'monitoring_event',
  'backtest',
  'rule_experiment',
  'case_quality_sample',
  'review_case',
] as const

/** Rows that belong to rows of those tables, by the column with their id; removed before them. */
const inner = [
  { table: 'case_activity', column: 'case_id', owner: 'review_case' },
  { table: 'case_follow_up', column: 'case_id', owner: 'review_case' },
  { table: 'case_event', column: 'case_id', owner: 'review_case' },
  { table: 'case_summary_rating', column: 'case_id', owner: 'review_case' },
  { table: 'backtest_event', column: 'backtest_id', owner: 'backtest' },
  { table: 'shadow_run', column: 'experiment_id', owner: 'rule_experiment' },
] as const

/** Calls that were accepted before the deletion have ended, and are stored, after this time. */
const drainMs = 60_000

/**
 * Removes the events and cases of deleted assessments, in the environments that had them. Hourly counts stay: they are
 * part of the figures of the environments. A removal that fails is repeated by the next run.
 */
export async function removeAssessmentData(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  batch = 2000,
): Promise<void> {
  const removals = await db
    .selectFrom('assessment_removal')
    .selectAll()
    .where('requested_at', '<=', new Date(clock().getTime() - drainMs))
    .orderBy('requested_at')
    .execute()
  for (const { id, environment_id: rootId, api_name: apiName } of removals)
    try {
      for (const environmentId of await loadFamily(db, rootId)) await purge(db, environmentId, apiName, batch)
      await db.deleteFrom('assessment_removal').where('id', '=', id).execute()
    } catch (error) {
      log.write(3, 'assessments.removal-failed', {
        environmentId: rootId,
        cause: error instanceof Error ? error.name : 'unknown',
      })
    }
}

async function loadFamily(db: Db, rootId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive family as (
      select id from environment where id = ${rootId}::uuid
      union select e.id from environment e join family f on e.parent_id = f.id
    ) select id from family`.execute(db)
  return rows.map(({ id }) => id)
}

async function purge(db: Db, environmentId: string, apiName: string, batch: number): Promise<void> {
  const isOwn = sql`environment_id = ${environmentId}::uuid
    and (event_type = ${apiName} or starts_with(event_type, ${`${apiName}:`}))`
  // A partitioned table has rows of the same place in several partitions.
  const inBatches = (table: string, condition: typeof isOwn) =>
    repeat(batch, () =>
      sql`delete from ${sql.table(table)} where (tableoid, ctid) in
        (select tableoid, ctid from ${sql.table(table)} where ${condition} limit ${batch})`.execute(db),
    )
  for (const { table, column, owner } of inner)
    await inBatches(
      table,
      sql`environment_id = ${environmentId}::uuid and ${sql.ref(column)} in (select id from ${sql.table(owner)} where ${isOwn})`,
    )
  await repeat(batch, () =>
    sql`
      with doomed as (select environment_id, at, event_id from event where ${isOwn} limit ${batch}),
        bodies as (delete from event_body b using doomed d
          where b.environment_id = d.environment_id and b.at = d.at and b.event_id = d.event_id)
      delete from event e using doomed d
        where e.environment_id = d.environment_id and e.at = d.at and e.event_id = d.event_id`.execute(db),
  )
  for (const table of eventTables) await inBatches(table, isOwn)
  // Labels would mark the events of an assessment that gets the name later.
  await inBatches('event_label', sql`environment_id = ${environmentId}::uuid and object_type = ${`Event:${apiName}`}`)
}

/** Repeats a deletion while it finds as many rows as a batch has, so that other work continues in between. */
async function repeat(batch: number, remove: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (let removed = batch; removed === batch; ) removed = Number((await remove()).numAffectedRows ?? 0n)
}
