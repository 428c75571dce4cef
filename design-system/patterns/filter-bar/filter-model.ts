import type { Format } from '../../lib/format/index.ts'

export interface FilterOperator {
  id: string
  /** A word or phrase of the language: "at least", "in the last". */
  label: string
  /** How many values it compares with. */
  arity?: 'none' | 'one' | 'two' | 'many'
}

export interface FilterField {
  id: string
  label: string
  /** What it is called elsewhere, in a request for example: said beside the label, and found by. */
  note?: string
  kind: 'text' | 'number' | 'date' | 'choice'
  operators: readonly FilterOperator[]
  /** Values of a `choice`. */
  options?: readonly { value: string; label: string }[]
  /** Ids, addresses: shown in the fixed-width face, left to right. */
  mono?: boolean
  /** Comparisons that are offered at once for a text that is typed or pasted, without the editor. */
  quick?: readonly QuickComparison[]
}

interface QuickComparison {
  operator: string
  /** What its values look like: then it is offered first, and only then. Without it, it is offered last and always. */
  pattern?: RegExp
}

/** A condition that a typed text could be. */
export interface QuickSuggestion {
  field: FilterField
  operator: FilterOperator
  /** The text looks like a value of this field. */
  matchesPattern: boolean
}

/** What a typed text could mean, in the order of the fields. */
export function quickSuggestions(fields: readonly FilterField[], text: string): QuickSuggestion[] {
  const searchText = text.trim()
  if (searchText === '') return []
  return fields.flatMap(field =>
    (field.quick ?? []).flatMap(({ operator: id, pattern }) => {
      const operator = field.operators.find(candidate => candidate.id === id)
      return operator && (pattern?.test(searchText) ?? true)
        ? [{ field, operator, matchesPattern: pattern !== undefined }]
        : []
    }),
  )
}

/**
 * One condition. Values are kept as text: numbers with a point, dates as YYYY-MM-DD or as a moment with its zone (ISO
 * 8601).
 */
export interface FilterCondition {
  id: string
  field: string
  operator: string
  values: readonly string[]
}

export const arityOf = (operator: FilterOperator | undefined) => operator?.arity ?? 'one'

/** How many inputs the editor shows. */
export const inputCount = (operator: FilterOperator | undefined) =>
  ({ none: 0, one: 1, two: 2, many: 1 })[arityOf(operator)]

/** One value as the reader's language writes it. */
export function formatValue(field: FilterField, value: string, format: Format): string {
  if (field.kind === 'choice') return field.options?.find(option => option.value === value)?.label ?? value
  if (field.kind === 'number' && value !== '' && Number.isFinite(Number(value))) return format.number(Number(value))
  if (field.kind === 'date' && isIsoDate(value)) return format.date(`${value}T00:00:00Z`, 'UTC')
  if (field.kind === 'date' && isIsoDateTime(value)) return format.dateTime(value, 'UTC')
  return value
}

/** A calendar day that exists, written YYYY-MM-DD. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A moment that exists, with its zone: `2026-11-21T02:00:00.000Z`. Links into a list carry such values. */
export function isIsoDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text)
  return parts?.[1] !== undefined && isIsoDate(parts[1]) && !Number.isNaN(Date.parse(text))
}

export type FilterIssue = 'Required' | 'Choose' | 'DateFormat'

/** What is missing in a condition before it can be applied; nothing when it is complete. */
export function filterIssueOf(
  field: FilterField,
  operator: FilterOperator | undefined,
  values: readonly string[],
): FilterIssue | undefined {
  const arity = arityOf(operator)
  if (arity === 'none') return undefined
  if (arity === 'many' && field.kind === 'choice') return values.length === 0 ? 'Choose' : undefined
  const needed = values.slice(0, inputCount(operator))
  if (needed.length < inputCount(operator) || needed.some(value => value.trim() === '')) return 'Required'
  if (field.kind === 'date' && needed.some(value => !isIsoDate(value.trim()) && !isIsoDateTime(value.trim())))
    return 'DateFormat'
  return undefined
}
