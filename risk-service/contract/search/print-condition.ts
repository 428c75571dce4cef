import type { SearchFieldType } from '../common/search-fields.ts'
import type { SearchCondition } from './search.ts'

/** The methods of comparisons that the query language has no sign for. */
export const methodNames = {
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
  lastDays: 'InLastDays',
} as const satisfies Partial<Record<SearchCondition['op'], string>>
export const signs = { eq: '==', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** A text of the query language: whatever it contains ends with its quotation mark. */
export const quoted = (text: string): string => `"${text.replace(/[\\"\n\r\t]/g, char => escapes[char] ?? char)}"`

/** A number as the query language has it: without an exponent. */
const decimal = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** The name of a field as an attribute of the query language. */
export const attributeText = (id: string): string => (/^[A-Za-z_]\w*$/.test(id) ? `@${id}` : `@${quoted(id)}`)

/** US dollars are typed, cents are compared. */
export const scaleOf = (column: string): number => (column === 'amountUsd' ? 100 : 1)

/** Writes one condition of a search in the query language. */
export function printCondition(condition: SearchCondition, type: SearchFieldType | null): string {
  const attribute = attributeText(condition.column)
  const scale = scaleOf(condition.column)
  const literal = (value: string | number): string =>
    typeof value === 'number'
      ? decimal(value / scale)
      : type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))
        ? decimal(Number(value) / scale)
        : type === 'boolean' && (value === 'true' || value === 'false')
          ? value
          : quoted(value)
  const call = (op: keyof typeof methodNames, values: readonly (string | number)[]): string =>
    `${attribute}.${methodNames[op]}(${values.map(literal).join(', ')})`
  switch (condition.op) {
    case 'empty':
      return `${attribute} == ""`
    case 'notEmpty':
      return `${attribute} != ""`
    case 'null':
      return `${attribute} == null`
    case 'notNull':
      return `${attribute} != null`
    case 'lastDays':
      return `${attribute}.${methodNames.lastDays}(${condition.value})`
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
      return `${attribute} ${signs[condition.op]} ${literal(condition.value)}`
    default:
      return call(condition.op, [condition.value])
  }
}
