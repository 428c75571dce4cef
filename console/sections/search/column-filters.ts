import type { ColumnFilter } from '@assay/design-system'
import type { SearchCondition } from '@assay/risk-service/contract'
import { fromFilterCondition, toFilterCondition } from './filters.ts'

/** Comparisons of the search under the names that the heads of columns have for them. */
const headOperators: Readonly<Record<string, string>> = { null: 'empty', notNull: 'notEmpty', eq: 'eq', neq: 'notIn' }
const searchOperators: Readonly<Record<string, string>> = { empty: 'null', notEmpty: 'notNull' }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The filter that a column's head shows for a condition; null for a moment, which only the bar above can show. */
function filterOf(condition: SearchCondition, index: number): ColumnFilter | null {
  const { field, operator, values } = toFilterCondition(condition, index)
  if (field === 'at' && (operator === 'gte' || operator === 'lte') && !values.every(isDay)) return null
  return { id: field, field, operator: headOperators[operator] ?? operator, values }
}

/** The conditions of the address as filters of the column heads: one per column. */
export function toColumnFilters(conditions: readonly SearchCondition[]): ColumnFilter[] {
  const byColumn = Map.groupBy(
    conditions.map((condition, index) => [condition, index] as const),
    ([{ column }]) => column,
  )
  return [...byColumn.values()].flatMap(own => (own[0] && own.length === 1 ? (filterOf(...own[0]) ?? []) : []))
}

/** The condition that a filter of a head stands for. */
function conditionOf({ field, operator, values }: ColumnFilter): SearchCondition[] {
  return [
    fromFilterCondition({ id: field, field, operator: searchOperators[operator] ?? operator, values: [...values] }) ??
      [],
  ].flat()
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
    return filter ? conditionOf(filter) : []
  })
  const added = filters.filter(({ field }) => changed.has(field) && !placed.has(field)).flatMap(conditionOf)
  return [...others, ...added]
}
