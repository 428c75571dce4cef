import type { RuleVocabulary } from '../../contract/index.ts'
import purchaseSchema from '../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import type { DeviceSession } from '../enrich/device-sessions.ts'
import type { EnrichedPurchase } from '../enrich/enrich-purchase.ts'
import { purchaseFeatureAttributes, userAgentAttributes } from '../enrich/purchase-features.ts'
import { type Attribute, attributeMap, attributesOf, purchaseEnrichmentAttributes } from '../ingest/attributes.ts'
import type { EventSchema } from '../ingest/event-schema.ts'

/** Attributes that rules of purchases can name: the schema's and those of enrichment. */
export const purchaseAttributes: readonly Attribute[] = [
  ...attributesOf(purchaseSchema as EventSchema),
  ...purchaseEnrichmentAttributes,
  ...userAgentAttributes,
  ...purchaseFeatureAttributes,
]

/** Attributes of purchases for the checker of the query language. */
export const purchaseCheckEnvironment = {
  attributes: attributeMap(purchaseAttributes),
  legacyScores: 'risk' as const,
  kind: 'decision' as const,
}

/** The same for editors of rules. */
export const purchaseVocabulary: RuleVocabulary = {
  attributes: purchaseAttributes.map(({ values, ...attribute }) => ({
    ...attribute,
    ...(values === undefined ? {} : { values: [...values] }),
  })),
}

type Json = Record<string, unknown>

/**
 * Returns the device attributes of the answer and of `@"deviceAttributes.…"`: texts only, and only values that were
 * fingerprinted, sent or derived; empty without a device block. Values of the session precede those that the request
 * states.
 */
export function deviceAttributesOf(
  event: Json,
  facts: Pick<EnrichedPurchase, 'ip' | 'ipCountry' | 'deviceId'>,
  session: DeviceSession | null = null,
): Record<string, string> {
  const device = event.deviceContext as Json | undefined
  const attributes: Record<string, string> = session === null ? {} : { ...session.attributes }
  if (device === undefined) return attributes
  const put = (name: string, value: unknown): void => {
    if (typeof value === 'string' && value !== '' && attributes[name] === undefined) attributes[name] = value
  }
  put('trueIp', device.trueIp ?? facts.ip)
  put('deviceCountryCode', facts.ipCountry)
  put('deviceId', facts.deviceId)
  put('browserUserAgent', device.httpUserAgent)
  put('browserUserAgentLanguages', device.browserLanguage)
  put('screenResolution', device.screenResolution ?? device.browserResolution)
  put('platform', device.os)
  return attributes
}

/** Adds the fingerprinted device to a purchase that names none: for enrichment and scoring, never stored. */
export function addSession(event: Json, session: DeviceSession): Json {
  const device = (event.deviceContext ?? {}) as Json
  return {
    ...event,
    deviceContext: {
      ...device,
      deviceId: device.deviceId ?? session.deviceId,
      trueIp: device.trueIp ?? session.ip ?? undefined,
      ipAddress: device.ipAddress ?? session.ip ?? undefined,
    },
  }
}
