import {
  decisions,
  type SearchColumn,
  type SearchFieldGroup,
  type SearchFieldType,
  searchColumns,
  searchColumnTypes,
} from '../../../contract/index.ts'
import type { CatalogueField } from './field-types.ts'

const groups: Record<SearchColumn, SearchFieldGroup> = {
  externalId: 'event',
  at: 'event',
  merchantAt: 'event',
  assessmentType: 'event',
  decision: 'rules',
  reason: 'rules',
  rule: 'rules',
  clause: 'rules',
  riskScore: 'scores',
  amount: 'order',
  currency: 'order',
  amountUsd: 'order',
  userId: 'user',
  userName: 'user',
  email: 'user',
  phone: 'user',
  ip: 'device',
  ipCountry: 'device',
  deviceId: 'device',
  paymentType: 'payment',
  cardType: 'payment',
  bin: 'payment',
  lastFour: 'payment',
  billingCountry: 'addresses',
  shippingCountry: 'addresses',
  shippingCity: 'addresses',
  itemCount: 'order',
  label: 'label',
}

const values: Partial<Record<SearchColumn, readonly string[]>> = {
  decision: decisions,
  assessmentType: ['Protect', 'Evaluate'],
  label: ['Fraud', 'NonFraud'],
}

/** Columns that an index finds. */
const indexed: ReadonlySet<SearchColumn> = new Set([
  'externalId',
  'at',
  'decision',
  'userId',
  'email',
  'phone',
  'ip',
  'deviceId',
])

/** The attribute that a column was read from, and whether it can have several values. */
type ColumnPaths = Partial<Record<SearchColumn, readonly [path: string, many: boolean]>>

const instruments = (list: string, country: string): ColumnPaths => ({
  paymentType: [`${list}.type`, true],
  cardType: [`${list}.cardType`, true],
  bin: [`${list}.bin`, true],
  lastFour: [`${list}.lastFourDigits`, true],
  billingCountry: [`${list}.billingAddress.${country}`, true],
})
const account = (id: string): ColumnPaths => ({
  externalId: [`metadata.${id}`, false],
  merchantAt: ['metadata.customerLocalDate', false],
  assessmentType: ['metadata.assessmentType', false],
  userId: ['user.userId', false],
  ...instruments('paymentInstruments', 'countryRegion'),
  shippingCountry: ['address.countryRegion', true],
  shippingCity: ['address.city', true],
})

const pathsOf: Readonly<Record<string, ColumnPaths>> = {
  purchase: {
    externalId: ['purchaseId', false],
    merchantAt: ['merchantLocalDate', false],
    assessmentType: ['assessmentType', false],
    currency: ['currency', false],
    userId: ['user.userId', false],
    email: ['user.email', false],
    phone: ['user.phoneNumber', false],
    ...instruments('paymentInstrumentList', 'country'),
    shippingCountry: ['shippingAddress.country', false],
    shippingCity: ['shippingAddress.city', false],
  },
  accountcreation: account('signUpId'),
  accountlogin: account('loginId'),
}

const typeOf = (column: SearchColumn): SearchFieldType =>
  column === 'ip'
    ? 'ip'
    : searchColumnTypes[column] === 'choice' && !values[column]
      ? 'text'
      : searchColumnTypes[column]

const orderColumns: ReadonlySet<SearchColumn> = new Set(['amountUsd', 'currency', 'itemCount'])
const paymentColumns: ReadonlySet<SearchColumn> = new Set([
  'paymentType',
  'cardType',
  'bin',
  'lastFour',
  'billingCountry',
  'shippingCountry',
  'shippingCity',
])

/** An account is opened with payment instruments and addresses, perhaps, and never with an order. */
function canHave(eventType: string, column: SearchColumn): boolean {
  // Its minor units depend on the currency: the attribute is offered instead.
  if (column === 'amount') return false
  const isLogin = eventType === 'accountlogin' || eventType === 'signin'
  const isAccount = isLogin || eventType === 'accountcreation' || eventType === 'signup'
  return !(isAccount && orderColumns.has(column)) && !(isLogin && paymentColumns.has(column))
}

/** Returns the columns of events of a type as fields. */
export function columnFields(eventType: string): CatalogueField[] {
  const paths = pathsOf[eventType] ?? {}
  return searchColumns.map(column => {
    const [path, many = false] = paths[column] ?? []
    const columnValues = values[column]
    return {
      id: column,
      group: groups[column],
      type: typeOf(column),
      many,
      indexed: indexed.has(column),
      ...(columnValues ? { values: [...columnValues] } : {}),
      source: { kind: 'column', column, ...(path === undefined ? {} : { path }) },
      offered: canHave(eventType, column),
    }
  })
}
