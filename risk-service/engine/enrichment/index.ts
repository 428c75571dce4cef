/** Facts that are not in an event itself, worked out from its values; what no data set at hand knows stays unknown. */
export { type BinProvider, binReader, networkProvider } from './bin.ts'
export { type DomainFacts, domainFacts } from './email.ts'
export {
  type FactProviders,
  type FeatureFacts,
  purchaseFeatureAttributes,
  purchaseFeatures,
  userAgentAttributes,
} from './features.ts'
export {
  type Coordinates,
  countryProvider,
  distanceKm,
  type GeoProvider,
  geoReader,
  type IpFacts,
  marketOf,
} from './geo.ts'
export { type PhoneFacts, phoneFacts } from './phone.ts'
export { seenPurchase, shippedProviders } from './seen.ts'
export { type UserAgentFacts, userAgentFacts } from './user-agent.ts'
