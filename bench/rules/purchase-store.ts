import { randomUUID } from 'node:crypto'
import type { RuleBody } from '../../risk-service/contract/index.ts'
import { openStore, type Store } from '../../risk-service/kernel/store/store.ts'
import { fillEvents } from '../support/event-fixture.ts'
import { makeDataDir } from '../support/harness.ts'

/** A store of its own with purchases of some days. */
export interface PurchaseStore {
  store: Store
  environment: string
  /** Replaces the rules. Returns their ids. */
  publish: (bodies: readonly RuleBody[]) => Promise<string[]>
}

export const ruleOf = (index: number, text: string): RuleBody => ({
  name: `Bench rule ${index}`,
  description: '',
  condition: '',
  sample: { payload: {}, riskScore: 0 },
  clauses: [{ name: 'hit', section: 'postRisk', text }],
})

/** Opens a store with purchases as long as those of a shop, inserted by SQL. */
export async function openPurchaseStore(count: number, days: number): Promise<PurchaseStore> {
  const store = await openStore(
    { dataDir: makeDataDir(), databaseUrl: null, retention: { eventMonths: 13, logMonths: 13, telemetryDays: 30 } },
    { write: () => undefined },
  )
  const [tenant, environment] = [randomUUID(), randomUUID()]
  await store.db.insertInto('tenant').values({ id: tenant, name: 'Bench', role_family: 'standard' }).execute()
  await store.db
    .insertInto('environment')
    .values({
      id: environment,
      tenant_id: tenant,
      parent_id: null,
      name: 'Bench',
      friendly_name: 'Bench',
      api_id: 'bench',
      kind: 'production',
      geography: 'Europe',
      status: 'Active',
    })
    .execute()
  await fillEvents(store.maintenancePool, environment, count, days, () => undefined)
  // The fixture's requests are short: these, and the enrichment results, are as long as those of a shop.
  await store.maintenancePool.query(`update event_body b set request = json_build_object('purchaseId', e.external_id, 'assessmentType', 'Protect', 'totalAmount', e.amount / 100.0, 'currency', e.currency,
      'merchantLocalDate', e.at, 'user', json_build_object('userId', e.user_id, 'email', e.email, 'phoneNumber', e.phone, 'country', e.billing_country, 'firstName', 'Alex', 'lastName', e.user_name, 'creationDate', e.at - interval '20 days'),
      'deviceContext', json_build_object('deviceContextId', e.device_id, 'externalDeviceId', e.device_id, 'ipAddress', e.ip),
      'shippingAddress', json_build_object('street1', 'Example street 12', 'city', e.shipping_city, 'zipCode', '10115', 'country', e.shipping_country),
      'paymentInstrumentList', json_build_array(json_build_object('merchantPaymentInstrumentId', 'card-' || e.user_id, 'type', e.payment_type, 'cardType', e.card_type, 'bin', e.bin, 'lastFourDigits', e.last_four))),
      enrichment = json_build_object('ipCountry', e.ip_country, 'emailDomain', split_part(e.email, '@', 2), 'emailPattern', 'AAAANNNN', 'amountUsd', e.amount_usd, 'ratesDay', '2026-01-02', 'cardBrand', e.card_type, 'riskReasonCodes', 'HIGH_AMOUNT',
      'deviceAttributes', json_build_object('deviceId', e.device_id, 'trueIp', e.ip, 'deviceCountryCode', e.ip_country),
      'entities', json_build_array(json_build_object('type', 'user', 'value', e.user_id), json_build_object('type', 'email', 'value', e.email), json_build_object('type', 'device', 'value', e.device_id), json_build_object('type', 'ip', 'value', e.ip), json_build_object('type', 'payment', 'value', 'card-' || e.user_id)))
    from event e where e.environment_id = b.environment_id and e.at = b.at and e.event_id = b.event_id`)
  await store.maintenancePool.query('vacuum analyze event')
  await store.maintenancePool.query('vacuum analyze event_body')
  const publish = async (bodies: readonly RuleBody[]): Promise<string[]> => {
    await store.db.deleteFrom('rule').execute()
    const ids = bodies.map(() => randomUUID())
    await store.db
      .insertInto('rule')
      .values(
        bodies.map((body, index) => ({
          id: ids[index] ?? '',
          environment_id: environment,
          event_type: 'purchase',
          name: body.name,
          status: 'active' as const,
          position: index + 1,
          version: 1,
          body: JSON.stringify(body),
          published_by: randomUUID(),
          published_by_name: 'Bench',
        })),
      )
      .execute()
    return ids
  }
  return { store, environment, publish }
}
