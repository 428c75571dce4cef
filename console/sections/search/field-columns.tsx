import { createColumns, type DataColumn } from '@assay/design-system'
import { type SearchColumn, type SearchRow, searchColumns } from '@assay/risk-service/contract'
import { paymentColumns } from './event-type-columns.ts'

const c = createColumns<SearchRow>()

interface FieldColumn {
  field: string
  labelId: string
  /** Types of events that have it; absent: all. */
  types?: readonly string[]
  /** Ids and codes. */
  mono?: boolean
  /** Shown until somebody hides it. */
  shown?: boolean
}

/** Columns of fields that a row of events does not have: their values are asked for while they are shown. */
const fieldColumns: readonly FieldColumn[] = [
  { field: 'reviewDecision', labelId: 'Search.Field.reviewDecision', shown: true },
  {
    field: 'paymentInstrumentList.merchantPaymentInstrumentId',
    labelId: 'Cases.Column.PaymentInstrument',
    types: ['purchase'],
    mono: true,
    shown: true,
  },
  {
    field: 'paymentInstruments.merchantPaymentInstrumentId',
    labelId: 'Cases.Column.PaymentInstrument',
    types: ['accountcreation'],
    mono: true,
    shown: true,
  },
  {
    field: 'latestStatus.statusType',
    labelId: 'Cases.Column.LatestStatus',
    types: ['purchase', 'accountcreation', 'accountlogin', 'signup'],
    shown: true,
  },
  { field: 'productList.productId', labelId: 'Search.Field.productId', types: ['purchase'], mono: true },
  { field: 'productList.productName', labelId: 'Search.Field.productName', types: ['purchase'] },
  { field: 'queueName', labelId: 'Search.Field.queueName' },
  { field: 'agentName', labelId: 'Search.Field.agentName' },
  { field: 'caseTags', labelId: 'Search.Field.caseTags' },
  { field: 'environmentName', labelId: 'Search.Field.environmentName' },
  { field: 'environmentId', labelId: 'Search.Field.environmentId', mono: true },
]

/** Columns of events of a type beside those of its rows. */
export const fieldColumnsOf = (eventType: string): DataColumn<SearchRow>[] =>
  fieldColumns
    .filter(({ types }) => types?.includes(eventType) ?? true)
    .map(({ field, labelId, mono = false, shown = false }) =>
      c.values(field, { labelId, value: row => row.values?.[field] ?? [], mono, initiallyHidden: !shown }),
    )

/** Columns whose values are those of another field. */
const listFields: Readonly<Record<string, Partial<Record<string, string>>>> = {
  accountcreation: { email: 'email.emailValue', phone: 'phone.phoneNumber' },
}

/** The field with all values of a column; null for a column that the row has as a whole. */
export function fieldOfColumn(eventType: string, column: string): string | null {
  const list = listFields[eventType]?.[column]
  if (list !== undefined) return list
  return paymentColumns.has(column as SearchColumn) || !searchColumns.some(each => each === column) ? column : null
}

/** All values of a column where they were asked for, else the one that the row has. */
export function valuesOfColumn(row: SearchRow, column: SearchColumn): readonly string[] {
  const all = row.values?.[fieldOfColumn(row.eventType, column) ?? column] ?? []
  const first = row[column]
  return all.length > 0 || first === null ? all : [String(first)]
}
