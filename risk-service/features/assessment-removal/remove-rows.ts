import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** What is removed: the events of an assessment, and its observations, in one environment. */
export interface Removed {
  environmentId: string
  /** The type of its events; those of its observations begin with it and a colon. */
  apiName: string
  /** Rows of a statement, so that other work continues in between. */
  batch: number
}

/** Rows of the type and those of its observations; for small tables, whose rows are read one by one. */
export const ofAssessment = ({ environmentId, apiName }: Removed): RawBuilder<boolean> =>
  sql<boolean>`environment_id = ${environmentId}::uuid and (event_type = ${apiName} or starts_with(event_type, ${`${apiName}:`}))`

/**
 * Returns the types of a table that belong to an assessment, in as many steps in its index as the environment has types.
 * @param only the condition of the index, for a partial one
 */
export async function findTypes(
  db: Db,
  table: string,
  { environmentId, apiName }: Removed,
  only: RawBuilder<boolean> = sql`true`,
): Promise<string[]> {
  const rows = sql`${sql.table(table)} t where t.environment_id = ${environmentId}::uuid and ${only}`
  const { rows: found } = await sql<{ event_type: string }>`
    with recursive found as (
      (select t.event_type from ${rows} order by t.event_type limit 1)
      union all
      select (select t.event_type from ${rows} and t.event_type > f.event_type order by t.event_type limit 1)
      from found f where f.event_type is not null
    ) select event_type from found
    where event_type = ${apiName} or starts_with(event_type, ${`${apiName}:`})`.execute(db)
  return found.map(({ event_type }) => event_type)
}

/** Returns the statement that deletes a batch of rows of a table without partitions. */
export const deleteBatch = (table: string, condition: RawBuilder<boolean>, batch: number): RawBuilder<unknown> =>
  sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${condition} limit ${batch}))`

/** Returns the statement that deletes a batch of events with their bodies. */
export const deleteEvents = ({ environmentId, apiName, batch }: Removed): RawBuilder<unknown> => sql`
  with doomed as materialized (select environment_id, at, event_id from event
      where environment_id = ${environmentId}::uuid and event_type = ${apiName} and event_type <> 'purchase' limit ${batch}),
    bodies as (delete from event_body b using doomed d
      where b.environment_id = d.environment_id and b.at = d.at and b.event_id = d.event_id)
  delete from event e using doomed d
    where e.environment_id = d.environment_id and e.at = d.at and e.event_id = d.event_id`

/** The condition of the index by which observations are found. */
export const ofObservations = sql<boolean>`strpos(event_type, ':') > 0`

/** Returns the statement that deletes a batch of observations. */
export const deleteObservations = (
  { environmentId, batch }: Pick<Removed, 'environmentId' | 'batch'>,
  type: string,
): RawBuilder<unknown> => sql`
  with doomed as materialized (select environment_id, at, data_id from data_event
      where environment_id = ${environmentId}::uuid and ${ofObservations} and event_type = ${type} limit ${batch})
  delete from data_event e using doomed d
    where e.environment_id = d.environment_id and e.at = d.at and e.data_id = d.data_id`

/** Repeats a deletion while it finds as many rows as a batch has. */
export async function repeat(db: Db, batch: number, statement: RawBuilder<unknown>): Promise<void> {
  for (let removed = batch; removed === batch; ) removed = Number((await statement.execute(db)).numAffectedRows ?? 0n)
}

interface EntityKey {
  entity_type: string
  entity_value: string
  at: string
  event_id: string
}

/**
 * Deletes what events are found by: their users, devices and addresses. No index has the type, so the environment's part
 * of the primary key is walked once, within the time in which the assessment had events.
 */
export async function deleteEntities(db: Db, { environmentId, apiName, batch }: Removed): Promise<void> {
  const ofType = sql`environment_id = ${environmentId}::uuid and event_type = ${apiName} and event_type <> 'purchase'`
  const {
    rows: [span],
  } = await sql<{ first: string | null; last: string | null }>`
    select (select at::text from event where ${ofType} order by at limit 1) as first,
      (select at::text from event where ${ofType} order by at desc limit 1) as last`.execute(db)
  if (!span?.first || !span.last) return
  for (let after: EntityKey | null = null; ; ) {
    const next: EntityKey | undefined = await deleteEntitiesAfter(
      db,
      { environmentId, apiName, batch: batch * entitiesPerRow },
      { first: span.first, last: span.last },
      after,
    )
    if (next === undefined) return
    after = next
  }
}

/** Rows that are read for a row of a batch: most of them are of other types, and stay. */
const entitiesPerRow = 5

/** Deletes those of the type in the next part of the index; returns its last key, undefined at the end. */
async function deleteEntitiesAfter(
  db: Db,
  { environmentId, apiName, batch }: Removed,
  { first, last }: { first: string; last: string },
  after: EntityKey | null,
): Promise<EntityKey | undefined> {
  const further =
    after === null
      ? sql`true`
      : sql`(entity_type, entity_value, at, event_id) > (${after.entity_type}, ${after.entity_value}, ${after.at}::timestamptz, ${after.event_id}::uuid)`
  const { rows } = await sql<EntityKey>`
    with part as materialized (
      select environment_id, entity_type, entity_value, at, event_id, event_type from event_entity
      where environment_id = ${environmentId}::uuid and at >= ${first}::timestamptz and at <= ${last}::timestamptz
        and ${further}
      order by entity_type, entity_value, at, event_id limit ${batch}
    ), gone as (
      delete from event_entity x using part p where p.event_type = ${apiName} and x.environment_id = p.environment_id
        and x.entity_type = p.entity_type and x.entity_value = p.entity_value and x.at = p.at and x.event_id = p.event_id
    ) select entity_type, entity_value, at::text as at, event_id from part
    order by entity_type desc, entity_value desc, part.at desc, event_id desc limit 1`.execute(db)
  return rows[0]
}
