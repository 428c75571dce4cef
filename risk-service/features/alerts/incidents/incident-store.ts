import type { AlertIncident, AlertRuleSettings, IncidentFigures, IncidentStatus } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

export interface StoredIncident {
  id: string
  environment_id: string
  alert_id: string
  name: string
  settings: AlertRuleSettings
  opened_at: Date
  /** End of the last window that fired. */
  fired_at: Date
  calm_since: Date | null
  ended_at: Date | null
  peak: IncidentFigures
  status: IncidentStatus
  act: AlertIncident['act']
  acted: boolean | null
  /** When those responsible were notified; null: they are when the snooze of the rule ends. */
  notified_at: Date | null
  version: number
}

/** Returns the latest incidents of an environment. */
export async function loadIncidents(db: Db, environmentId: string, limit: number): Promise<StoredIncident[]> {
  const rows = await db
    .selectFrom('alert_incident')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows as StoredIncident[]
}

/** Returns an incident of an environment. */
export async function findIncident(
  db: Db,
  { environmentId, incidentId }: { environmentId: string; incidentId: string },
): Promise<StoredIncident | undefined> {
  const row = await db
    .selectFrom('alert_incident')
    .selectAll()
    .where('id', '=', incidentId)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row as StoredIncident | undefined
}

/** Returns an incident of an environment, locked until the transaction ends; its alert rule has to be locked before. */
export async function lockIncident(
  trx: Db,
  { environmentId, incidentId }: { environmentId: string; incidentId: string },
): Promise<StoredIncident | undefined> {
  await trx.selectFrom('alert_incident').select('id').where('id', '=', incidentId).forUpdate().execute()
  return findIncident(trx, { environmentId, incidentId })
}

/** Returns the incident of an alert rule that goes on, locked until the transaction ends. */
export async function lockOpenIncident(trx: Db, alertId: string): Promise<StoredIncident | undefined> {
  const row = await trx
    .selectFrom('alert_incident')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row as StoredIncident | undefined
}

/** Stores a new incident; false where the alert rule has one that goes on. */
export async function insertIncident(
  trx: Db,
  incident: Pick<
    StoredIncident,
    'id' | 'environment_id' | 'alert_id' | 'name' | 'settings' | 'opened_at' | 'fired_at' | 'peak'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('alert_incident')
    .values({
      ...incident,
      settings: JSON.stringify(incident.settings),
      peak: JSON.stringify(incident.peak),
      status: 'open',
      version: 1,
    })
    .onConflict(conflict => conflict.column('alert_id').where('ended_at', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Stores what the latest window says of an incident. */
export async function writeProgress(
  trx: Db,
  { id, fired_at, calm_since, ended_at, peak }: StoredIncident,
): Promise<void> {
  await trx
    .updateTable('alert_incident')
    .set({ fired_at, calm_since, ended_at, peak: JSON.stringify(peak) })
    .where('id', '=', id)
    .execute()
}

/** Stores what somebody did about an incident. */
export async function writeAct(
  trx: Db,
  { id, status, act, acted, notified_at, version }: StoredIncident,
): Promise<void> {
  await trx
    .updateTable('alert_incident')
    .set({ status, act: JSON.stringify(act), acted, notified_at, version })
    .where('id', '=', id)
    .execute()
}

/** Stores that those responsible are notified of an incident; the snooze that kept it from them is over. */
export async function writeNotice(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('alert_incident').set({ notified_at: now, status: 'open' }).where('id', '=', id).execute()
}

/** Returns an incident as the console reads it. */
export const incidentOf = (stored: StoredIncident): AlertIncident => ({
  id: stored.id,
  environmentId: stored.environment_id,
  alertId: stored.alert_id,
  name: stored.name,
  settings: stored.settings,
  openedAt: stored.opened_at.toISOString(),
  endedAt: stored.ended_at?.toISOString() ?? null,
  status: stored.status,
  peak: stored.peak,
  act: stored.act,
  acted: stored.acted,
  version: stored.version,
})
