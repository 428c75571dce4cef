import type { SearchColumn } from '@assay/risk-service/contract'

const orderColumns: ReadonlySet<SearchColumn> = new Set(['amount', 'amountUsd', 'currency', 'itemCount'])
/** Columns of payment instruments and addresses, of which an event can have several. */
export const paymentColumns: ReadonlySet<SearchColumn> = new Set([
  'paymentType',
  'cardType',
  'bin',
  'lastFour',
  'billingCountry',
  'shippingCountry',
  'shippingCity',
])
/** An account is opened with payment instruments and addresses, perhaps, and never with an order. */
const accountCreations: ReadonlySet<string> = new Set(['accountcreation', 'signup'])
const accountLogins: ReadonlySet<string> = new Set(['accountlogin', 'signin'])

/** Whether events of this type can have a value in a column. A tenant assessment can have any. */
export function hasColumn(eventType: string, column: SearchColumn): boolean {
  if (accountLogins.has(eventType)) return !orderColumns.has(column) && !paymentColumns.has(column)
  return !accountCreations.has(eventType) || !orderColumns.has(column)
}
