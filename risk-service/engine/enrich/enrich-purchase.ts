import type { EntityType } from '../../contract/index.ts'
import type { EntityLink, EventFacts } from '../../ports/index.ts'
import { truncateText } from '../ingest/sensitive-data.ts'
import { minorDigits, ratesOf, toMinorUnits, toUsdCents } from './exchange-rates.ts'
import { payersOf } from './payers.ts'
import { indexedInstruments, postalCodesOf } from './postal-codes.ts'

/** Country (ISO 3166-1 alpha-2) of an address, null when unknown; the caller supplies the data set. */
export type CountryOf = (ip: string) => string | null

/** Facts of a purchase in the shape of the event row, and further results of enrichment. */
export interface EnrichedPurchase extends EventFacts {
  entities: EntityLink[]
  /** Stored with the event and shown on its page. */
  enrichment: Record<string, string | number>
}

type Json = Record<string, unknown>
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
const maxTextLength = 256
/** Returns the text of a field, null when absent or blank; bounded, because it becomes an indexed column. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' ? null : truncateText(trimmed, maxTextLength)
}

/**
 * Reads a normalised purchase. Pure: the same event has the same facts. `at`: the day of the exchange rates, the latest
 * for null.
 */
export function enrichPurchase(event: Json, countryOf: CountryOf, at: Date | null = null): EnrichedPurchase {
  const user = object(event.user)
  const device = object(event.deviceContext)
  const shipping = object(event.shippingAddress)
  const instruments = list(event.paymentInstrumentList)
  const first = instruments[0] ?? {}
  const billing = object(first.billingAddress)
  const ip = normaliseIp(textOf(device.ipAddress) ?? textOf(device.trueIp))
  const ipCountry = ip === null ? null : countryOf(ip)
  const email = textOf(user.email)
  const currency = textOf(event.currency)?.toUpperCase().slice(0, 3) ?? null
  const total = typeof event.totalAmount === 'number' ? event.totalAmount : null
  const amount = total === null || currency === null ? null : toMinorUnits(total, currency)
  const amountUsd = total === null || currency === null ? null : toUsdCents(total, currency, ratesOf(at))
  const bin = binOf(textOf(first.bin))
  const brand = bin === null ? null : brandOf(bin)
  const products = list(event.productList)

  const enrichment: Record<string, string | number> = {}
  if (ipCountry !== null) enrichment.ipCountry = ipCountry
  if (email !== null) {
    const at = email.lastIndexOf('@')
    // An address that ends with the sign has no domain; unknown values are left out.
    if (at >= 0 && at < email.length - 1) enrichment.emailDomain = email.slice(at + 1).toLowerCase()
    enrichment.emailPattern = patternOf(at > 0 ? email.slice(0, at) : email)
  }
  if (amountUsd !== null) {
    enrichment.amountUsd = amountUsd
    enrichment.ratesDay = ratesOf(at).day
  }
  if (currency !== null && minorDigits(currency) !== undefined) enrichment.currencyDigits = minorDigits(currency) ?? 2
  if (brand !== null) enrichment.cardBrand = brand

  return {
    merchantAt: instantOf(event.merchantLocalDate),
    assessmentType: event.assessmentType === 'Evaluate' ? 'Evaluate' : 'Protect',
    amount,
    currency,
    amountUsd,
    userId: textOf(user.userId),
    userName: nameOf(user) ?? nameOf(shipping),
    email,
    phone: textOf(user.phoneNumber) ?? textOf(shipping.phoneNumber),
    ip,
    ipCountry,
    deviceId: textOf(device.externalDeviceId) ?? textOf(device.deviceId) ?? textOf(device.deviceContextId),
    paymentType: textOf(first.type),
    cardType: textOf(first.cardType) ?? brand,
    bin,
    lastFour: textOf(first.lastFourDigits)?.replace(/\D/g, '').slice(-4) ?? null,
    billingCountry: countryCode(billing.country),
    shippingCountry: countryCode(shipping.country),
    shippingCity: textOf(shipping.city),
    itemCount: itemsOf(event.totalItemCount, products),
    payers: payersOf(instruments),
    postalCodes: postalCodesOf(event),
    entities: entitiesOf(user, device, shipping, instruments, ip),
    enrichment,
  }
}

function itemsOf(sent: unknown, products: readonly Json[]): number | null {
  const counted = products.reduce(
    (sum, product) => sum + (typeof product.quantity === 'number' ? product.quantity : 1),
    0,
  )
  const items = typeof sent === 'number' ? Math.round(sent) : products.length === 0 ? null : counted
  return items === null || items < 0 || items > 2_147_483_647 ? null : Math.round(items)
}

const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the UTC instant of a normalised date-time, null when absent. Clients fill dates with the first or last moment
 * of their calendar; their offset can lead into a year without four digits, which the nearest valid instant replaces.
 */
export function instantOf(value: unknown): string | null {
  const time = instantTimeOf(value)
  return time === null ? null : new Date(time).toISOString()
}

/** Returns that instant in milliseconds. */
export function instantTimeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : Math.min(Math.max(time, firstInstant), lastInstant)
}

const nameOf = (person: Json): string | null =>
  textOf([person.firstName, person.lastName].filter((part): part is string => typeof part === 'string').join(' '))

function countryCode(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : text.length === 2 ? text.toUpperCase() : text
}

const address4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const address6 = /^[0-9a-f:]{2,39}(?:%[\w.]+)?$/

/** Returns one spelling per address: IPv4 inside IPv6 unwrapped, lower case; null for text that is no address. */
export function normaliseIp(text: string | null): string | null {
  if (text === null) return null
  const lower = text.toLowerCase()
  const plain = lower.startsWith('::ffff:') && lower.includes('.') ? lower.slice(7) : lower
  if (address4.test(plain)) return plain
  return plain.includes(':') && address6.test(plain) ? plain : null
}

/** Returns the first six to eight digits of the card number. */
function binOf(text: string | null): string | null {
  const found = text === null ? null : /^\d{6,8}/.exec(text.replace(/\s/g, ''))
  return found === null ? null : found[0]
}

/** Returns the card brand by the issuer ranges of ISO/IEC 7812. */
export function brandOf(bin: string): string | null {
  const two = Number(bin.slice(0, 2))
  const four = Number(bin.slice(0, 4))
  if (bin.startsWith('4')) return 'Visa'
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return 'Mastercard'
  if (two === 34 || two === 37) return 'Amex'
  if (two === 62) return 'UnionPay'
  if (four >= 3528 && four <= 3589) return 'JCB'
  if (four === 6011 || two === 65 || (four >= 6440 && four <= 6499)) return 'Discover'
  return null
}

/** Returns the shape of the local part: letters A, digits N, other characters unchanged; runs are limited to four. */
export function patternOf(local: string): string {
  return truncateText(local, 64)
    .replace(/\p{L}/gu, 'A')
    .replace(/\d/g, 'N')
    .replace(/(A|N)\1{4,}/g, run => run.slice(0, 4))
}

function entitiesOf(
  user: Json,
  device: Json,
  shipping: Json,
  instruments: readonly Json[],
  ip: string | null,
): EntityLink[] {
  const found = new Map<string, EntityLink>()
  const add = (type: EntityType, display: string | null, value = display): void => {
    if (display === null || value === null) return
    const compared = normaliseEntityValue(value)
    if (compared === '') return
    const key = `${type}\n${compared}`
    if (!found.has(key)) found.set(key, { type, value: compared, display })
  }
  add('user', textOf(user.userId))
  add('email', textOf(user.email))
  add('device', textOf(device.externalDeviceId) ?? textOf(device.deviceId) ?? textOf(device.deviceContextId))
  add('ip', ip)
  const phones = [user.phoneNumber, shipping.phoneNumber]
  const addresses = [shipping]
  // A request may name a thousand instruments; a reviewer can use the links of the first ten.
  for (const instrument of instruments.slice(0, indexedInstruments)) {
    const billing = object(instrument.billingAddress)
    const id = textOf(instrument.merchantPaymentInstrumentId) ?? textOf(instrument.payerId) ?? cardOf(instrument)
    add('payment', id)
    add('email', textOf(instrument.email))
    phones.push(billing.phoneNumber)
    addresses.push(billing)
  }
  for (const phone of phones) add('phone', textOf(phone), phoneOf(textOf(phone)))
  for (const address of addresses) {
    const entity = addressEntity(address)
    if (entity !== null) add('address', entity.display, entity.value)
  }
  return [...found.values()]
}

/** Returns a postal address as an entity; null without a street. */
export function addressEntity(address: Json): EntityLink | null {
  const street = textOf(address.street1)
  if (street === null) return null
  const place = [textOf(address.zipCode), textOf(address.city)].filter(part => part !== null).join(' ')
  const parts = [street, place, countryCode(address.country)].filter(part => part !== null && part !== '')
  const display = parts.join(', ')
  return {
    type: 'address',
    value: normaliseEntityValue(display.replace(/[\s,.]+/g, ' ')),
    display: truncateText(display, maxTextLength),
  }
}

/**
 * Returns the identity of a card without the merchant's id: BIN, last four and expiry together distinguish cards well
 * enough to link.
 */
function cardOf(instrument: Json): string | null {
  const bin = binOf(textOf(instrument.bin))
  const last = textOf(instrument.lastFourDigits)?.replace(/\D/g, '').slice(-4)
  return bin === null || last === undefined || last === ''
    ? null
    : `${bin}…${last} ${textOf(instrument.expirationDate) ?? ''}`.trim()
}

function phoneOf(text: string | null): string | null {
  const digits = text?.replace(/\D/g, '') ?? ''
  return digits.length < 5 ? null : digits
}

/** Returns the form in which values of entities are compared: lower case, no outer blanks, bounded. */
export function normaliseEntityValue(value: string): string {
  return truncateWithHash(value.trim().toLowerCase())
}

/** Shortens an index key without merging two long values: FNV-1a of the whole is appended. */
function truncateWithHash(value: string): string {
  if (value.length <= 128) return value
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < value.length; index++) {
    hash ^= BigInt(value.charCodeAt(index))
    hash = BigInt.asUintN(64, hash * 0x100000001b3n)
  }
  return `${truncateText(value, 100)}#${hash.toString(16)}`
}
