import type { DerivedAttribute } from '../../contract/index.ts'
import type { ContrastAttribute, ContrastCell } from '../../engine/contrast/types.ts'
import { networkOf } from '../../engine/enrich/ip-address.ts'
import type { ScannedEvent } from '../search/scan/scan-events.ts'

interface Derived {
  kind: ContrastAttribute['kind']
  read: (event: ScannedEvent) => ContrastCell
}

/** Attributes that no event has, and how they are read from one. */
export const derivedValues: Readonly<Record<DerivedAttribute, Derived>> = {
  emailDomain: { kind: 'text', read: ({ email }) => domainOf(email) },
  ipNetwork: { kind: 'text', read: ({ ip }) => networkOf(String(ip ?? '').trim()) },
  hour: { kind: 'number', read: ({ hour }) => hour },
  weekday: { kind: 'text', read: ({ weekday }) => String(weekday) },
  billingIsShippingCountry: {
    kind: 'text',
    read: ({ billing_country, shipping_country }) => equality(billing_country, shipping_country),
  },
  ipIsBillingCountry: {
    kind: 'text',
    read: ({ ip_country, billing_country }) => equality(ip_country, billing_country),
  },
}

type Value = ScannedEvent[keyof ScannedEvent]

function domainOf(email: Value): string | null {
  const text = String(email ?? '')
  const at = text.lastIndexOf('@')
  return at < 0 ? null : text.slice(at + 1)
}

/** Whether two countries are equal; null where one is missing. */
function equality(x: Value, y: Value): string | null {
  if (x === null || y === null || x === '' || y === '') return null
  return String(String(x).toLowerCase() === String(y).toLowerCase())
}
