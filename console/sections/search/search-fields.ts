import { type SearchColumn, type SearchField, searchColumnTypes } from '@assay/risk-service/contract'
import { hasColumn } from './event-type-columns.ts'

/** Columns in the order of the list, with the group in which the service lists them. */
const groups: readonly (readonly [SearchField['group'], readonly SearchColumn[]])[] = [
  ['event', ['externalId', 'at', 'merchantAt', 'assessmentType']],
  ['scores', ['riskScore']],
  ['rules', ['decision', 'reason', 'rule', 'clause']],
  ['user', ['userId', 'userName', 'email', 'phone']],
  ['device', ['ip', 'ipCountry', 'deviceId']],
  ['payment', ['paymentType', 'cardType', 'bin', 'lastFour']],
  ['addresses', ['billingCountry', 'shippingCountry', 'shippingCity']],
  ['order', ['currency', 'amountUsd', 'itemCount']],
  ['label', ['label']],
]
const choices: ReadonlySet<SearchColumn> = new Set(['decision', 'assessmentType', 'label'])

const typeOf = (column: SearchColumn): SearchField['type'] =>
  column === 'ip'
    ? 'ip'
    : searchColumnTypes[column] === 'choice'
      ? choices.has(column)
        ? 'choice'
        : 'text'
      : searchColumnTypes[column]

/** The columns of the search as fields, for the time before the service has sent all of them. */
export const columnFields = (eventType: string): SearchField[] =>
  groups.flatMap(([group, columns]) =>
    columns
      .filter(column => hasColumn(eventType, column))
      .map(id => ({ id, group, type: typeOf(id), many: false, indexed: false })),
  )
