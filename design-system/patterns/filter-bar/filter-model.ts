import type { Format } from '../../lib/format/index.ts'

export interface FilterOperator {
  id: string
  /** A word or phrase of the language: "at least", "in the last". */
  label: string
  /** Number of values that it compares with. */
  arity?: 'none' | 'one' | 'two' | 'many'
  /** Kind of its values, where it differs from that of the field: days of "in the last … days". */
  kind?: FilterField['kind']
}

export interface FilterField {
  id: string
  label: string
  /** Another name of the field, in a request for example: shown beside the label, and searchable. */
  note?: string
  /** Heading of the list of fields under which it stands. */
  group?: string
  kind: 'text' | 'number' | 'date' | 'choice'
  operators: readonly FilterOperator[]
  /** What a `number` can be; of two, the first is not greater than the second. */
  range?: { least: number; greatest: number; whole?: boolean }
  /** Values of a `choice`. */
  options?: readonly { value: string; label: string }[]
  /** For ids and addresses: shown in the monospaced face, left to right. */
  mono?: boolean
  /** Comparisons that are offered directly for a typed or pasted text, without the editor. */
  quick?: readonly QuickComparison[]
  /** The field no longer exists: the condition is marked, and can be removed. */
  gone?: boolean
}

interface QuickComparison {
  operator: string
  /**
   * Pattern of its values: with one, the comparison is offered first, and only for a match. Without it, the comparison
   * is always offered, last.
   */
  pattern?: RegExp
}

/** A condition suggested for a typed text. */
export interface QuickSuggestion {
  field: FilterField
  operator: FilterOperator
  /** The text looks like a value of this field. */
  matchesPattern: boolean
}

/** The suggestions for a typed text, in the order of the fields. */
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
 * One condition. Values are stored as text: numbers with a point, dates as YYYY-MM-DD or as a moment with its zone (ISO
 * 8601).
 */
export interface FilterCondition {
  id: string
  field: string
  operator: string
  values: readonly string[]
}

export const arityOf = (operator: FilterOperator | undefined) => operator?.arity ?? 'one'

/** Number of inputs in the editor. */
export const inputCount = (operator: FilterOperator | undefined) =>
  ({ none: 0, one: 1, two: 2, many: 1 })[arityOf(operator)]

/** The field as one of its comparisons sees it. */
export const fieldFor = (field: FilterField, operator: FilterOperator | undefined): FilterField =>
  operator?.kind === undefined ? field : { ...field, kind: operator.kind }

/** One value in the format of the reader's language. */
export function formatValue(field: FilterField, value: string, format: Format): string {
  if (field.kind === 'choice') return field.options?.find(option => option.value === value)?.label ?? value
  if (field.kind === 'number' && value !== '' && Number.isFinite(Number(value))) return format.number(Number(value))
  if (field.kind === 'date' && isIsoDate(value)) return format.date(`${value}T00:00:00Z`, 'UTC')
  if (field.kind === 'date' && isIsoDateTime(value)) return format.dateTime(value, 'UTC')
  return value
}

/** Whether the text is an existing calendar day, written YYYY-MM-DD. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * Whether the text is an existing moment, with its zone: `2026-11-21T02:00:00.000Z`. Links to a list contain such
 * values.
 */
export function isIsoDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text)
  return parts?.[1] !== undefined && isIsoDate(parts[1]) && !Number.isNaN(Date.parse(text))
}

export type FilterIssue = 'Required' | 'Choose' | 'DateFormat' | 'Range' | 'Order'

/** The error that prevents a condition from being applied; nothing when it is complete. */
export function filterIssueOf(
  field: FilterField,
  operator: FilterOperator | undefined,
  values: readonly string[],
): FilterIssue | undefined {
  const arity = arityOf(operator)
  if (arity === 'none') return undefined
  if (arity === 'many' && field.kind === 'choice') return values.length === 0 ? 'Choose' : undefined
  if (arity === 'many') return values.every(value => value.trim() === '') ? 'Required' : undefined
  const needed = values.slice(0, inputCount(operator))
  if (needed.length < inputCount(operator) || needed.some(value => value.trim() === '')) return 'Required'
  if (
    fieldFor(field, operator).kind === 'date' &&
    needed.some(value => !isIsoDate(value.trim()) && !isIsoDateTime(value.trim()))
  )
    return 'DateFormat'
  if (fieldFor(field, operator).kind !== 'number' || field.range === undefined) return undefined
  if (!needed.every(value => isInRange(field, value))) return 'Range'
  return Number(needed[0]) > Number(needed[1]) ? 'Order' : undefined
}

/** Whether a number is one of those that the field can be. */
export function isInRange({ range }: Pick<FilterField, 'range'>, value: string): boolean {
  if (range === undefined) return true
  const number = Number(value)
  return number >= range.least && number <= range.greatest && (range.whole !== true || Number.isInteger(number))
}
