import { sql } from 'kysely'
import type { Engine } from '../../../../engine/index.ts'
import { demoEnvironmentIds as at } from '../../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../../ports/database.ts'
import { day, hour } from '../../history/orders.ts'
import { type PlantedPurchase, plantedGroups } from '../../history/planted-groups.ts'

type Body = Record<string, unknown>
type RingEngine = Pick<Engine, 'decide' | 'ingestLabel'>

/** Orders of the history that planted ones are like. */
const patterns = 40

/**
 * Sends the orders of rings, and of groups that look like rings and are none, like orders of the history; those of rings
 * are partly confirmed as fraud. Returns the number of orders.
 */
export async function seedRings(db: Db, engine: RingEngine, now: Date): Promise<number> {
  const usual = await loadOrders(db, 'Approve', patterns)
  const [rejected] = await loadOrders(db, 'Reject', 1)
  if (usual.length === 0) return 0
  const device = String(bodyOf(rejected?.deviceContext).externalDeviceId ?? 'dv-crew-shared-0')
  let total = 0
  for (const { purchases } of plantedGroups(device))
    for (const planted of purchases) {
      await sendOrder(engine, orderLike(usual[total % usual.length] ?? {}, planted, now), now)
      if (planted.fraud) await confirmFraud(engine, planted, now)
      total++
    }
  return total
}

/** Returns the requests of the latest orders of the history with a decision. */
async function loadOrders(db: Db, decision: 'Approve' | 'Reject', limit: number): Promise<Body[]> {
  const { rows } = await sql<{ request: Body }>`
    select b.request from event e
    join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    where e.environment_id = ${at.harborEu}::uuid and e.event_type = 'purchase' and e.decision = ${decision}
      and e.external_id not like 'W-%' and e.external_id not like 'R-%' and b.request -> 'shippingAddress' is not null
    order by e.at desc, e.external_id limit ${limit}`.execute(db)
  return rows.map(({ request }) => request)
}

const bodyOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? { ...value } : {})
const timeOf = ({ daysAgo }: PlantedPurchase, now: Date): Date => new Date(now.getTime() - daysAgo * day - hour)

/** Returns an order like another one, by a planted account. */
function orderLike(pattern: Body, planted: PlantedPurchase, now: Date): Body {
  const time = timeOf(planted, now).toISOString()
  const [instrument] = Array.isArray(pattern.paymentInstrumentList) ? pattern.paymentInstrumentList : []
  const { email, phone, street } = planted
  return {
    ...pattern,
    purchaseId: planted.id,
    merchantLocalDate: time,
    customerLocalDate: time,
    user: {
      ...bodyOf(pattern.user),
      userId: planted.user,
      email,
      phoneNumber: phone,
      creationDate: new Date(timeOf(planted, now).getTime() - 40 * day).toISOString(),
    },
    deviceContext: {
      ...bodyOf(pattern.deviceContext),
      provider: undefined,
      deviceContextId: planted.device,
      externalDeviceId: planted.device,
      ipAddress: planted.ip,
    },
    shippingAddress: {
      ...bodyOf(pattern.shippingAddress),
      phoneNumber: phone,
      street1: street,
      zipCode: '2000',
      city: 'Antwerpen',
      country: 'BE',
    },
    paymentInstrumentList: [
      {
        ...bodyOf(instrument),
        merchantPaymentInstrumentId: planted.card,
        billingAddress: {
          ...bodyOf(bodyOf(instrument).billingAddress),
          phoneNumber: phone,
          street1: street,
          zipCode: '2000',
          city: 'Antwerpen',
          country: 'BE',
        },
      },
    ],
    _metadata: { trackingId: planted.id, merchantTimeStamp: time },
  }
}

async function sendOrder({ decide }: RingEngine, body: Body, now: Date): Promise<void> {
  const result = await decide({
    environmentId: at.harborEu,
    eventType: 'purchase',
    body,
    correlationId: null,
    receivedAt: now,
    backfill: true,
    diagnostics: false,
  })
  if (result.kind !== 'answer')
    throw new Error(
      `A planted order of the demo is not valid: ${result.kind === 'invalid' ? result.messages.join('; ') : result.kind}`,
    )
}

async function confirmFraud({ ingestLabel }: RingEngine, planted: PlantedPurchase, now: Date): Promise<void> {
  const labelAt = new Date(Math.min(now.getTime() - hour, timeOf(planted, now).getTime() + day)).toISOString()
  const result = await ingestLabel({
    correlationId: null,
    receivedAt: now,
    environmentId: at.harborEu,
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: planted.id,
      labelSource: 'ManualReview',
      isFraud: true,
      labelState: 'Fraud',
      labelReasonCodes: 'PIFraud',
      eventTimeStamp: labelAt,
      _metadata: { trackingId: `${planted.id}-label`, merchantTimeStamp: labelAt },
    },
  })
  if (result.kind !== 'accepted') throw new Error('A planted label of the demo is not valid.')
}
