import type { FilterField, QueryGroup, QueryItem } from '@assay/design-system'

/*
 * A clause as blocks: its result, and the conditions for it. The text is what runs; the blocks are parsed from it
 * (`parse-clause.ts`) and serialised to it here, so that no second form of a rule has to be stored.
 */

export const decisionKinds = ['Approve', 'Review', 'Challenge', 'Reject'] as const
export type DecisionKind = (typeof decisionKinds)[number]

export type VisualHead =
  | { kind: 'decide'; decision: DecisionKind; reason: string; supportMessage: string; challengeType: string }
  | { kind: 'route'; queue: string }
export interface VisualClause {
  head: VisualHead
  when: QueryGroup
}

/** What conditions are about: a field of the builder, and how the text names it. */
export interface VisualField extends FilterField {
  code: string
  type: 'text' | 'choice' | 'number' | 'boolean' | 'date'
}

/** A text of the language. */
const quote = (text: string): string =>
  `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`

const comparisons: Readonly<Record<string, string>> = { eq: '==', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' }
const methods: Readonly<Record<string, string>> = { contains: 'Contains', starts: 'StartsWith', ends: 'EndsWith' }

/** Operators of lists carry the list in their id. */
export const listOperator = (list: string, column: string): string => JSON.stringify(['list', list, column])
export const supportOperator = (call: string, list: string): string => JSON.stringify(['support', call, list])

function literalText({ type }: VisualField, value: string): string {
  if (type === 'number') return value
  return type === 'date' ? `${quote(value)}.ToDateTime()` : quote(value)
}

/** One condition as text. */
export function conditionText(field: VisualField, operator: string, values: readonly string[]): string {
  const { code, type } = field
  const value = values[0] ?? ''
  if (operator.startsWith('[')) {
    const [kind, first, second] = JSON.parse(operator) as [string, string, string]
    return kind === 'list'
      ? `ContainsKey(${quote(first)}, ${quote(second)}, ${code})`
      : `${first}(${quote(second)}, ${code})`
  }
  switch (operator) {
    case 'exists':
      return `${code} != null`
    case 'missing':
      return `${code} == null`
    case 'true':
      return `${code} == true`
    case 'false':
      return `${code} == false`
    case 'empty':
      return `${code}.IsNullOrEmpty()`
    case 'filled':
      return `!${code}.IsNullOrEmpty()`
    case 'without':
      return `!${code}.Contains(${quote(value)})`
    case 'in':
      return `In(${code}, ${quote((type === 'choice' ? values : value.split(',').map(each => each.trim())).join(','))})`
    default: {
      const method = methods[operator]
      if (method !== undefined) return `${code}.${method}(${quote(value)})`
      return `${type === 'text' ? `${code}.ToString()` : code} ${comparisons[operator] ?? '=='} ${literalText(field, value)}`
    }
  }
}

function itemText(item: QueryItem, fields: ReadonlyMap<string, VisualField>): string {
  if ('items' in item) return groupText(item, fields)
  const field = fields.get(item.field)
  if (!field) throw new Error('A condition about something unknown cannot be written.')
  return conditionText(field, item.operator, item.values)
}

/** A group in parentheses: the reader need not know the precedence. */
function groupText({ mode, items }: QueryGroup, fields: ReadonlyMap<string, VisualField>): string {
  const joined = items.map(item => itemText(item, fields)).join(mode === 'all' ? ' AND ' : ' OR ')
  return mode === 'none' ? `NOT (${joined})` : `(${joined})`
}

/**
 * The WHEN of the conditions, each on a line of its own; empty without conditions. Every condition has to be complete.
 */
export function whenText(when: QueryGroup, fields: ReadonlyMap<string, VisualField>): string {
  if (when.items.length === 0) return ''
  if (when.mode === 'none') return `WHEN ${groupText(when, fields)}`
  return `WHEN ${when.items.map(item => itemText(item, fields)).join(when.mode === 'all' ? '\n  AND ' : '\n  OR ')}`
}

function headText(head: VisualHead): string {
  if (head.kind === 'route') return `ROUTETO Queue(${quote(head.queue)})`
  const { decision, reason, supportMessage, challengeType } = head
  const texts = supportMessage !== '' ? [reason, supportMessage] : reason !== '' ? [reason] : []
  return `RETURN ${decision}(${[...(decision === 'Challenge' ? [challengeType] : []), ...texts].map(quote).join(', ')})`
}

/** The text of the clause. */
export function clauseText({ head, when }: VisualClause, fields: ReadonlyMap<string, VisualField>): string {
  const condition = whenText(when, fields)
  return condition === '' ? headText(head) : `${headText(head)}\n${condition}`
}
