import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DecidedEvent } from '../../../ports/index.ts'
import type { Store } from '../store.ts'

/** The facts of an event without any attributes. */
export const emptyFacts: DecidedEvent['facts'] = {
  merchantAt: null,
  assessmentType: 'Protect',
  amount: null,
  currency: null,
  amountUsd: null,
  userId: null,
  userName: null,
  email: null,
  phone: null,
  ip: null,
  ipCountry: null,
  deviceId: null,
  paymentType: null,
  cardType: null,
  bin: null,
  lastFour: null,
  billingCountry: null,
  shippingCountry: null,
  shippingCity: null,
  itemCount: null,
  payers: [],
  postalCodes: [],
}

/** A purchase as a data upload stores it: nothing has decided it. */
export const uploadedEvent = (environmentId: string, externalId: string, at: Date): DecidedEvent => ({
  environmentId,
  eventType: 'purchase',
  externalId,
  eventId: randomUUID(),
  at,
  decision: 'None',
  reason: 'DATA_UPLOAD',
  riskScore: -1,
  ruleId: null,
  rule: null,
  clause: null,
  ruleEnvironmentId: null,
  facts: emptyFacts,
  entities: [],
  answer: '',
  receivedAt: at,
  correlationId: null,
  request: { purchaseId: externalId },
  enrichment: {},
  explanation: { contributions: [], rules: [], runtimeErrors: [] },
})

/** Adds a tenant with one root environment of the given id. */
export async function addEnvironment(store: Store, id: string): Promise<void> {
  const tenant = randomUUID()
  await store.db.insertInto('tenant').values({ id: tenant, name: 'Test', role_family: 'standard' }).execute()
  await store.db
    .insertInto('environment')
    .values({
      id,
      tenant_id: tenant,
      parent_id: null,
      name: 'Root',
      friendly_name: 'Root',
      api_id: 'Root',
      kind: 'production',
      geography: 'Europe',
      status: 'Active',
    })
    .execute()
}

/** Adds events with body, entity and key, without roll-ups; a rule decided every second one. */
export async function addEvents(
  store: Store,
  environment: string,
  count: number,
  options: { from: Date; everySeconds: number },
): Promise<void> {
  await sql`
    with d as (
      select gen_random_uuid() as event_id, ${options.from}::timestamptz + make_interval(secs => n * ${options.everySeconds}::int) as at, n
      from generate_series(0, ${count - 1}::int) n
    ), k as (
      insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
      select ${environment}::uuid, 'purchase', event_id::text, at, event_id, '{}' from d
    ), b as (
      insert into event_body (environment_id, at, event_id, request, enrichment, explanation)
      select ${environment}::uuid, at, event_id, '{}', '{}', '{}' from d
    ), l as (
      insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
      select ${environment}::uuid, 'user', 'user-' || n % 7, at, event_id, 'purchase', 'user-' || n % 7 from d
    )
    insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, rule_id, rule, clause, risk_score, amount, currency, amount_usd)
    select ${environment}::uuid, at, event_id, 'purchase', event_id::text, 'Protect', case when n % 10 = 0 then 'Reject' else 'Approve' end, '',
      case when n % 2 = 0 then '00000000-0000-4000-8000-000000000001'::uuid end, case when n % 2 = 0 then 'Rule' end, case when n % 2 = 0 then 'Clause' end,
      n * 37 % 1000, n * 100, 'USD', case when n % 5 > 0 then n * 100 end
    from d`.execute(store.db)
}
