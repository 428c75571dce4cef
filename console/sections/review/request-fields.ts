import type { EventDetail } from '@assay/risk-service/contract'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Object at a key of the stored request; empty when it was not sent. */
export function objectAt(source: Json, key: string): Json {
  const value = source[key]
  return isObject(value) ? value : {}
}

/** Objects of a list of the stored request. */
export function objectsAt(source: Json, key: string): Json[] {
  const value = source[key]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Text of a field; null when it was not sent or is no plain value. */
export function textAt(source: Json, key: string): string | null {
  const value = source[key]
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null
}

export function numberAt(source: Json, key: string): number | null {
  const value = source[key]
  return typeof value === 'number' ? value : null
}

export interface PostalAddress {
  kind: 'billing' | 'shipping' | 'account' | 'store'
  street: string
  place: string
  country: string | null
  /** As the service indexes it; null for an address without a street. */
  indexed: string | null
}

const accountTypes: ReadonlySet<string> = new Set(['signup', 'signin', 'accountcreation', 'accountlogin'])

/** The postal addresses of an event, each once. */
export function addressesOf(detail: EventDetail): PostalAddress[] {
  const found: PostalAddress[] = []
  const add = (kind: PostalAddress['kind'], source: Json) => {
    const street = [textAt(source, 'street1'), textAt(source, 'street2')].filter(Boolean).join(', ')
    const place = [textAt(source, 'zipCode'), textAt(source, 'city')].filter(Boolean).join(' ')
    const country = textAt(source, 'country')
    if (street === '' && place === '' && country === null) return
    if (found.some(other => other.kind === kind && other.street === street && other.place === place)) return
    const parts = [textAt(source, 'street1'), place, country?.toUpperCase()]
    const indexed = parts[0] === null ? null : parts.filter(Boolean).join(', ')
    found.push({ kind, street, place, country, indexed })
  }
  for (const instrument of objectsAt(detail.view, 'paymentInstrumentList'))
    add('billing', objectAt(instrument, 'billingAddress'))
  // Events of accounts have the address of the account where purchases have that of the shipment.
  add(accountTypes.has(detail.row.eventType) ? 'account' : 'shipping', objectAt(detail.view, 'shippingAddress'))
  const store = textAt(detail.view, 'storeAddress')
  if (store !== null) found.push({ kind: 'store', street: store, place: '', country: null, indexed: null })
  return found
}

/** The merchant's ids of the payment instruments of an event. */
export const instrumentsOf = ({ view }: Pick<EventDetail, 'view'>): string[] =>
  objectsAt(view, 'paymentInstrumentList').flatMap(
    instrument => textAt(instrument, 'merchantPaymentInstrumentId') ?? [],
  )
