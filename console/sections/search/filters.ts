import type { FilterCondition, FilterField, FilterOperator } from '@assay/design-system'
import {
  emptinessOperators,
  limitOperators,
  listOperators,
  type SearchCondition,
  type SearchField,
  type SearchFieldType,
  type SearchOperator,
  scaleOf,
  searchOperators,
  textOperators,
  wholeValueOperators,
} from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { optionsOf, searchFieldLabel } from '../../platform/search-fields/search-fields.ts'
import { columnFields } from './search-fields.ts'

const mono = new Set([
  'ip',
  'deviceId',
  'userId',
  'externalId',
  'bin',
  'lastFour',
  'phone',
  'email',
  'eventId',
  'environmentId',
])
/** What a pasted text is compared with at once: addresses by their look, ids always. */
const quick: Readonly<Record<string, FilterField['quick']>> = {
  email: [
    { operator: 'eq', pattern: /^[^\s@]+@[^\s@]+$/ },
    { operator: 'contains', pattern: /@/ },
  ],
  ip: [
    { operator: 'eq', pattern: /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:.*:)[\da-f:.]+)$/i },
    { operator: 'inNetwork', pattern: /^[\da-f:.]+\/\d{1,3}$/i },
  ],
  phone: [{ operator: 'eq', pattern: /^\+\d{6,}$/ }],
  lastFour: [{ operator: 'eq', pattern: /^\d{4}$/ }],
  eventId: [{ operator: 'eq', pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i }],
  externalId: [{ operator: 'eq' }],
  userId: [{ operator: 'eq' }],
  deviceId: [{ operator: 'eq' }],
  userName: [{ operator: 'contains' }],
}

const has = <T extends string>(values: readonly T[], text: string): text is T => values.some(value => value === text)

/** The number of values of a comparison, and their kind where it is not that of the field. */
function operatorOf(intl: IntlShape, type: SearchFieldType, id: SearchOperator): FilterOperator {
  const word = type === 'time' && id === 'gte' ? 'atLeastTime' : type === 'time' && id === 'lte' ? 'atMostTime' : id
  return {
    id,
    label: intl.formatMessage({ id: `Search.Operator.${word}` }),
    arity: has(emptinessOperators, id) ? 'none' : has(listOperators, id) ? 'many' : id === 'between' ? 'two' : 'one',
    ...(id === 'lastDays' ? { kind: 'number' as const } : {}),
  }
}

/**
 * Fields of the filter bar for events of a type, with the comparisons that their type allows. `fields`: those of the
 * service; until they are known, the columns of the search.
 */
export function filterFields(
  intl: IntlShape,
  eventType: string,
  fields: readonly SearchField[] = columnFields(eventType),
): FilterField[] {
  return fields.map(field => {
    const { id, type } = field
    const options = optionsOf(intl, field)
    const kind = options ? 'choice' : type === 'number' ? 'number' : type === 'time' ? 'date' : 'text'
    return {
      id,
      label: searchFieldLabel(intl, eventType, id),
      group: intl.formatMessage({ id: `Search.Group.${field.group}` }),
      kind,
      operators: searchOperators[type]
        .filter(operator => !field.masked || operator === 'inNetwork' || wholeValueOperators.has(operator))
        .map(operator => operatorOf(intl, type, operator)),
      ...(options ? { options } : {}),
      ...(mono.has(id) || type === 'ip' ? { mono: true } : {}),
      ...(quick[id] ? { quick: quick[id].filter(({ operator }) => !field.masked || operator !== 'contains') } : {}),
    }
  })
}

/** The values of a condition as texts, as they are typed. */
function valueTexts(condition: SearchCondition): string[] {
  if (!('value' in condition)) return []
  const values: readonly (string | number)[] = Array.isArray(condition.value) ? condition.value : [condition.value]
  return values.map(value => (typeof value === 'number' ? String(value / scaleOf(condition.column)) : value))
}

export function toFilterCondition(condition: SearchCondition, index: number): FilterCondition {
  return { id: String(index), field: condition.column, operator: condition.op, values: valueTexts(condition) }
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

const dayOperators: ReadonlySet<string> = new Set(['on', 'before', 'after'])

/** Type of a column of the search; null for any other field. */
const columnType = (id: string): SearchFieldType | null =>
  columnFields('purchase').find(field => field.id === id)?.type ?? null

/**
 * The condition that was typed; null when it is not complete or its field is unknown.
 * @param typeOf the type of a field by its id
 */
export function fromFilterCondition(
  { field: column, operator: op, values }: FilterCondition,
  typeOf: (id: string) => SearchFieldType | null = columnType,
): SearchCondition | null {
  const type = typeOf(column)
  const [value = '', second = ''] = values.map(each => each.trim())
  if (type === null) return null
  const number = (text: string): number | null =>
    text !== '' && Number.isFinite(Number(text)) ? Math.round(Number(text) * scaleOf(column) * 1e6) / 1e6 : null
  if (has(emptinessOperators, op)) return { column, op }
  if (has(listOperators, op)) return values.length > 0 ? { column, op, value: [...values] } : null
  if (value === '') return null
  if (op === 'lastDays') return /^\d{1,3}$/.test(value) ? { column, op, value: Number(value) } : null
  if (op === 'between') {
    if (second === '') return null
    if (type === 'time' && !(isDay(value) && isDay(second))) return null
    if (type === 'time') return { column, op, value: value <= second ? [value, second] : [second, value] }
    const [from, to] = [number(value), number(second)]
    return from === null || to === null ? null : { column, op, value: [Math.min(from, to), Math.max(from, to)] }
  }
  if (has(limitOperators, op)) {
    if (type === 'time')
      return {
        column,
        op,
        value: isDay(value) ? `${value}T${op === 'gte' || op === 'lt' ? '00:00:00' : '23:59:59.999'}Z` : value,
      }
    const limit = number(value)
    return limit === null ? null : { column, op, value: limit }
  }
  if (!has(textOperators, op) || (dayOperators.has(op) && !isDay(value))) return null
  const compared = type === 'number' ? number(value) : value
  return compared === null ? null : { column, op, value: String(compared) }
}

/** A condition of the bar as it was stored; null for anything else. */
export function conditionOf(stored: unknown): FilterCondition | null {
  const { id, field, operator, values } = (stored ?? {}) as Partial<FilterCondition>
  const texts = Array.isArray(values) && values.every(value => typeof value === 'string')
  return typeof id === 'string' && typeof field === 'string' && typeof operator === 'string' && texts
    ? { id, field, operator, values }
    : null
}
