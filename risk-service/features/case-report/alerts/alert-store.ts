import { sql } from 'kysely'
import type { AlertSettings } from '../../../contract/cases/report/alerts.ts'
import type { Db } from '../../../ports/database.ts'

export interface StoredAlert {
  id: string
  environment_id: string
  name: string
  settings: AlertSettings
  enabled: boolean
  pause_reason: 'switchedOff' | 'ownerLostAccess' | null
  owner_id: string
  owner_name: string
  owner_by_directory: boolean
  checked_at: Date | null
  checked_value: number | null
  notified_at: Date | null
  version: number
  created_at: Date
  updated_at: Date
}

export async function loadAlerts(db: Db, environmentId: string): Promise<StoredAlert[]> {
  const rows = await db
    .selectFrom('case_alert')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows as StoredAlert[]
}

/** Locks the alerts of an environment until the transaction ends: names and their number are decided over all of them. */
export async function lockAlerts(trx: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case alerts ${environmentId}`}, 0))`.execute(trx)
}

export async function putAlert(trx: Db, alert: StoredAlert): Promise<void> {
  const row = { ...alert, settings: JSON.stringify(alert.settings) }
  const { id: _id, environment_id: _environment, created_at: _created, ...changed } = row
  await trx
    .insertInto('case_alert')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(changed))
    .execute()
}

export async function deleteAlert(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('case_alert').where('id', '=', id).execute()
}

/** Returns the alerts that are on and were not checked since a time; each is returned to one caller. */
export async function claimDueAlerts(db: Db, now: Date, before: Date): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    update case_alert a set checked_at = ${now}::timestamptz
    from environment e
    where e.id = a.environment_id and e.status = 'Active' and a.enabled
      and (a.checked_at is null or a.checked_at <= ${before}::timestamptz)
    returning a.*`.execute(db)
  return rows
}

/** Stores the result of a check. @param notifiedAt null: nobody was notified now */
export async function writeCheck(db: Db, id: string, value: number | null, notifiedAt: Date | null): Promise<void> {
  await db
    .updateTable('case_alert')
    .set({ checked_value: value, ...(notifiedAt === null ? {} : { notified_at: notifiedAt }) })
    .where('id', '=', id)
    .execute()
}

/** Switches an alert off whose owner may not read the report any more. */
export async function pauseAlert(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('case_alert')
    .set({ enabled: false, pause_reason: 'ownerLostAccess', updated_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
