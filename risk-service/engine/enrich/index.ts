/**
 * Facts that are not in an event itself, derived from its values; facts that no available data set contains stay
 * unknown.
 */
export { binReader, networkProvider } from './bin.ts'
export { domainFacts } from './email.ts'
export {
  type Coordinates,
  countryProvider,
  distanceKm,
  type GeoProvider,
  geoReader,
  type PlaceCoordinates,
} from './geo.ts'
export { phoneFacts } from './phone.ts'
export {
  type FactProviders,
  type FeatureFacts,
  purchaseFeatureAttributes,
} from './purchase-features.ts'
export { createPurchaseRuleInput, defaultProviders } from './purchase-rule-input.ts'
export { userAgentFacts } from './user-agent.ts'
