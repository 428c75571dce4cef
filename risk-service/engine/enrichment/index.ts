/** Facts that are not in an event itself, worked out from its values; what no data set at hand knows stays unknown. */
export { binReader, networkProvider, type BinProvider } from './bin.ts'
export { domainFacts, type DomainFacts } from './email.ts'
export { purchaseFeatures, purchaseFeatureAttributes, userAgentAttributes, type FactProviders, type FeatureFacts } from './features.ts'
export { countryProvider, distanceKm, geoReader, marketOf, type Coordinates, type GeoProvider, type IpFacts } from './geo.ts'
export { phoneFacts, type PhoneFacts } from './phone.ts'
export { seenPurchase, shippedProviders } from './seen.ts'
export { userAgentFacts, type UserAgentFacts } from './user-agent.ts'
