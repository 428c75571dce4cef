import { type EventDetail, isMaskedText } from '@assay/risk-service/contract'
import { objectAt, objectsAt, textAt } from '../request-fields.ts'

type Json = Record<string, unknown>

/** Two facts of an order that should agree, and whether they do. */
export interface MatchMark {
  id: 'ipShipping' | 'ipBilling' | 'shippingBilling' | 'accountHolder' | 'accountShipping' | 'holderShipping'
  /** Names of people, instead of countries. */
  names: boolean
  matches: boolean
}

const fullName = (person: Json): string | null =>
  [textAt(person, 'firstName'), textAt(person, 'lastName')].filter(Boolean).join(' ') || null

/** One spelling of a name: cards have neither accents nor a fixed order of names. */
const normalise = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ')

const present = (values: readonly (string | null | undefined)[]): string[] =>
  values.flatMap(value => (value == null || value === '' ? [] : [value]))

/**
 * Compares countries and names of an order in pairs: IP address, billing and shipping; account, holders of the
 * payment instruments and recipient; several instruments agree when each of them does. A pair of which one part is
 * missing, or masked, has no mark.
 */
export function matchMarks({ row, view }: Pick<EventDetail, 'row' | 'view'>): MatchMark[] {
  const instruments = objectsAt(view, 'paymentInstrumentList')
  const holder = present(instruments.map(each => textAt(each, 'holderName')))
  const account = present([fullName(objectAt(view, 'user'))])
  const recipient = present([fullName(objectAt(view, 'shippingAddress'))])
  const ipCountry = present([row.ipCountry])
  const shippingCountry = present([row.shippingCountry])
  const billingCountry = present([
    row.billingCountry,
    ...instruments.map(each => textAt(objectAt(each, 'billingAddress'), 'country')),
  ])
  const pairs = [
    ['ipShipping', false, ipCountry, shippingCountry],
    ['ipBilling', false, ipCountry, billingCountry],
    ['shippingBilling', false, shippingCountry, billingCountry],
    ['accountHolder', true, account, holder],
    ['accountShipping', true, account, recipient],
    ['holderShipping', true, holder, recipient],
  ] as const
  return pairs.flatMap(([id, names, a, b]) =>
    a.length === 0 || b.length === 0 || [...a, ...b].some(isMaskedText)
      ? []
      : [{ id, names, matches: new Set([...a, ...b].map(normalise)).size === 1 }],
  )
}
