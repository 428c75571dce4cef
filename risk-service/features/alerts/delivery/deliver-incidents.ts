import { sql } from 'kysely'
import type { AlertRuleSettings, IncidentFigures } from '../../../contract/index.ts'
import type { SecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { Db } from '../../../ports/database.ts'
import type { OutgoingHttp, Ports } from '../../../ports/index.ts'
import { attemptLimit } from '../../cases/model/decision.ts'
import { signatureHeaders } from './signature.ts'
import { secretPlace } from './targets.ts'

export interface DeliveryServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  http: Pick<OutgoingHttp, 'send'>
  cipher: Pick<SecretCipher, 'decrypt'>
}

const batch = 20
const timeoutMs = 10_000
/** Time after which a delivery that another process has begun and not ended is tried again. */
const leaseMs = 60_000

interface DueDelivery {
  id: string
  target_id: string
  attempts: number
  url: string
  secret: string
  incident_id: string
  environment_id: string
  name: string
  settings: AlertRuleSettings
  opened_at: Date
  peak: IncidentFigures
}

/** Milliseconds before the attempt after this many: half a minute, doubling, at most six hours. */
const retryMs = (attempts: number): number => Math.min(6 * 3_600_000, 30_000 * 2 ** (attempts - 1))

/** Plans the delivery of a new incident to each webhook of its environment; once, whatever happens later. */
export async function planDeliveries(
  trx: Db,
  newId: Ports['newId'],
  { id, environment_id, opened_at }: { id: string; environment_id: string; opened_at: Date },
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
        created_at: opened_at,
        attempts: 0,
        next_at: opened_at,
      })),
    )
    .onConflict(conflict => conflict.columns(['incident_id', 'target_id']).doNothing())
    .execute()
}

/**
 * Delivers the incidents that are due, each at least once: what fails is tried again, ten times with growing pauses and
 * under the same id. Returns the number of attempts.
 */
export async function deliverIncidents(services: DeliveryServices): Promise<number> {
  const due = await claimDue(services.ports.db, services.ports.clock())
  await Promise.all(due.map(each => deliver(services, each)))
  return due.length
}

/** Returns deliveries that are due; each is returned to one caller, until its lease ends. */
async function claimDue(db: Db, now: Date): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select d.id from alert_delivery d join alert_target t on t.id = d.target_id and t.enabled
      where d.next_at <= ${now}::timestamptz order by d.next_at limit ${batch} for update of d skip locked
    ), claimed as (
      update alert_delivery d set attempts = d.attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}::timestamptz
      from due where d.id = due.id returning d.*
    )
    select c.id, c.target_id, c.attempts, t.url, t.secret, i.id as incident_id, i.environment_id, i.name, i.settings, i.opened_at, i.peak
    from claimed c join alert_target t on t.id = c.target_id join alert_incident i on i.id = c.incident_id`.execute(db)
  return rows
}

async function deliver({ ports, http, cipher }: DeliveryServices, due: DueDelivery): Promise<void> {
  const now = ports.clock()
  const failure = await send(http, cipher, due, now)
  const isSpent = due.attempts >= attemptLimit
  await ports.db
    .updateTable('alert_delivery')
    .set({
      delivered_at: failure === null ? now : null,
      failure,
      next_at: failure === null || isSpent ? null : new Date(now.getTime() + retryMs(due.attempts)),
    })
    .where('id', '=', due.id)
    .execute()
}

/** Sends an incident; returns why it was not accepted, or null. */
async function send(
  http: DeliveryServices['http'],
  cipher: DeliveryServices['cipher'],
  due: DueDelivery,
  now: Date,
): Promise<string | null> {
  const body = JSON.stringify({
    type: 'incident.opened',
    timestamp: now.toISOString(),
    data: {
      incidentId: due.incident_id,
      environmentId: due.environment_id,
      alert: due.name,
      metric: due.settings.metric,
      window: due.settings.window,
      openedAt: due.opened_at.toISOString(),
      value: due.peak.value,
      usual: due.peak.usual,
    },
  })
  let secret: string
  try {
    secret = await cipher.decrypt(secretPlace(due.target_id), due.secret)
  } catch {
    return 'secret'
  }
  const answer = await http.send({
    method: 'POST',
    url: due.url,
    headers: {
      'content-type': 'application/json',
      ...(await signatureHeaders(secret, { id: due.id, at: now.getTime(), body })),
    },
    body,
    timeoutMs,
  })
  if (answer.kind !== 'answer') return answer.kind
  return answer.status >= 200 && answer.status < 300 ? null : String(answer.status)
}
