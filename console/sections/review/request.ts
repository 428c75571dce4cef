import type { EventDetail } from '@assay/risk-service/contract'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Object at a key of the stored request; empty when it was not sent. */
export function part(source: Json, key: string): Json {
  const value = source[key]
  return isObject(value) ? value : {}
}

/** Objects of a list of the stored request. */
export function list(source: Json, key: string): Json[] {
  const value = source[key]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Text of a field; null when it was not sent or is no plain value. */
export function text(source: Json, key: string): string | null {
  const value = source[key]
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null
}

export function number(source: Json, key: string): number | null {
  const value = source[key]
  return typeof value === 'number' ? value : null
}

export interface PostalAddress {
  kind: 'billing' | 'shipping'
  street: string
  place: string
  country: string | null
}

/** The postal addresses of an order, each once. */
export function addressesOf(detail: EventDetail): PostalAddress[] {
  const found: PostalAddress[] = []
  const add = (kind: PostalAddress['kind'], source: Json) => {
    const street = [text(source, 'street1'), text(source, 'street2')].filter(Boolean).join(', ')
    const place = [text(source, 'zipCode'), text(source, 'city')].filter(Boolean).join(' ')
    const country = text(source, 'country')
    if (street === '' && place === '' && country === null) return
    if (found.some(known => known.kind === kind && known.street === street && known.place === place)) return
    found.push({ kind, street, place, country })
  }
  for (const instrument of list(detail.view, 'paymentInstrumentList'))
    add('billing', part(instrument, 'billingAddress'))
  add('shipping', part(detail.view, 'shippingAddress'))
  return found
}
