import { type FilterCondition, type FilterField, type FilterOperator } from '@assay/design-system'
import { type SearchColumn, type SearchCondition, searchColumnTypes } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { idLabelOf } from '../../platform/events/event-names.ts'
import { hasColumn } from './event-type-columns.ts'

/** Filterable columns with the message of their name, in the order of the list. */
const filterable: readonly (readonly [SearchColumn, string])[] = [
  ['decision', 'Events.Column.Decision'],
  ['riskScore', 'Events.Column.RiskScore'],
  ['amountUsd', 'Events.Column.AmountUsd'],
  ['externalId', 'Events.Column.PurchaseId'],
  ['email', 'Events.Column.Email'],
  ['userId', 'Events.Column.UserId'],
  ['deviceId', 'Events.Column.DeviceId'],
  ['userName', 'Events.Column.UserName'],
  ['phone', 'Events.Column.Phone'],
  ['ip', 'Events.Column.Ip'],
  ['ipCountry', 'Events.Column.IpCountry'],
  ['rule', 'Events.Column.Rule'],
  ['clause', 'Events.Column.Clause'],
  ['reason', 'Events.Column.Reason'],
  ['label', 'Events.Column.Label'],
  ['currency', 'Events.Column.Currency'],
  ['paymentType', 'Events.Column.PaymentType'],
  ['cardType', 'Events.Column.CardType'],
  ['bin', 'Events.Column.Bin'],
  ['lastFour', 'Events.Column.LastFour'],
  ['billingCountry', 'Events.Column.BillingCountry'],
  ['shippingCountry', 'Events.Column.ShippingCountry'],
  ['shippingCity', 'Events.Column.ShippingCity'],
  ['itemCount', 'Events.Column.ItemCount'],
  ['at', 'Events.Column.At'],
  ['assessmentType', 'Events.Column.AssessmentType'],
]
const mono = new Set<SearchColumn>(['ip', 'deviceId', 'userId', 'externalId', 'bin', 'lastFour', 'phone', 'email'])
/** What a pasted text is compared with at once: addresses by their look, ids always. */
const quick: Partial<Record<SearchColumn, FilterField['quick']>> = {
  email: [
    { operator: 'eq', pattern: /^[^\s@]+@[^\s@]+$/ },
    { operator: 'contains', pattern: /@/ },
  ],
  ip: [{ operator: 'eq', pattern: /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:.*:)[\da-f:.]+)$/i }],
  phone: [{ operator: 'eq', pattern: /^\+\d{6,}$/ }],
  externalId: [{ operator: 'eq' }],
  userId: [{ operator: 'eq' }],
  deviceId: [{ operator: 'eq' }],
  userName: [{ operator: 'contains' }],
}
const choices: Partial<Record<SearchColumn, readonly (readonly [value: string, messageId: string])[]>> = {
  decision: [
    ['Approve', 'DesignSystem.Decision.approve'],
    ['Review', 'DesignSystem.Decision.review'],
    ['Challenge', 'DesignSystem.Decision.challenge'],
    ['Reject', 'DesignSystem.Decision.reject'],
  ],
  label: [
    ['Fraud', 'Events.Label.Fraud'],
    ['NonFraud', 'Events.Label.NonFraud'],
  ],
  assessmentType: [
    ['Protect', 'Events.AssessmentType.Protect'],
    ['Evaluate', 'Events.AssessmentType.Evaluate'],
  ],
}

/** Fields of the filter bar for events of a type, with the operators that their kind allows. */
export function filterFields(intl: IntlShape, eventType: string): FilterField[] {
  const word = (id: SearchCondition['op']): FilterOperator => ({
    id,
    label: intl.formatMessage({ id: `Search.Operator.${id}` }),
    arity: id === 'empty' || id === 'notEmpty' ? 'none' : id === 'in' ? 'many' : 'one',
  })
  return filterable
    .filter(([column]) => hasColumn(eventType, column))
    .map(([column, messageId]) => {
      const options = choices[column]?.map(([value, id]) => ({ value, label: intl.formatMessage({ id }) }))
      const kind = options
        ? 'choice'
        : searchColumnTypes[column] === 'number'
          ? 'number'
          : searchColumnTypes[column] === 'time'
            ? 'date'
            : 'text'
      const operators = (
        {
          choice: ['in', 'empty', 'notEmpty'],
          number: ['gte', 'lte', 'empty', 'notEmpty'],
          date: ['gte', 'lte'],
          text: ['eq', 'contains', 'neq', 'empty', 'notEmpty'],
        } as const
      )[kind]
      return {
        id: column,
        label: intl.formatMessage({ id: column === 'externalId' ? idLabelOf(eventType) : messageId }),
        kind,
        operators: operators.map(word),
        ...(options ? { options } : {}),
        ...(mono.has(column) ? { mono: true } : {}),
        ...(quick[column] ? { quick: quick[column] } : {}),
      }
    })
}

/** US dollars are typed, cents are compared. */
const scale = (column: SearchColumn): number => (column === 'amountUsd' ? 100 : 1)

export function toFilterCondition(condition: SearchCondition, index: number): FilterCondition {
  const values = !('value' in condition)
    ? []
    : Array.isArray(condition.value)
      ? condition.value
      : [typeof condition.value === 'number' ? String(condition.value / scale(condition.column)) : condition.value]
  return { id: String(index), field: condition.column, operator: condition.op, values }
}

export function fromFilterCondition({ field, operator, values }: FilterCondition): SearchCondition | null {
  const column = filterable.find(([name]) => name === field)?.[0]
  const [value = ''] = values
  if (!column) return null
  if (operator === 'empty' || operator === 'notEmpty') return { column, op: operator }
  if (operator === 'in') return values.length > 0 ? { column, op: 'in', value: [...values] } : null
  if (operator === 'gte' || operator === 'lte') {
    if (searchColumnTypes[column] === 'time') {
      const day = /^\d{4}-\d{2}-\d{2}$/.test(value)
      return {
        column,
        op: operator,
        value: day ? `${value}T${operator === 'gte' ? '00:00:00' : '23:59:59.999'}Z` : value,
      }
    }
    const number = Number(value)
    return Number.isFinite(number) ? { column, op: operator, value: Math.round(number * scale(column)) } : null
  }
  if (operator !== 'eq' && operator !== 'neq' && operator !== 'contains') return null
  return value.trim() === '' ? null : { column, op: operator, value: value.trim() }
}

/** A condition of the bar as it was stored; null for anything else. */
export function conditionOf(stored: unknown): FilterCondition | null {
  const { id, field, operator, values } = (stored ?? {}) as Partial<FilterCondition>
  const texts = Array.isArray(values) && values.every(value => typeof value === 'string')
  return typeof id === 'string' && typeof field === 'string' && typeof operator === 'string' && texts
    ? { id, field, operator, values }
    : null
}
