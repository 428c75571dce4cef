import type { EntityType } from '../../../contract/index.ts'
import { postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import {
  type EncodeArray,
  type EntityRecord,
  type EventRecord,
  eventParameters,
  type LabelRecord,
} from './event-writer-sql.ts'

/** Serialised directly: a general serialiser takes as long as the rest of the timings. */
const timingsOf = ({ bytes, phases }: NonNullable<DecidedEvent['timings']>): string =>
  `,"timings":{${bytes === undefined ? '' : `"bytes":${bytes},`}"phases":[${phases.join()}]}`

const explanationOf = ({ explanation, recordedInputs, timings }: DecidedEvent): string => {
  const text = JSON.stringify(explanation)
  const more =
    (timings === undefined ? '' : timingsOf(timings)) +
    (recordedInputs === undefined ? '' : `,"reads":${recordedInputs}`)
  return more === '' ? text : `${text.slice(0, -1)}${more}}`
}

/** Returns the country of the device fingerprint; empty where there is none, so that nobody looks for it in the body. */
export function deviceCountryOf({ deviceAttributes }: DecidedEvent['enrichment']): string {
  const { deviceCountryCode: country } = (deviceAttributes ?? {}) as Record<string, unknown>
  return typeof country === 'string' ? country : ''
}

function recordOf(event: DecidedEvent, now: number): EventRecord {
  const { facts } = event
  return {
    environment_id: event.environmentId,
    event_type: event.eventType,
    external_id: event.externalId,
    event_id: event.eventId,
    at: event.at,
    decision: event.decision,
    reason: event.reason,
    risk_score: event.riskScore,
    rule_id: event.ruleId,
    rule: event.rule,
    clause: event.clause,
    rule_environment_id: event.ruleEnvironmentId,
    merchant_at: facts.merchantAt,
    assessment_type: facts.assessmentType,
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
    payment_type: facts.paymentType,
    card_type: facts.cardType,
    bin: facts.bin,
    last_four: facts.lastFour,
    billing_country: facts.billingCountry,
    shipping_country: facts.shippingCountry,
    shipping_city: facts.shippingCity,
    item_count: facts.itemCount,
    device_country: deviceCountryOf(event.enrichment),
    bot_score: event.botScore ?? null,
    answer: event.storedAnswer ?? event.answer,
    received_at: event.receivedAt,
    correlation_id: event.correlationId,
    latency_ms: event.decision === 'None' ? null : Math.max(0, now - event.receivedAt.getTime()),
    request: event.requestText ?? JSON.stringify(event.request),
    enrichment: JSON.stringify(event.enrichment),
    explanation: explanationOf(event),
    velocities: event.velocities ?? null,
    case_queue: event.case?.queue ?? null,
    routed_rule: event.case?.rule ?? null,
    routed_clause: event.case?.clause ?? null,
    routed_rule_id: event.case?.ruleId ?? null,
    failed_rule_ids: event.case === undefined ? null : uuidArray(event.case.failedRuleIds),
    payment_id: event.case?.paymentInstrumentId ?? null,
    payers: event.case === undefined ? null : JSON.stringify(facts.payers),
  }
}

/** Returns ids as the text of an array; null for none. */
const uuidArray = (ids: readonly string[]): string | null => (ids.length === 0 ? null : `{${ids.join()}}`)

/** Label object types of the entity kinds that labels can name. */
const labelObjectTypes: Partial<Record<EntityType, string>> = { user: 'Account', payment: 'PI', email: 'Email' }

/** Returns the objects of an event that labels can name: itself, its user, instruments and e-mails. */
export function labelledObjects({ eventType, externalId, entities }: DecidedEvent): { type: string; id: string }[] {
  return [
    ...labelTypes(eventType).map(type => ({ type, id: externalId })),
    ...entities.flatMap(({ type, value }) => {
      const object = labelObjectTypes[type]
      return object === undefined ? [] : [{ type: object, id: value }]
    }),
  ]
}

/** Returns the parameters of `writeEvents` for a batch. */
export function valuesOf(events: readonly DecidedEvent[], encode: EncodeArray): unknown[] {
  const now = Date.now()
  const entities: EntityRecord[] = []
  const labels: LabelRecord[] = []
  events.forEach((event, index) => {
    const n = index + 1
    for (const type of labelTypes(event.eventType)) labels.push({ n, type, id: event.externalId })
    for (const { type, value, display } of event.entities) {
      entities.push({ n, type, value, display })
      const object = labelObjectTypes[type]
      if (object !== undefined) labels.push({ n, type: object, id: value })
    }
    for (const code of event.facts.postalCodes) entities.push({ n, type: postalCodeType, value: code, display: code })
  })
  return eventParameters(
    events.map(event => recordOf(event, now)),
    entities,
    labels,
    encode,
  )
}

const builtInLabels = new Map([
  ['purchase', ['Purchase']],
  ['accountcreation', ['AccountCreation']],
  ['signup', ['AccountCreation']],
  ['accountlogin', ['AccountLogin']],
  ['signin', ['AccountLogin']],
])
/**
 * Returns the label object types that name a transaction of this kind by its id; the statement `relabel` uses the same
 * mapping.
 */
export const labelTypes = (eventType: string): readonly string[] =>
  builtInLabels.get(eventType) ?? [`Event:${eventType}`, 'GenericEvent']
