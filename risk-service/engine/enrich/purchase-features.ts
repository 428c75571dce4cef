import type { BinFacts } from '../../fql/index.ts'
import type { Attribute } from '../ingest/attributes.ts'
import { type Json, objectOf } from '../lib/json.ts'
import type { BinProvider } from './bin.ts'
import { type DomainFacts, domainFacts } from './email.ts'
import type { EnrichedPurchase } from './enrich-purchase.ts'
import { type Rates, ratesOf, toUsdCents } from './exchange-rates.ts'
import { type Coordinates, distanceKm, type GeoProvider, type IpFacts } from './geo.ts'
import { type PhoneFacts, phoneFacts } from './phone.ts'

/** Sources of facts that are not in the event. */
export interface FactProviders {
  geo: GeoProvider
  bins: BinProvider
}

/** Results of enrichment from which features are derived. */
export type FeatureFacts = Pick<
  EnrichedPurchase,
  'enrichment' | 'ip' | 'ipCountry' | 'bin' | 'amountUsd' | 'currency' | 'phone' | 'billingCountry' | 'shippingCountry'
>

/** An event and the values that were looked up for it so far. */
class Source {
  readonly facts: FeatureFacts
  readonly #event: Json
  readonly #providers: FactProviders
  readonly #at: Date
  #place: IpFacts | null | undefined
  #card: BinFacts | null | undefined
  constructor(event: Json, facts: FeatureFacts, providers: FactProviders, at: Date) {
    this.#event = event
    this.facts = facts
    this.#providers = providers
    this.#at = at
  }

  get domain(): string | undefined {
    const { emailDomain } = this.facts.enrichment
    return typeof emailDomain === 'string' ? emailDomain : undefined
  }

  get mailbox(): DomainFacts | undefined {
    return this.domain === undefined ? undefined : domainFacts(this.domain)
  }

  get place(): IpFacts | null {
    const { ip } = this.facts
    if (this.#place === undefined) this.#place = (ip === null ? undefined : this.#providers.geo.find(ip)) ?? null
    return this.#place
  }

  get card(): BinFacts | null {
    const { bin } = this.facts
    const { bins } = this.#providers
    if (this.#card === undefined)
      this.#card = (bin === null ? undefined : (bins.find(bin) ?? bins.find(bin.slice(0, 6)))) ?? null
    return this.#card
  }

  get cardCountry(): string | null {
    return upper(this.card?.countryCode) ?? upper(this.#instrument.binCountryISO)
  }

  get rates(): Rates | undefined {
    return this.facts.amountUsd === null || this.facts.currency === null ? undefined : ratesOf(this.#at)
  }

  get salesTaxUsd(): number | null {
    const { salesTax } = this.#event
    const { rates } = this
    if (typeof salesTax !== 'number' || rates === undefined) return null
    const cents = toUsdCents(salesTax, this.facts.currency ?? '', rates)
    return cents === null ? null : cents / 100
  }

  get phone(): PhoneFacts | undefined {
    const { phone, billingCountry, shippingCountry } = this.facts
    return phone === null ? undefined : phoneFacts(phone, billingCountry ?? shippingCountry)
  }

  get billing(): Coordinates | undefined {
    return this.#locate(this.#instrument.billingAddress)
  }

  get shipping(): Coordinates | undefined {
    return this.#locate(this.#event.shippingAddress)
  }

  get #instrument(): Json {
    const list = this.#event.paymentInstrumentList
    return objectOf(Array.isArray(list) ? list[0] : undefined)
  }

  #locate(address: unknown): Coordinates | undefined {
    const { country, zipCode, city } = objectOf(address)
    return typeof country === 'string'
      ? this.#providers.geo.locate({ country: country.toUpperCase(), postalCode: textOf(zipCode), city: textOf(city) })
      : undefined
  }
}

const upper = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.toUpperCase() : null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const distanceBetween = (a: Coordinates | undefined, b: Coordinates | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : Math.round(distanceKm(a, b))
/** Undefined when either value is unknown. */
const differ = (a: string | null | undefined, b: string | null): boolean | undefined =>
  a == null || b === null ? undefined : a !== b

type Feature = readonly [
  name: string,
  type: 'string' | 'number' | 'boolean',
  description: string,
  read: (source: Source) => string | number | boolean | null | undefined,
]

/**
 * Every feature of a purchase: its name in rules, its description, and its computation. Null and undefined are unknown.
 */
const features: readonly Feature[] = [
  ['emailDomain', 'string', 'Domain of the e-mail address, in lower case', source => source.domain],
  [
    'emailPattern',
    'string',
    'Shape of the part before the @: letters A, digits N',
    source => source.facts.enrichment.emailPattern,
  ],
  [
    'emailDisposable',
    'boolean',
    'The domain is of a provider of throw-away mailboxes',
    source => source.mailbox?.disposable,
  ],
  [
    'emailFree',
    'boolean',
    'The domain is of a provider that gives a mailbox to anybody',
    source => source.mailbox?.free,
  ],
  ['ipCountry', 'string', 'Country of the IP address, ISO two-letter code', source => source.facts.ipCountry],
  [
    'ipRegion',
    'string',
    'Region of the IP address; needs a geo database of the operator',
    source => source.place?.region,
  ],
  ['ipCity', 'string', 'City of the IP address; needs a geo database of the operator', source => source.place?.city],
  ['ipMarket', 'string', 'Market of the IP address: NA, LATAM, EMEA or APAC', source => source.place?.marketCode],
  [
    'ipNetwork',
    'string',
    'Number of the network of the IP address; needs a geo database of the operator',
    source => source.place?.asn,
  ],
  ['cardNetwork', 'string', 'Network of the card, by its leading digits', source => source.card?.cardNetwork],
  ['cardIssuer', 'string', 'Issuer of the card; needs a BIN database of the operator', source => source.card?.issuer],
  [
    'cardCountry',
    'string',
    'Country of the card, as sent or from a BIN database of the operator',
    source => source.cardCountry,
  ],
  [
    'ipBillingCountryMismatch',
    'boolean',
    'IP address and billing address are in different countries; missing when one is not known',
    ({ facts }) => differ(facts.ipCountry, facts.billingCountry),
  ],
  [
    'ipShippingCountryMismatch',
    'boolean',
    'IP address and shipping address are in different countries; missing when one is not known',
    ({ facts }) => differ(facts.ipCountry, facts.shippingCountry),
  ],
  [
    'billingShippingCountryMismatch',
    'boolean',
    'Billing and shipping address are in different countries; missing when one is not known',
    ({ facts }) => differ(facts.billingCountry, facts.shippingCountry),
  ],
  [
    'cardBillingCountryMismatch',
    'boolean',
    'Card and billing address are of different countries; missing when one is not known',
    source => differ(source.cardCountry, source.facts.billingCountry),
  ],
  [
    'cardIpCountryMismatch',
    'boolean',
    'Card and IP address are of different countries; missing when one is not known',
    source => differ(source.cardCountry, source.facts.ipCountry),
  ],
  [
    'phoneIpCountryMismatch',
    'boolean',
    'Phone number and IP address are of different countries; missing when one is not known',
    source => differ(source.phone?.country, source.facts.ipCountry),
  ],
  [
    'ipBillingDistance',
    'number',
    'Kilometres between IP address and billing address; needs a geo database of the operator',
    source => distanceBetween(source.place?.coordinates, source.billing),
  ],
  [
    'ipShippingDistance',
    'number',
    'Kilometres between IP address and shipping address; needs a geo database of the operator',
    source => distanceBetween(source.place?.coordinates, source.shipping),
  ],
  [
    'billingShippingDistance',
    'number',
    'Kilometres between billing and shipping address; needs a geo database of the operator',
    source => distanceBetween(source.billing, source.shipping),
  ],
  [
    'totalAmountInUSD',
    'number',
    'Total amount in US dollars; missing when there is no rate',
    ({ facts }) => (facts.amountUsd === null ? undefined : facts.amountUsd / 100),
  ],
  [
    'currencyConversionFactor',
    'number',
    'US dollars for one unit of the currency',
    source => source.rates?.factor(source.facts.currency ?? ''),
  ],
  ['salesTaxInUSD', 'number', 'Sales tax in US dollars; missing when there is no rate', source => source.salesTaxUsd],
  ['currencyConversionDate', 'string', 'Day of the rate, YYYY-MM-DD', source => source.rates?.day],
  ['phoneValid', 'boolean', 'The phone number fits the numbering plan of its country', source => source.phone?.valid],
  ['phoneCountry', 'string', 'Country of the phone number, ISO two-letter code', source => source.phone?.country],
  [
    'phoneType',
    'string',
    'Kind of the phone number, where the numbering plan tells: MOBILE, FIXED_LINE …',
    source => source.phone?.type,
  ],
]
const names = features.map(([name]) => name)
const reads = new Map(features.map(([name, , , read]) => [name, read]))

const ownProperty: PropertyDescriptor = { value: undefined, writable: true, enumerable: true, configurable: true }
/** Represents an object with all features, each of which is computed at its first read. */
const handler: ProxyHandler<Source> = {
  get: (source, name) => (typeof name === 'string' ? (reads.get(name)?.(source) ?? undefined) : undefined),
  has: (_source, name) => typeof name === 'string' && reads.has(name),
  ownKeys: () => names,
  // A caller that copies or reads requests the value next; this trap only reports whether it exists.
  getOwnPropertyDescriptor: (_source, name) => (typeof name === 'string' && reads.has(name) ? ownProperty : undefined),
  getPrototypeOf: () => Object.prototype,
}

/**
 * Returns the `calculatedFeatures` of an event for rules: each is computed when a rule reads it, and costs nothing
 * before. An unknown fact is undefined, which rules read as a missing attribute.
 */
export const purchaseFeatures = (event: Json, facts: FeatureFacts, providers: FactProviders, at: Date): Json =>
  new Proxy(new Source(event, facts, providers, at), handler) as unknown as Json

/** The features that rules can name. */
export const purchaseFeatureAttributes: readonly Attribute[] = [
  {
    path: 'calculatedFeatures',
    type: 'object',
    description: 'What is worked out from the event; a fact that is not known is missing',
  },
  ...features.map(([name, type, description]) => ({ path: `calculatedFeatures.${name}`, type, description })),
]

/** Facts of the user agent of a request for rules. */
export const userAgentAttributes: readonly Attribute[] = (
  [
    ['userAgentBrowser', 'Browser by the user agent'],
    ['userAgentPlatform', 'Browser and its version by the user agent'],
    ['userAgentOperatingSystem', 'Operating system by the user agent'],
    ['userAgentDeviceFamily', 'Model or maker of the device by the user agent'],
    ['userAgentMobile', 'true for a mobile device by the user agent'],
    ['userAgentType', 'Kind of the client by the user agent: computer, mobile or spider'],
  ] as const
).map(([name, description]) => ({ path: `deviceAttributes.${name}`, type: 'string', description }))
