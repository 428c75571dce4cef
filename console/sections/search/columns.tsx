import { createColumns, type DataColumn } from '@assay/design-system'
import { type SearchField, type SearchRow, searchColumns, wholeValueOperators } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { assessmentTypeNames, idLabelOf, labelNames, scoreOf } from '../../platform/events/event-names.ts'
import { majorUnits } from '../../platform/i18n/money.ts'
import { hasColumn } from './event-type-columns.ts'
import { fieldColumnsOf, valuesOfColumn } from './field-columns.tsx'

const c = createColumns<SearchRow>()
const countryName = (code: string, format: { country: (code: string) => string }) => format.country(code)

/**
 * Columns of events of a type, in their first order; `id` is the name the contract sorts and filters by.
 * `fields`: as the service describes them, with those whose values are masked.
 */
export function searchTableColumns(
  intl: IntlShape,
  eventType: string,
  href: (row: SearchRow) => string,
  fields: readonly SearchField[] = [],
): DataColumn<SearchRow>[] {
  const absent = new Set<string>(searchColumns.filter(column => !hasColumn(eventType, column)))
  const masked = new Set(fields.flatMap(field => (field.masked ? [field.id] : [])))
  return [...allColumns(intl, eventType, href), ...fieldColumnsOf(eventType)]
    .filter(({ id }) => !absent.has(id))
    .map(column => (masked.has(column.id) ? maskedColumn(column) : column))
}

/** A column of masked values: nothing is sorted by it, and only whole values are compared. */
const maskedColumn = (column: DataColumn<SearchRow>): DataColumn<SearchRow> => ({
  ...column,
  sortable: false,
  ...(column.filterOperators
    ? { filterOperators: column.filterOperators.filter(operator => wholeValueOperators.has(operator)) }
    : {}),
})

function allColumns(intl: IntlShape, eventType: string, href: (row: SearchRow) => string): DataColumn<SearchRow>[] {
  const sortable = true
  const text = { filterOperators: ['contains', 'eq', 'empty', 'notEmpty'] } as const
  const number = { filterOperators: ['gte', 'lte', 'between', 'empty', 'notEmpty'] } as const
  const days = { filterOperators: ['on', 'after', 'before', 'between'] } as const
  const choice = { filter: 'set', filterOperators: ['in', 'notIn', 'empty'] } as const
  const hidden = { sortable, initiallyHidden: true }
  return [
    c.idLink('externalId', {
      ...text,
      labelId: idLabelOf(eventType),
      value: row => row.externalId,
      href,
      sortable,
      size: 148,
    }),
    c.dateTime('at', { ...days, labelId: 'Events.Column.At', value: row => row.at, sortable }),
    c.score('riskScore', { ...number, labelId: 'Events.Column.RiskScore', value: scoreOf, sortable }),
    c.decision('decision', {
      filterOperators: ['in', 'notIn'],
      labelId: 'Events.Column.Decision',
      value: row => row.decision,
      sortable,
    }),
    c.money('amount', {
      filter: false,
      labelId: 'Events.Column.Amount',
      value: row => (row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency)),
      currency: row => row.currency ?? '',
      sortable,
    }),
    c.values('email', {
      ...text,
      labelId: 'Events.Column.Email',
      value: row => valuesOfColumn(row, 'email'),
      sortable,
      size: 220,
    }),
    c.text('userId', {
      ...text,
      labelId: 'Events.Column.UserId',
      value: row => row.userId,
      sortable,
      mono: true,
      size: 140,
    }),
    c.text('ip', { ...text, labelId: 'Events.Column.Ip', value: row => row.ip, sortable, mono: true, size: 140 }),
    c.country('ipCountry', { ...choice, labelId: 'Events.Column.IpCountry', value: row => row.ipCountry, sortable }),
    c.text('deviceId', {
      ...text,
      labelId: 'Events.Column.DeviceId',
      value: row => row.deviceId,
      sortable,
      mono: true,
      size: 180,
    }),
    c.text('rule', { ...text, labelId: 'Events.Column.Rule', value: row => row.rule, sortable }),
    c.text('clause', { ...text, labelId: 'Events.Column.Clause', value: row => row.clause, ...hidden }),
    c.text('reason', { ...text, labelId: 'Events.Column.Reason', value: row => row.reason, ...hidden }),
    c.choice('label', {
      ...choice,
      labelId: 'Events.Column.Label',
      value: row => row.label,
      names: labelNames(intl),
      sortable,
      size: 110,
    }),
    c.money('amountUsd', {
      ...number,
      labelId: 'Events.Column.AmountUsd',
      value: row => (row.amountUsd === null ? null : row.amountUsd / 100),
      currency: () => 'USD',
      ...hidden,
    }),
    c.text('userName', { ...text, labelId: 'Events.Column.UserName', value: row => row.userName, ...hidden }),
    c.values('phone', {
      ...text,
      labelId: 'Events.Column.Phone',
      value: row => valuesOfColumn(row, 'phone'),
      mono: true,
      ...hidden,
    }),
    c.values('paymentType', {
      ...choice,
      labelId: 'Events.Column.PaymentType',
      value: row => valuesOfColumn(row, 'paymentType'),
      ...hidden,
    }),
    c.values('cardType', {
      ...choice,
      labelId: 'Events.Column.CardType',
      value: row => valuesOfColumn(row, 'cardType'),
      ...hidden,
    }),
    c.values('bin', {
      ...text,
      labelId: 'Events.Column.Bin',
      value: row => valuesOfColumn(row, 'bin'),
      mono: true,
      ...hidden,
    }),
    c.values('lastFour', {
      ...text,
      labelId: 'Events.Column.LastFour',
      value: row => valuesOfColumn(row, 'lastFour'),
      mono: true,
      ...hidden,
    }),
    c.values('billingCountry', {
      ...choice,
      labelId: 'Events.Column.BillingCountry',
      value: row => valuesOfColumn(row, 'billingCountry'),
      shown: countryName,
      ...hidden,
    }),
    c.values('shippingCountry', {
      ...choice,
      labelId: 'Events.Column.ShippingCountry',
      value: row => valuesOfColumn(row, 'shippingCountry'),
      shown: countryName,
      ...hidden,
    }),
    c.values('shippingCity', {
      ...text,
      labelId: 'Events.Column.ShippingCity',
      value: row => valuesOfColumn(row, 'shippingCity'),
      ...hidden,
    }),
    c.number('itemCount', { ...number, labelId: 'Events.Column.ItemCount', value: row => row.itemCount, ...hidden }),
    c.text('currency', {
      ...choice,
      labelId: 'Events.Column.Currency',
      value: row => row.currency,
      ...hidden,
      alwaysExported: true,
    }),
    c.choice('assessmentType', {
      ...choice,
      labelId: 'Events.Column.AssessmentType',
      value: row => row.assessmentType,
      names: assessmentTypeNames(intl),
      ...hidden,
    }),
    c.dateTime('merchantAt', {
      filter: false,
      labelId: 'Events.Column.MerchantAt',
      value: row => row.merchantAt,
      ...hidden,
    }),
  ]
}
