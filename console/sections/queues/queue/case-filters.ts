import type { FilterCondition, FilterField } from '@assay/design-system'
import { type CaseFilter, caseLimits, type Person } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { type SearchParameter, textParameter } from '../../../platform/router/use-search-state.ts'

/** Parameters of the address, one per bound or value. Amounts in US dollars. */
export const filterParameters = {
  minScore: textParameter,
  maxScore: textParameter,
  minAmount: textParameter,
  maxAmount: textParameter,
  country: textParameter,
  tag: textParameter,
  assignee: textParameter,
  overdue: textParameter,
  escalated: textParameter,
  notes: textParameter,
  text: textParameter,
} as const satisfies Record<string, SearchParameter<string>>
export type FilterAddress = Record<keyof typeof filterParameters, string>

const emptyAddress = Object.fromEntries(Object.keys(filterParameters).map(name => [name, ''])) as FilterAddress
const maxScore = 999
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A number within limits; undefined for any other text, such as one in an old link. */
function numberOf(text: string, max: number): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 && value <= max ? value : undefined
}
const centsOf = (text: string) => {
  const amount = numberOf(text, Number.MAX_SAFE_INTEGER / 100)
  return amount === undefined ? undefined : Math.round(amount * 100)
}
const scoreOf = (text: string) => {
  const score = numberOf(text, maxScore)
  return score === undefined ? undefined : Math.round(score)
}

const answers: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
])

/** What is sent to the service; values that it would refuse are left out. */
export function caseFilterOf(address: FilterAddress): CaseFilter {
  const text = address.text.trim().slice(0, 200)
  const filter: CaseFilter = {
    minScore: scoreOf(address.minScore),
    maxScore: scoreOf(address.maxScore),
    minAmountUsd: centsOf(address.minAmount),
    maxAmountUsd: centsOf(address.maxAmount),
    country: /^[A-Za-z]{2}$/.test(address.country.trim()) ? address.country.trim().toUpperCase() : undefined,
    tag: address.tag.trim().slice(0, caseLimits.tag) || undefined,
    assigneeId: uuidPattern.test(address.assignee) ? address.assignee : undefined,
    overdue: address.overdue === 'yes' ? true : undefined,
    escalated: answers.get(address.escalated),
    hasNotes: answers.get(address.notes),
    text: text || undefined,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** The conditions that the address has, one per field. */
export function conditionsOf(address: FilterAddress): FilterCondition[] {
  const range = (field: string, low: string, high: string): FilterCondition[] => {
    if (low === '' && high === '') return []
    if (low !== '' && high !== '') return [{ id: field, field, operator: 'between', values: [low, high] }]
    return [{ id: field, field, operator: low === '' ? 'lte' : 'gte', values: [low || high] }]
  }
  const single = (field: keyof FilterAddress, operator: string): FilterCondition[] =>
    address[field] === '' ? [] : [{ id: field, field, operator, values: [address[field]] }]
  const answered = (field: keyof FilterAddress, possible: readonly string[]): FilterCondition[] =>
    possible.includes(address[field]) ? [{ id: field, field, operator: address[field], values: [] }] : []
  return [
    ...range('score', address.minScore, address.maxScore),
    ...range('amount', address.minAmount, address.maxAmount),
    ...single('country', 'eq'),
    ...single('tag', 'eq'),
    ...single('assignee', 'eq'),
    ...answered('overdue', ['yes']),
    ...answered('escalated', ['yes', 'no']),
    ...answered('notes', ['yes', 'no']),
    ...single('text', 'contains'),
  ]
}

/** The address with these conditions; of two on one field the later counts. */
export function addressOf(conditions: readonly FilterCondition[]): FilterAddress {
  const address = { ...emptyAddress }
  for (const { field, operator, values } of conditions) {
    const [first = '', second = ''] = values.map(value => value.trim())
    if (field === 'score' || field === 'amount') {
      const [low, high] = operator === 'between' ? [first, second] : operator === 'lte' ? ['', first] : [first, '']
      const [min, max] = field === 'score' ? (['minScore', 'maxScore'] as const) : (['minAmount', 'maxAmount'] as const)
      address[min] = low
      address[max] = high
    } else if (field === 'overdue' || field === 'escalated' || field === 'notes') address[field] = operator
    else if (field in address) address[field as keyof FilterAddress] = first
  }
  return address
}

/** The fields of the filter bar. */
export function filterFields(intl: IntlShape, people: readonly Pick<Person, 'id' | 'name'>[]): FilterField[] {
  const text = (id: string) => intl.formatMessage({ id })
  const range = ['gte', 'lte', 'between'].map(id => ({
    id,
    label: text(`Cases.Filter.Operator.${id}`),
    ...(id === 'between' ? { arity: 'two' as const } : {}),
  }))
  const answer = (id: 'yes' | 'no') => ({ id, label: text(`Cases.Filter.Operator.${id}`), arity: 'none' as const })
  const is = [{ id: 'eq', label: text('Cases.Filter.Operator.eq') }]
  return [
    {
      id: 'text',
      label: text('Cases.Filter.text'),
      kind: 'text',
      operators: [{ id: 'contains', label: text('Cases.Filter.Operator.contains') }],
      quick: [{ operator: 'contains' }],
    },
    { id: 'score', label: text('Events.Column.RiskScore'), kind: 'number', operators: range },
    { id: 'amount', label: text('Queues.OrderBy.amountUsd'), kind: 'number', operators: range },
    { id: 'country', label: text('Cases.Column.Country'), kind: 'text', operators: is },
    { id: 'tag', label: text('Cases.Filter.tag'), kind: 'text', operators: is },
    {
      id: 'assignee',
      label: text('Cases.Column.Assignee'),
      kind: 'choice',
      operators: is,
      options: people.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      id: 'overdue',
      label: text('Cases.Filter.overdue'),
      kind: 'choice',
      operators: [answer('yes')],
    },
    {
      id: 'escalated',
      label: text('Cases.Filter.escalated'),
      kind: 'choice',
      operators: [answer('yes'), answer('no')],
    },
    { id: 'notes', label: text('Cases.Filter.notes'), kind: 'choice', operators: [answer('yes'), answer('no')] },
  ]
}
