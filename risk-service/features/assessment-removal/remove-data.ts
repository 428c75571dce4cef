import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { removeCounts } from './remove-counts.ts'
import {
  deleteBatch,
  deleteEntities,
  deleteEvents,
  deleteObservations,
  findTypes,
  ofAssessment,
  ofObservations,
  type Removed,
  repeat,
} from './remove-rows.ts'

/** Tables with an index that begins with the environment and the type. */
const indexedTables = [
  'event_key',
  'data_event_key',
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
  'monitor_count',
  'recent_attempt',
  'recent_attempt_count',
  'recent_attempt_cursor',
  'note_read',
  // Its files are deleted with it.
  'note',
] as const

/** Tables of which an environment has few rows, or of a few days alone. */
const smallTables = [
  'field_drop',
  'attack',
  'monitoring_event',
  'backtest',
  'dual_run',
  'mirror_event',
  'rule_experiment',
  'case_quality_sample',
] as const

/** Tables with a column for the type of their events, which is the API name, or begins with it for observations. */
export const eventTables = [
  'event',
  'event_entity',
  'data_event',
  ...indexedTables,
  ...smallTables,
  'note_attachment',
  'review_case',
] as const

/** Tables with rows of a case. */
const caseTables = ['case_activity', 'case_follow_up', 'case_event', 'case_summary_rating'] as const

/** Tables with many rows for one of a small table; removed before it. */
const runTables = [
  { table: 'backtest_event', column: 'backtest_id', owner: 'backtest' },
  { table: 'shadow_run', column: 'experiment_id', owner: 'rule_experiment' },
] as const

/** Calls that were accepted before the deletion have ended, and are stored, after this time. */
const drainMs = 60_000

type RemovalPorts = Pick<Ports, 'db' | 'clock' | 'log'> & {
  /** Counts of velocities in memory, which follow what is stored. */
  velocities: { reload: () => Promise<unknown> }
}

/**
 * Removes the events and cases of deleted assessments, in the environments that had them. Hourly counts stay: they are
 * part of the figures of the environments. A removal that fails is repeated by the next run.
 */
export async function removeAssessmentData({ db, clock, log, velocities }: RemovalPorts, batch = 2000): Promise<void> {
  const removals = await db
    .selectFrom('assessment_removal')
    .selectAll()
    .where('requested_at', '<=', new Date(clock().getTime() - drainMs))
    .orderBy('requested_at')
    .execute()
  for (const { id, environment_id: rootId, api_name: apiName } of removals)
    try {
      const family = await loadFamily(db, rootId)
      for (const environmentId of family) await purge(db, { environmentId, apiName, batch })
      if (await removeCounts(db, family, apiName, batch)) await velocities.reload()
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

async function purge(db: Db, removed: Removed): Promise<void> {
  const { environmentId, apiName, batch } = removed
  const inEnvironment = sql<boolean>`environment_id = ${environmentId}::uuid`
  await purgeCases(db, removed)
  for (const { table, column, owner } of runTables)
    for (const id of await findIds(db, owner, removed))
      await repeat(db, batch, deleteBatch(table, sql`${inEnvironment} and ${sql.ref(column)} = ${id}::uuid`, batch))
  await deleteEntities(db, removed)
  await repeat(db, batch, deleteEvents(removed))
  for (const type of await findTypes(db, 'data_event', removed, ofObservations))
    await repeat(db, batch, deleteObservations(removed, type))
  // Files that no note has published.
  await repeat(db, batch, deleteBatch('note_attachment', sql`note_id is null and ${ofAssessment(removed)}`, batch))
  for (const table of indexedTables)
    for (const type of await findTypes(db, table, removed))
      await repeat(db, batch, deleteBatch(table, sql`${inEnvironment} and event_type = ${type}`, batch))
  for (const table of smallTables) await repeat(db, batch, deleteBatch(table, ofAssessment(removed), batch))
  // Labels would mark the events of an assessment that gets the name later.
  await repeat(
    db,
    batch,
    deleteBatch('event_label', sql`${inEnvironment} and object_type = ${`Event:${apiName}`}`, batch),
  )
}

async function findIds(db: Db, table: string, removed: Removed): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${ofAssessment(removed)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Removes cases with what was done in them. */
async function purgeCases(db: Db, removed: Removed): Promise<void> {
  const { environmentId, apiName, batch } = removed
  for (;;) {
    const { rows } = await sql<{ id: string }>`select id from review_case
      where environment_id = ${environmentId}::uuid and event_type = ${apiName} limit ${batch}`.execute(db)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    for (const table of caseTables)
      await sql`delete from ${sql.table(table)} where case_id = any(${ids}::uuid[])`.execute(db)
    await sql`delete from review_case where id = any(${ids}::uuid[])`.execute(db)
  }
}
