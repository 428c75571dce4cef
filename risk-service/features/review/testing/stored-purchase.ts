import { randomUUID } from 'node:crypto'
import { enrichPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import type { Store } from '../../../kernel/store/store.ts'

interface StoredPurchase {
  environmentId: string
  externalId: string
  at: Date
  request: Record<string, unknown>
}

/** Writes a purchase with its body, key and entities, as the engine would; returns its event id. */
export async function storePurchase(
  { db }: Pick<Store, 'db'>,
  { environmentId, externalId, at, request }: StoredPurchase,
): Promise<string> {
  const { entities, enrichment: _enrichment, ...facts } = enrichPurchase(request, () => 'US')
  const key = { environment_id: environmentId, at, event_id: randomUUID() as string }
  await db
    .insertInto('event')
    .values({
      ...key,
      event_type: 'purchase',
      external_id: externalId,
      assessment_type: 'Protect',
      decision: 'Review',
      reason: 'r',
      risk_score: 700,
      merchant_at: facts.merchantAt,
      amount: facts.amount,
      currency: facts.currency,
      amount_usd: facts.amountUsd,
      user_id: facts.userId,
      email: facts.email,
      ip: facts.ip,
      ip_country: facts.ipCountry,
      device_id: facts.deviceId,
    })
    .execute()
  await db
    .insertInto('event_body')
    .values({ ...key, received_at: at, request: JSON.stringify(request), enrichment: '{}', explanation: '{}' })
    .execute()
  await db
    .insertInto('event_key')
    .values({ ...key, event_type: 'purchase', external_id: externalId, answer: '{}' })
    .execute()
  const indexed = [
    ...entities,
    ...facts.postalCodes.map(code => ({ type: postalCodeType, value: code, display: code })),
  ]
  if (indexed.length > 0)
    await db
      .insertInto('event_entity')
      .values(
        indexed.map(({ type, value, display }) => ({
          ...key,
          entity_type: type,
          entity_value: value,
          event_type: 'purchase',
          display,
        })),
      )
      .execute()
  return key.event_id
}
