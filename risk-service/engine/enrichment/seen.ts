import type { CountryOf } from '../enrich.ts'
import { type Json, objectOf } from '../json.ts'
import { networkProvider } from './bin.ts'
import { type FactProviders, type FeatureFacts, purchaseFeatures } from './features.ts'
import { countryProvider } from './geo.ts'
import { userAgentFacts } from './user-agent.ts'

const shipped = new WeakMap<CountryOf, FactProviders>()

/** What ships with the product: countries of addresses and networks of cards. */
export function shippedProviders(countryOf: CountryOf): FactProviders {
  const known = shipped.get(countryOf)
  if (known) return known
  const made = { geo: countryProvider(countryOf), bins: networkProvider }
  shipped.set(countryOf, made)
  return made
}

/**
 * A purchase as its rules read it: with the device's attributes, and with what is worked out when a rule asks for it.
 */
export function seenPurchase(
  event: Json,
  facts: FeatureFacts,
  deviceAttributes: Readonly<Record<string, string>>,
  providers: FactProviders,
  at: Date,
): Json {
  const agent = deviceAttributes.browserUserAgent ?? objectOf(event.deviceContext).httpUserAgent
  const sent = event.deviceAttributes
  return {
    ...event,
    deviceAttributes: {
      ...userAgentFacts(typeof agent === 'string' ? agent : null),
      ...(typeof sent === 'object' ? sent : undefined),
      ...deviceAttributes,
    },
    calculatedFeatures: purchaseFeatures(event, facts, providers, at),
  }
}
