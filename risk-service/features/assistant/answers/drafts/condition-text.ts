import type { SearchFieldType } from '../../../../contract/common/search-fields.ts'
import type { SearchCondition } from '../../../../contract/index.ts'

/** The methods of comparisons that the query language has no sign for, as *Edit as query* of the search writes them. */
const methods = {
  contains: 'Contains',
  notContains: 'Contains',
  startsWith: 'StartsWith',
  endsWith: 'EndsWith',
  inNetwork: 'InNetwork',
  in: 'In',
  notIn: 'In',
  between: 'Between',
  before: 'Before',
  after: 'After',
  on: 'On',
} as const
const signs = { eq: '==', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text of the query language: whatever it contains ends with its quotation mark. */
export const quoted = (text: string): string => `"${text.replace(/[\\"\n\r\t]/g, char => escapes[char] ?? char)}"`
const decimal = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
/** An attribute of the query language. */
const attribute = (id: string): string => (/^[A-Za-z_]\w*$/.test(id) ? `@${id}` : `@${quoted(id)}`)

/** Amounts in US dollars are searched in cents, and written in dollars. */
const scaleOf = (field: string): number => (field === 'amountUsd' ? 100 : 1)

/** Writes one condition of a search in the query language. */
export function conditionText(condition: SearchCondition, type: SearchFieldType | null): string {
  const name = attribute(condition.column)
  const literal = (value: string | number): string =>
    typeof value === 'number'
      ? decimal(value / scaleOf(condition.column))
      : type === 'boolean' && (value === 'true' || value === 'false')
        ? value
        : type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))
          ? decimal(Number(value) / scaleOf(condition.column))
          : quoted(value)
  const call = (op: keyof typeof methods, values: readonly (string | number)[]) =>
    `${name}.${methods[op]}(${values.map(literal).join(', ')})`
  switch (condition.op) {
    case 'empty':
      return `${name} == ""`
    case 'notEmpty':
      return `${name} != ""`
    case 'null':
      return `${name} == null`
    case 'notNull':
      return `${name} != null`
    case 'lastDays':
      return `${name}.InLastDays(${condition.value})`
    case 'in':
    case 'between':
      return call(condition.op, condition.value)
    case 'notIn':
      return `!${call('notIn', condition.value)}`
    case 'notContains':
      return `!${call('notContains', [condition.value])}`
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return `${name} ${signs[condition.op]} ${literal(condition.value)}`
    default:
      return call(condition.op, [condition.value])
  }
}
