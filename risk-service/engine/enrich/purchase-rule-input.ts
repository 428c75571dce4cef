import { type Json, objectOf } from '../lib/json.ts'
import { networkProvider } from './bin.ts'
import type { CountryOf } from './enrich-purchase.ts'
import { countryProvider } from './geo.ts'
import { type FactProviders, type FeatureFacts, purchaseFeatures } from './purchase-features.ts'
import { userAgentFacts } from './user-agent.ts'

const providersByCountryLookup = new WeakMap<CountryOf, FactProviders>()

/** Returns the shipped providers: countries of addresses and networks of cards. */
export function defaultProviders(countryOf: CountryOf): FactProviders {
  const cached = providersByCountryLookup.get(countryOf)
  if (cached) return cached
  const providers = { geo: countryProvider(countryOf), bins: networkProvider }
  providersByCountryLookup.set(countryOf, providers)
  return providers
}

/**
 * Returns a purchase as its rules read it: with the device's attributes, and with features that are computed when a
 * rule reads them.
 */
export function createPurchaseRuleInput(
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
