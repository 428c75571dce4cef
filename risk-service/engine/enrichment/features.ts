import type { EnrichedPurchase } from '../enrich.ts'
import { objectOf, type Json } from '../json.ts'
import { ratesOf } from '../rates.ts'
import type { BinProvider } from './bin.ts'
import { domainFacts } from './email.ts'
import { distanceKm, type Coordinates, type GeoProvider } from './geo.ts'
import { phoneFacts } from './phone.ts'
import type { Attribute } from '../attributes.ts'

/** Where facts come from that are not in the event. */
export interface FactProviders { geo: GeoProvider; bins: BinProvider }

/**
 * What rules can read beside an event as `calculatedFeatures`. Made when a rule reads it for the first time; what takes longer is
 * worked out when it is asked for itself. A fact that is not known is undefined, which rules read as a missing attribute. Always the
 * same fields in the same order: objects of one shape are the fastest to make and to read.
 */
export function purchaseFeatures(event: Json, facts: EnrichedPurchase, { geo, bins }: FactProviders, at: Date): Json {
  const { ip, ipCountry, billingCountry, shippingCountry, bin, phone, enrichment } = facts
  const domain = typeof enrichment.emailDomain === 'string' ? enrichment.emailDomain : undefined
  const mailbox = domain === undefined ? undefined : domainFacts(domain)
  const place = ip === null ? undefined : geo.find(ip)
  const card = bin === null ? undefined : bins.find(bin) ?? bins.find(bin.slice(0, 6))
  const first = objectOf(Array.isArray(event.paymentInstrumentList) ? event.paymentInstrumentList[0] : undefined)
  const cardCountry = upper(card?.countryCode) ?? upper(first.binCountryISO)
  const rates = facts.amountUsd === null || facts.currency === null ? undefined : ratesOf(at)
  const ofPhone = () => (phone === null ? undefined : phoneFacts(phone, billingCountry ?? shippingCountry))
  const billing = () => whereIs(geo, first.billingAddress)
  const shipping = () => whereIs(geo, event.shippingAddress)
  return {
    emailDomain: domain,
    emailDisposable: mailbox?.disposable,
    emailFree: mailbox?.free,
    emailPattern: enrichment.emailPattern,
    ipCountry: ipCountry ?? undefined,
    ipRegion: place?.region,
    ipCity: place?.city,
    ipMarket: place?.marketCode,
    ipNetwork: place?.asn,
    cardNetwork: card?.cardNetwork,
    cardIssuer: card?.issuer,
    cardCountry: cardCountry ?? undefined,
    ipBillingCountryMismatch: differ(ipCountry, billingCountry),
    ipShippingCountryMismatch: differ(ipCountry, shippingCountry),
    billingShippingCountryMismatch: differ(billingCountry, shippingCountry),
    cardBillingCountryMismatch: differ(cardCountry, billingCountry),
    cardIpCountryMismatch: differ(cardCountry, ipCountry),
    totalAmountInUSD: rates === undefined ? undefined : (facts.amountUsd ?? 0) / 100,
    currencyConversionFactor: rates?.factor(facts.currency ?? '') ?? undefined,
    currencyConversionDate: rates?.day,
    get ipBillingDistance() { return apart(place?.coordinates, billing()) },
    get ipShippingDistance() { return apart(place?.coordinates, shipping()) },
    get billingShippingDistance() { return apart(billing(), shipping()) },
    get phoneValid() { return ofPhone()?.valid },
    get phoneCountry() { return ofPhone()?.country ?? undefined },
    get phoneType() { return ofPhone()?.type ?? undefined },
    get phoneIpCountryMismatch() { return differ(ofPhone()?.country ?? null, ipCountry) },
  }
}

/** Undefined when one is not known. */
const differ = (a: string | null, b: string | null): boolean | undefined => (a === null || b === null ? undefined : a !== b)
const upper = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.toUpperCase() : null)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function whereIs(geo: GeoProvider, address: unknown): Coordinates | undefined {
  const { country, zipCode, city } = objectOf(address)
  return typeof country === 'string' ? geo.locate({ country: country.toUpperCase(), postalCode: textOf(zipCode), city: textOf(city) }) : undefined
}

function apart(a: Coordinates | undefined, b: Coordinates | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.round(distanceKm(a, b))
}

/** What rules can name of these. */
export const purchaseFeatureAttributes: readonly Attribute[] = ([
  ['', 'object', 'What is worked out from the event; a fact that is not known is missing'],
  ['emailDomain', 'string', 'Domain of the e-mail address, in lower case'],
  ['emailPattern', 'string', 'Shape of the part before the @: letters A, digits N'],
  ['emailDisposable', 'boolean', 'The domain is of a provider of throw-away mailboxes'],
  ['emailFree', 'boolean', 'The domain is of a provider that gives a mailbox to anybody'],
  ['ipCountry', 'string', 'Country of the IP address, ISO two-letter code'],
  ['ipRegion', 'string', 'Region of the IP address; needs a geo database of the operator'],
  ['ipCity', 'string', 'City of the IP address; needs a geo database of the operator'],
  ['ipMarket', 'string', 'Market of the IP address: NA, LATAM, EMEA or APAC'],
  ['ipNetwork', 'string', 'Number of the network of the IP address; needs a geo database of the operator'],
  ['cardNetwork', 'string', 'Network of the card, by its leading digits'],
  ['cardIssuer', 'string', 'Issuer of the card; needs a BIN database of the operator'],
  ['cardCountry', 'string', 'Country of the card, as sent or from a BIN database of the operator'],
  ['ipBillingCountryMismatch', 'boolean', 'IP address and billing address are in different countries; missing when one is not known'],
  ['ipShippingCountryMismatch', 'boolean', 'IP address and shipping address are in different countries; missing when one is not known'],
  ['billingShippingCountryMismatch', 'boolean', 'Billing and shipping address are in different countries; missing when one is not known'],
  ['cardBillingCountryMismatch', 'boolean', 'Card and billing address are of different countries; missing when one is not known'],
  ['cardIpCountryMismatch', 'boolean', 'Card and IP address are of different countries; missing when one is not known'],
  ['phoneIpCountryMismatch', 'boolean', 'Phone number and IP address are of different countries; missing when one is not known'],
  ['ipBillingDistance', 'number', 'Kilometres between IP address and billing address; needs a geo database of the operator'],
  ['ipShippingDistance', 'number', 'Kilometres between IP address and shipping address; needs a geo database of the operator'],
  ['billingShippingDistance', 'number', 'Kilometres between billing and shipping address; needs a geo database of the operator'],
  ['totalAmountInUSD', 'number', 'Total amount in US dollars; missing when there is no rate'],
  ['currencyConversionFactor', 'number', 'US dollars for one unit of the currency'],
  ['currencyConversionDate', 'string', 'Day of the rate, YYYY-MM-DD'],
  ['phoneValid', 'boolean', 'The phone number fits the numbering plan of its country'],
  ['phoneCountry', 'string', 'Country of the phone number, ISO two-letter code'],
  ['phoneType', 'string', 'Kind of the phone number, where the numbering plan tells: MOBILE, FIXED_LINE …'],
] as const).map(([name, type, description]) => ({ path: name === '' ? 'calculatedFeatures' : `calculatedFeatures.${name}`, type, description }))

/** What the user agent of a request tells, as rules read it. */
export const userAgentAttributes: readonly Attribute[] = ([
  ['userAgentBrowser', 'Browser by the user agent'], ['userAgentPlatform', 'Browser and its version by the user agent'], ['userAgentOperatingSystem', 'Operating system by the user agent'],
  ['userAgentDeviceFamily', 'Model or maker of the device by the user agent'], ['userAgentMobile', 'true for a mobile device by the user agent'],
  ['userAgentType', 'Kind of the client by the user agent: computer, mobile or spider'],
] as const).map(([name, description]) => ({ path: `deviceAttributes.${name}`, type: 'string', description }))
