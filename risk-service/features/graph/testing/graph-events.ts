import { enrichPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../../ports/database.ts'

/** A purchase in the words of a graph. */
export interface GraphPurchase {
  id: string
  user?: string
  email?: string
  phone?: string
  device?: string
  payment?: string
  bin?: string
  ip?: string
  street?: string
  billingStreet?: string
  product?: string
  environmentId?: string
  hoursAgo?: number
  /** Whole euros. */
  amount?: number
  riskScore?: number
  decision?: string
  label?: 'Fraud' | 'NonFraud'
  eventType?: string
  /** Of the service; the next one where absent. */
  eventId?: string
}

const address = (street: string | undefined) =>
  street === undefined ? undefined : { street1: street, zipCode: '2000', city: 'Antwerpen', country: 'BE' }

let stored = 0
/** Ids in the order in which events are stored, as those of the service are, shortly before the time of the bench. */
function nextEventId(): string {
  stored += 1
  const hex = (now.getTime() - 3_600_000 + stored).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
}

/** Stores a purchase with body, key and entities, as the engine does. Returns its event id. */
export async function storeGraphPurchase(db: Db, purchase: GraphPurchase): Promise<string> {
  const { environmentId = places.root, hoursAgo = 1, eventType = 'purchase', amount = 10 } = purchase
  const request = requestOf(purchase, amount)
  const { entities, enrichment: _enrichment, ...facts } = enrichPurchase(request, () => 'BE')
  const key = {
    environment_id: environmentId,
    at: new Date(now.getTime() - hoursAgo * 3_600_000),
    event_id: purchase.eventId ?? nextEventId(),
  }
  await db
    .insertInto('event')
    .values({
      ...key,
      event_type: eventType,
      external_id: purchase.id,
      assessment_type: 'Protect',
      decision: purchase.decision ?? 'Approve',
      reason: '',
      risk_score: purchase.riskScore ?? 100,
      amount: facts.amount,
      currency: facts.currency,
      amount_usd: facts.amountUsd,
      user_id: facts.userId,
      user_name: facts.userName,
      email: facts.email,
      phone: facts.phone,
      ip: facts.ip,
      ip_country: facts.ipCountry,
      device_id: facts.deviceId,
      bin: facts.bin,
      label: purchase.label ?? null,
    })
    .execute()
  const enrichment = { entities: entities.map(({ type, value }) => ({ type, value })) }
  await db
    .insertInto('event_body')
    .values({
      ...key,
      request: JSON.stringify(request),
      enrichment: JSON.stringify(enrichment),
      explanation: '{}',
    })
    .execute()
  await db
    .insertInto('event_key')
    .values({ ...key, event_type: eventType, external_id: purchase.id, answer: '{}' })
    .execute()
  if (entities.length > 0)
    await db
      .insertInto('event_entity')
      .values(
        entities.map(({ type, value, display }) => ({
          ...key,
          entity_type: type,
          entity_value: value,
          event_type: eventType,
          display,
        })),
      )
      .execute()
  return key.event_id
}

function requestOf(purchase: GraphPurchase, amount: number): Record<string, unknown> {
  return {
    purchaseId: purchase.id,
    totalAmount: amount,
    currency: 'EUR',
    user: {
      userId: purchase.user,
      email: purchase.email,
      phoneNumber: purchase.phone,
      firstName: 'Mira',
      lastName: 'T',
    },
    deviceContext: { externalDeviceId: purchase.device, ipAddress: purchase.ip },
    ...(purchase.street === undefined ? {} : { shippingAddress: address(purchase.street) }),
    ...(purchase.payment === undefined && purchase.billingStreet === undefined
      ? {}
      : {
          paymentInstrumentList: [
            {
              merchantPaymentInstrumentId: purchase.payment,
              bin: purchase.bin,
              ...(purchase.billingStreet === undefined ? {} : { billingAddress: address(purchase.billingStreet) }),
            },
          ],
        }),
    ...(purchase.product === undefined
      ? {}
      : { productList: [{ productId: purchase.product, productName: `Name of ${purchase.product}` }] }),
  }
}

/** Makes an open case of a stored purchase, in the general queue. */
export async function storeOpenCase(db: Db, externalId: string, environmentId: string = places.root): Promise<void> {
  const { at, event_id } = await db
    .selectFrom('event_key')
    .select(['at', 'event_id'])
    .where('environment_id', '=', environmentId)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('review_case')
    .values({
      environment_id: environmentId,
      event_type: 'purchase',
      external_id: externalId,
      id: event_id,
      at,
      state: 'Pending',
      decision: 'Review',
      reason: '',
      risk_score: 500,
      created_at: at,
      hold_until: at,
    })
    .execute()
}
