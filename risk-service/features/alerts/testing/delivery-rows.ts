import { randomUUID } from 'node:crypto'
import type { Db } from '../../../ports/database.ts'
import type { MailServices } from '../delivery/send-mail.ts'

/** The services of an installation without an SMTP server. */
export const noMail: MailServices = {
  mail: null,
  texts: { in: () => Promise.reject(new Error('No message is written.')) },
  publicUrl: null,
}

/** Plans the delivery of an incident to a webhook at a time. */
export async function addDelivery(
  db: Db,
  { incidentId, targetId, at }: { incidentId: string; targetId: string; at: Date },
): Promise<void> {
  const { environment_id } = await db
    .selectFrom('alert_target')
    .select('environment_id')
    .where('id', '=', targetId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('alert_delivery')
    .values({
      id: randomUUID(),
      environment_id,
      incident_id: incidentId,
      target_id: targetId,
      created_at: at,
      attempts: 0,
      next_at: at,
    })
    .execute()
}

/** Copies an incident with its rule to another environment; returns its id. */
export async function copyIncident(db: Db, incidentId: string, environmentId: string): Promise<string> {
  const incident = await db
    .selectFrom('alert_incident')
    .selectAll()
    .where('id', '=', incidentId)
    .executeTakeFirstOrThrow()
  const rule = await db.selectFrom('alert_rule').selectAll().executeTakeFirstOrThrow()
  const [id, alertId] = [randomUUID(), randomUUID()]
  const json = ({ settings }: { settings: unknown }) => JSON.stringify(settings)
  await db
    .insertInto('alert_rule')
    .values({ ...rule, id: alertId, environment_id: environmentId, settings: json(rule), checked: null })
    .execute()
  await db
    .insertInto('alert_incident')
    .values({
      ...incident,
      id,
      alert_id: alertId,
      environment_id: environmentId,
      settings: json(incident),
      peak: JSON.stringify(incident.peak),
      act: null,
    })
    .execute()
  return id
}
