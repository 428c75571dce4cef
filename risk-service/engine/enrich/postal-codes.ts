import { type Json, listOf, objectOf } from '../lib/json.ts'

/** Type under which the store indexes postal codes beside entities. It is no entity: it says where, not who. */
export const postalCodeType = 'postalCode'
/** As many instruments of one request are indexed and shown; a request may name a thousand. */
export const indexedInstruments = 10
const maxCodeLength = 16

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Returns country and postal code of an address in the form for comparisons, such as `us 98101`; null without either.
 * Blanks and hyphens do not count, and of a code of the United States its first five digits do: the rest is a street.
 */
export function postalCodeOf(address: Json): string | null {
  const country = textOf(address.country).toLowerCase()
  const code = textOf(address.zipCode)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (!/^[a-z]{2}$/.test(country) || code === '' || code.length > maxCodeLength) return null
  return `${country} ${country === 'us' ? code.slice(0, 5) : code}`
}

/** Returns the postal codes of a purchase, each once: of its shipment and of its first instruments. */
export function postalCodesOf(purchase: Json): string[] {
  const instruments = listOf(purchase.paymentInstrumentList).slice(0, indexedInstruments)
  const addresses = [purchase.shippingAddress, ...instruments.map(({ billingAddress }) => billingAddress)]
  return [...new Set(addresses.flatMap(address => postalCodeOf(objectOf(address)) ?? []))]
}
