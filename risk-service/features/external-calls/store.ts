import { type Selectable, sql } from 'kysely'
import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import { parseCallBody } from '../../engine/calls/call-definition.ts'
import type { Db } from '../../ports/database.ts'
import type { ExternalCallTable } from '../../ports/tables/outgoing-calls.ts'

export type StoredExternalCall = Omit<Selectable<ExternalCallTable>, 'body' | 'secrets'> & {
  body: ExternalCallBody
  secrets: Record<string, string>
}

const parseRow = (row: Selectable<ExternalCallTable>): StoredExternalCall => ({
  ...row,
  body: parseCallBody(row),
  secrets: row.secrets as Record<string, string>,
})

/** Locks the external calls of an environment until the transaction ends. */
export async function lockCalls(db: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`external calls ${environmentId}`}, 0))`.execute(db)
}

export async function loadCalls(db: Db, environmentId: string): Promise<StoredExternalCall[]> {
  return (
    await db
      .selectFrom('external_call')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .orderBy('name')
      .execute()
  ).map(parseRow)
}

export async function findCall(db: Db, environmentId: string, callId: string): Promise<StoredExternalCall | null> {
  const row = await db
    .selectFrom('external_call')
    .selectAll()
    .where('id', '=', callId)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row === undefined ? null : parseRow(row)
}

/** Whether the id is in use, in any environment. */
export async function callExists(db: Db, callId: string): Promise<boolean> {
  return (await db.selectFrom('external_call').select('id').where('id', '=', callId).executeTakeFirst()) !== undefined
}

export async function saveCall(db: Db, call: StoredExternalCall): Promise<void> {
  const row = { ...call, body: JSON.stringify(call.body), secrets: JSON.stringify(call.secrets) }
  const { id: _id, environment_id: _place, created_at: _since, ...changes } = row
  await db
    .insertInto('external_call')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changes))
    .execute()
}

/** Deletes an external call together with its figures. */
export async function deleteCall(db: Db, environmentId: string, callId: string): Promise<void> {
  await db.deleteFrom('external_call').where('id', '=', callId).execute()
  await db
    .deleteFrom('outgoing_call_minute')
    .where('environment_id', '=', environmentId)
    .where('target_id', '=', callId)
    .execute()
}
