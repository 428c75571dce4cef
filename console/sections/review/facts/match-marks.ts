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

/** One spelling of a name, whatever its case, accents and spaces. */
const normalise = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/**
 * Compares countries and names of an order in pairs: IP address, billing and shipping; account, holder of the first
 * payment instrument and recipient. A pair of which one part is missing, or masked, has no mark.
 */
export function matchMarks({ row, view }: Pick<EventDetail, 'row' | 'view'>): MatchMark[] {
  const [instrument = {}] = objectsAt(view, 'paymentInstrumentList')
  const holder = textAt(instrument, 'holderName')
  const account = fullName(objectAt(view, 'user'))
  const recipient = fullName(objectAt(view, 'shippingAddress'))
  const { ipCountry, billingCountry, shippingCountry } = row
  const pairs = [
    ['ipShipping', false, ipCountry, shippingCountry],
    ['ipBilling', false, ipCountry, billingCountry],
    ['shippingBilling', false, shippingCountry, billingCountry],
    ['accountHolder', true, account, holder],
    ['accountShipping', true, account, recipient],
    ['holderShipping', true, holder, recipient],
  ] as const
  return pairs.flatMap(([id, names, a, b]) =>
    a == null || b == null || a === '' || b === '' || isMaskedText(a) || isMaskedText(b)
      ? []
      : [{ id, names, matches: normalise(a) === normalise(b) }],
  )
}
