import type { ColumnFilter } from '@assay/design-system'
import type { SearchColumn, SearchCondition } from '@assay/risk-service/contract'
import { fromFilterCondition, toFilterCondition } from './filters.ts'

const dayLength = 86_400_000
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`)
const dayOf = (time: string) => time.slice(0, 10)
const startsDay = (time: string) => time.endsWith('T00:00:00.000Z') || time.endsWith('T00:00:00Z')
const endsDay = (time: string) => time.endsWith('T23:59:59.999Z')

type ColumnConditions = readonly (readonly [condition: SearchCondition, index: number])[]

function rangeOf(conditions: ColumnConditions): { low: string | null; high: string | null } {
  const limit = (op: 'gte' | 'lte') => {
    const found = conditions.find(([condition]) => condition.op === op)
    return found ? (toFilterCondition(...found).values[0] ?? null) : null
  }
  return { low: limit('gte'), high: limit('lte') }
}

/** The one filter that a column's head shows for its conditions; null for what only the bar above can show. */
function filterOf(column: SearchColumn, conditions: ColumnConditions): ColumnFilter | null {
  const filter = (operator: string, values: readonly string[]): ColumnFilter => ({
    id: column,
    field: column,
    operator,
    values,
  })
  const [first] = conditions
  if (!first) return null
  if (conditions.length === 1) {
    const { operator, values } = toFilterCondition(...first)
    const [value = ''] = values
    if (operator === 'neq') return filter('notIn', values)
    // Whole days are shown as days; finer ranges only in the filter bar.
    if (column === 'at' && operator === 'gte')
      return startsDay(value)
        ? filter('after', [dayOf(new Date(startOf(dayOf(value)).getTime() - 1).toISOString())])
        : null
    if (column === 'at' && operator === 'lte')
      return endsDay(value)
        ? filter('before', [dayOf(new Date(startOf(dayOf(value)).getTime() + dayLength).toISOString())])
        : null
    return filter(operator, values)
  }
  if (conditions.every(([{ op }]) => op === 'neq'))
    return filter(
      'notIn',
      conditions.flatMap(([condition]) =>
        'value' in condition && typeof condition.value === 'string' ? [condition.value] : [],
      ),
    )
  const { low, high } = rangeOf(conditions)
  if (low === null || high === null || conditions.length !== 2) return null
  if (column !== 'at') return filter('between', [low, high])
  if (!startsDay(low) || !endsDay(high)) return null
  return dayOf(low) === dayOf(high) ? filter('on', [dayOf(low)]) : filter('between', [dayOf(low), dayOf(high)])
}

/** The conditions of the address as filters of the column heads: one per column. */
export function toColumnFilters(conditions: readonly SearchCondition[]): ColumnFilter[] {
  const byColumn = Map.groupBy(
    conditions.map((condition, index) => [condition, index] as const),
    ([{ column }]) => column,
  )
  return [...byColumn].flatMap(([column, own]) => filterOf(column, own) ?? [])
}

/** Conditions that a filter of a head stands for. */
function conditionsOf({ field, operator, values }: ColumnFilter): SearchCondition[] {
  const [first = '', second = ''] = values
  const made = (op: string, value: string) =>
    fromFilterCondition({ id: field, field, operator: op, values: [value] }) ?? []
  const [low, high] = first <= second || second === '' ? [first, second] : [second, first]
  switch (operator) {
    case 'on':
      return isDay(first) ? [made('gte', first), made('lte', first)].flat() : []
    case 'after':
      return isDay(first)
        ? [made('gte', dayOf(new Date(startOf(first).getTime() + dayLength).toISOString()))].flat()
        : []
    case 'before':
      return isDay(first) ? [made('lte', dayOf(new Date(startOf(first).getTime() - 1).toISOString()))].flat() : []
    case 'between': {
      const [from, to] =
        isDay(first) && isDay(second)
          ? [low, high]
          : [String(Math.min(Number(first), Number(second))), String(Math.max(Number(first), Number(second)))]
      return [made('gte', from), made('lte', to)].flat()
    }
    case 'notIn':
      return values.map(value => ({ column: field as SearchColumn, op: 'neq', value }))
    default:
      return [fromFilterCondition({ id: field, field, operator, values: [...values] }) ?? []].flat()
  }
}

/**
 * The conditions after filters of heads changed: those of a changed column are made anew in their place, the others
 * stay.
 */
export function fromColumnFilters(
  conditions: readonly SearchCondition[],
  filters: readonly ColumnFilter[],
): SearchCondition[] {
  const shown = toColumnFilters(conditions)
  const same = (a: ColumnFilter | undefined, b: ColumnFilter | undefined) =>
    a?.operator === b?.operator && a?.values.join('\n') === b?.values.join('\n')
  const next = new Map(filters.map(filter => [filter.field, filter]))
  const fields = new Set([...shown, ...filters].map(({ field }) => field))
  const changed = new Set(
    [...fields].filter(
      field =>
        !same(
          shown.find(filter => filter.field === field),
          next.get(field),
        ),
    ),
  )
  const placed = new Set<string>()
  const others = conditions.flatMap(condition => {
    if (!changed.has(condition.column)) return [condition]
    if (placed.has(condition.column)) return []
    placed.add(condition.column)
    const filter = next.get(condition.column)
    return filter ? conditionsOf(filter) : []
  })
  const added = filters.filter(({ field }) => changed.has(field) && !placed.has(field)).flatMap(conditionsOf)
  return [...others, ...added]
}
