import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { attemptLimit } from '../../cases/model/decision.ts'
import type { DueDelivery } from './due-delivery.ts'
import { type MailServices, sendMail } from './send-mail.ts'
import { sendWebhook, type WebhookServices } from './send-webhook.ts'

export interface DeliveryServices extends WebhookServices, MailServices {
  ports: Pick<Ports, 'db' | 'clock' | 'log'>
}

const batch = 20
/** Time after which a delivery that another process has begun and not ended is tried again. */
const leaseMs = 60_000

/** Milliseconds before the attempt after this many: half a minute, doubling, at most six hours. */
const retryMs = (attempts: number): number => Math.min(6 * 3_600_000, 30_000 * 2 ** (attempts - 1))

/** Plans the delivery of an incident to each target of its environment; once, whatever happens later. */
export async function planDeliveries(
  trx: Db,
  newId: Ports['newId'],
  { id, environment_id }: { id: string; environment_id: string },
  now: Date,
): Promise<void> {
  const targets = await trx
    .selectFrom('alert_target')
    .select('id')
    .where('environment_id', '=', environment_id)
    .where('enabled', '=', true)
    .execute()
  if (targets.length === 0) return
  await trx
    .insertInto('alert_delivery')
    .values(
      targets.map(target => ({
        id: newId(),
        environment_id,
        incident_id: id,
        target_id: target.id,
        created_at: now,
        attempts: 0,
        next_at: now,
      })),
    )
    .onConflict(conflict => conflict.columns(['incident_id', 'target_id']).doNothing())
    .execute()
}

/**
 * Delivers incidents that are due, each at least once: what fails is tried again, ten times with growing pauses and
 * under the same id. Returns the number of attempts, and whether more may be due: a run takes a limited number.
 */
export async function deliverIncidents(services: DeliveryServices): Promise<{ attempts: number; more: boolean }> {
  const { db, clock, log } = services.ports
  const due = await claimDue(db, clock())
  // Every delivery is awaited: one whose result cannot be stored must leave none of the others running.
  for (const outcome of await Promise.allSettled(due.map(each => deliver(services, each))))
    if (outcome.status === 'rejected')
      log.write(2, 'alerts.not-delivered', { name: outcome.reason instanceof Error ? outcome.reason.name : 'unknown' })
  return { attempts: due.length, more: due.length === batch }
}

/** Ends what waits for a target that is disabled: a late message would be taken for a new incident. */
export async function endDeliveries(trx: Db, targetId: string): Promise<void> {
  await trx
    .updateTable('alert_delivery')
    .set({ next_at: null, failure: 'disabled' })
    .where('target_id', '=', targetId)
    .where('next_at', 'is not', null)
    .execute()
}

/**
 * Returns deliveries that are due, of tenants in turn, so that the many of one do not hold up those of the others. Each
 * is returned to one caller, until its lease ends.
 */
async function claimDue(db: Db, now: Date): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with ranked as (
      select d.id, d.next_at, row_number() over (partition by e.tenant_id order by d.next_at, d.id) as turn
      from alert_delivery d join alert_target t on t.id = d.target_id and t.enabled
      join environment e on e.id = d.environment_id and e.status = 'Active'
      where d.next_at <= ${now}::timestamptz
    ), due as (
      select d.id from alert_delivery d join ranked r on r.id = d.id
      where d.next_at <= ${now}::timestamptz order by r.turn, r.next_at limit ${batch} for update of d skip locked
    ), claimed as (
      update alert_delivery d set attempts = d.attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}::timestamptz
      from due where d.id = due.id returning d.*
    )
    select c.id, c.target_id, c.attempts, t.kind, t.url, t.secret, t.address, t.language, i.id as incident_id,
      i.environment_id, e.friendly_name as environment, i.name, i.settings, i.opened_at, i.peak
    from claimed c join alert_target t on t.id = c.target_id join alert_incident i on i.id = c.incident_id
    join environment e on e.id = i.environment_id`.execute(db)
  return rows
}

async function deliver(services: DeliveryServices, due: DueDelivery): Promise<void> {
  const { ports } = services
  const now = ports.clock()
  const result = await (due.kind === 'email' ? sendMail(services, due) : sendWebhook(services, due, now))
  const delivery = ports.db.updateTable('alert_delivery').where('id', '=', due.id)
  if (result.failure === null) {
    await delivery.set({ delivered_at: now, failure: null, next_at: null }).execute()
    return
  }
  const isSpent = result.isFinal || due.attempts >= attemptLimit
  await delivery
    .set({ failure: result.failure, next_at: isSpent ? null : new Date(now.getTime() + retryMs(due.attempts)) })
    // Its target may have been disabled meanwhile.
    .where('next_at', 'is not', null)
    .execute()
}
