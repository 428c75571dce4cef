import { type Selectable, sql } from 'kysely'
import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessment-inputs.ts'
import type { Db } from '../../ports/database.ts'
import type { ExternalAssessmentTable } from '../../ports/tables/outgoing-calls.ts'

export type StoredPointer = Omit<Selectable<ExternalAssessmentTable>, 'body'> & { body: ExternalAssessmentBody }

const parseRow = (row: Selectable<ExternalAssessmentTable>): StoredPointer => ({
  ...row,
  body: row.body as ExternalAssessmentBody,
})

/** Locks the external assessments of an environment until the transaction ends. */
export async function lockPointers(db: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`external assessments ${environmentId}`}, 0))`.execute(db)
}

export async function loadPointers(db: Db, environmentId: string): Promise<StoredPointer[]> {
  return (
    await db
      .selectFrom('external_assessment')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .orderBy('name')
      .execute()
  ).map(parseRow)
}

export async function findPointer(db: Db, environmentId: string, id: string): Promise<StoredPointer | null> {
  const row = await db
    .selectFrom('external_assessment')
    .selectAll()
    .where('id', '=', id)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row === undefined ? null : parseRow(row)
}

export async function pointerExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('external_assessment').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Loads all external assessments with this target, of every environment. */
export async function loadPointersTo(
  db: Db,
  { environmentId, eventType }: ExternalAssessmentBody['target'],
): Promise<StoredPointer[]> {
  return (
    await db
      .selectFrom('external_assessment')
      .selectAll()
      .where(
        sql<boolean>`body #>> '{target,environmentId}' = ${environmentId} and body #>> '{target,eventType}' = ${eventType}`,
      )
      .orderBy('name')
      .execute()
  ).map(parseRow)
}

export async function savePointer(db: Db, pointer: StoredPointer): Promise<void> {
  const row = { ...pointer, body: JSON.stringify(pointer.body) }
  const { id: _id, environment_id: _place, created_at: _since, ...changes } = row
  await db
    .insertInto('external_assessment')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
    .execute()
}

/** Deletes an external assessment together with its figures. */
export async function deletePointer(db: Db, environmentId: string, id: string): Promise<void> {
  await db.deleteFrom('external_assessment').where('id', '=', id).execute()
  await db
    .deleteFrom('outgoing_call_minute')
    .where('environment_id', '=', environmentId)
    .where('target_id', '=', id)
    .execute()
}

/** Loads the tenant assessments of these root environments. */
export function loadAssessments(db: Db, rootIds: readonly string[]) {
  return rootIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('assessment')
        .selectAll()
        .where('environment_id', 'in', [...rootIds])
        .orderBy('friendly_name')
        .orderBy('id')
        .execute()
}

/** Loads the published rules in force, with their texts. */
export function loadRules(db: Db, ids: readonly string[]) {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('rule')
        .select(['environment_id', 'event_type', 'body'])
        .where('id', 'in', [...ids])
        .where('status', '=', 'active')
        .execute()
}
