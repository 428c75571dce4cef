import type { CsvValue } from './csv-value.ts'

export const filterKinds = ['text', 'number', 'date', 'set', 'decision'] as const
export type FilterKind = (typeof filterKinds)[number]

export type FilterOperatorId =
  | 'contains'
  | 'eq'
  | 'startsWith'
  | 'gte'
  | 'lte'
  | 'between'
  | 'on'
  | 'before'
  | 'after'
  | 'in'
  | 'notIn'
  | 'empty'
  | 'notEmpty'

/**
 * One condition on a column. It has the shape of a condition of `FilterBar`, so that both edit one array: numbers with
 * a point, days as YYYY-MM-DD or a moment with its zone. An unknown operator lets every row pass.
 */
export interface ColumnFilter {
  id: string
  field: string
  operator: string
  values: readonly string[]
}

export const operatorsOf: Record<FilterKind, readonly FilterOperatorId[]> = {
  text: ['contains', 'eq', 'startsWith', 'empty', 'notEmpty'],
  number: ['gte', 'lte', 'between', 'eq', 'empty', 'notEmpty'],
  date: ['on', 'after', 'before', 'between', 'empty'],
  set: ['in', 'notIn', 'empty'],
  decision: ['in', 'notIn'],
}

export type FilterArity = 'none' | 'one' | 'two' | 'many'

export function arityOfOperator(operator: string): FilterArity {
  if (operator === 'empty' || operator === 'notEmpty') return 'none'
  if (operator === 'between') return 'two'
  return operator === 'in' || operator === 'notIn' ? 'many' : 'one'
}

const day = 86_400_000

/** First and last moment of the typed value: a day in UTC, or the moment itself. */
function momentRange(text: string): readonly [number, number] | null {
  const start = Date.parse(text.trim())
  if (Number.isNaN(start)) return null
  return /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? [start, start + day - 1] : [start, start]
}

/** Comparable text: case-folded and normalised, so that both encodings of an accent match. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export function textOf(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? value.join('\n') : String(value)
}

export function numberOf(value: CsvValue): number {
  if (typeof value === 'number') return value
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

const isEmpty = (value: CsvValue) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a condition is complete. An incomplete one is not applied, so that typing never empties the table. */
export function isComplete({ operator, values }: ColumnFilter): boolean {
  const arity = arityOfOperator(operator)
  if (arity === 'none') return true
  if (arity === 'many') return values.length > 0
  return (
    values.slice(0, arity === 'two' ? 2 : 1).filter(value => value.trim() !== '').length === (arity === 'two' ? 2 : 1)
  )
}

/** A test of one raw value, or null when the condition holds for every row. */
export function predicateOf(kind: FilterKind, filter: ColumnFilter): ((value: CsvValue) => boolean) | null {
  if (!isComplete(filter)) return null
  const [first = '', second = ''] = filter.values
  if (filter.operator === 'empty') return isEmpty
  if (filter.operator === 'notEmpty') return value => !isEmpty(value)
  if (filter.operator === 'in' || filter.operator === 'notIn') {
    const wanted = new Set(filter.values.map(comparable))
    const member = (value: CsvValue) =>
      Array.isArray(value)
        ? value.some(part => wanted.has(comparable(String(part))))
        : wanted.has(comparable(textOf(value)))
    return filter.operator === 'in' ? member : value => !member(value)
  }
  if (kind === 'number' || kind === 'date') {
    const low = kind === 'number' ? rangeOfNumber(first) : momentRange(first)
    const high = filter.operator === 'between' ? (kind === 'number' ? rangeOfNumber(second) : momentRange(second)) : low
    if (!low || !high) return null
    const from = Math.min(low[0], high[0])
    const to = Math.max(low[1], high[1])
    switch (filter.operator) {
      case 'gte':
        return value => numberOf(value) >= low[0]
      case 'lte':
        return value => numberOf(value) <= low[1]
      case 'after':
        return value => numberOf(value) > low[1]
      case 'before':
        return value => numberOf(value) < low[0]
      case 'eq':
      case 'on':
      case 'between':
        return value => numberOf(value) >= from && numberOf(value) <= to
      default:
        return null
    }
  }
  const wanted = comparable(first.trim())
  switch (filter.operator) {
    case 'contains':
      return value => comparable(textOf(value)).includes(wanted)
    case 'eq':
      return value => comparable(textOf(value)) === wanted
    case 'startsWith':
      return value => comparable(textOf(value)).startsWith(wanted)
    default:
      return null
  }
}

function rangeOfNumber(text: string): readonly [number, number] | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(value) ? null : [value, value]
}

/** The model with one column's conditions replaced; the others keep their position. */
export function withFilter(
  filters: readonly ColumnFilter[],
  field: string,
  next: ColumnFilter | null,
): readonly ColumnFilter[] {
  const at = filters.findIndex(filter => filter.field === field)
  const rest = filters.filter(filter => filter.field !== field)
  if (!next) return rest
  return at < 0 ? [...rest, next] : [...rest.slice(0, at), next, ...rest.slice(at)]
}
