/** Conditions as trees and their text: parentheses stand where the language needs them. */
export type Condition =
  /** `call`: binds as tightly as a call; otherwise as a comparison. */
  | { kind: 'test'; text: string; call: boolean }
  | { kind: 'not'; operand: Condition }
  | { kind: 'all' | 'any'; parts: readonly Condition[] }

export const comparison = (text: string): Condition => ({ kind: 'test', text, call: false })
export const call = (text: string): Condition => ({ kind: 'test', text, call: true })
export const always = call('true')

export const not = (operand: Condition): Condition =>
  operand.kind === 'not' ? operand.operand : { kind: 'not', operand }
export const all = (...parts: readonly Condition[]): Condition => joined('all', parts)
export const any = (...parts: readonly Condition[]): Condition => joined('any', parts)

function joined(kind: 'all' | 'any', parts: readonly Condition[]): Condition {
  const flat = parts.flatMap(part => (part.kind === kind ? part.parts : [part]))
  const [only, ...more] = flat
  return only !== undefined && more.length === 0 ? only : { kind, parts: flat }
}

/** Returns the text of a condition on one line. */
export function conditionText(condition: Condition): string {
  if (condition.kind === 'test') return condition.text
  if (condition.kind === 'not') {
    const { operand } = condition
    return operand.kind === 'test' && operand.call ? `NOT ${operand.text}` : `NOT (${conditionText(operand)})`
  }
  const inner = condition.parts.map(part => operandText(part))
  return inner.join(condition.kind === 'all' ? ' AND ' : ' OR ')
}

/** An operand of AND or OR: the reader need not know which of them binds more tightly. */
const operandText = (part: Condition): string =>
  part.kind === 'all' || part.kind === 'any' ? `(${conditionText(part)})` : conditionText(part)

/** Returns the WHEN of a clause, each of its conditions on a line of its own. */
export const whenText = (condition: Condition): string =>
  condition.kind === 'all' || condition.kind === 'any'
    ? `WHEN ${condition.parts.map(operandText).join(condition.kind === 'all' ? '\n  AND ' : '\n  OR ')}`
    : `WHEN ${conditionText(condition)}`

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns a text of the language. */
export const textLiteral = (value: string): string =>
  `"${value.replace(
    /["\\]|\p{Cc}|[\u2028\u2029]/gu,
    char => escapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}"`

/** Returns a number of the language; null for one that it does not have. */
export function numberLiteral(value: number): string | null {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return null
  const text = String(value + 0)
  return /^-?\d+e/.test(text) ? text.replace('e', '.0e') : text
}

/** Returns the attribute at a path; null when a path cannot have this name. */
export const attribute = (path: string): string | null =>
  /^[^"\\\p{Cc}]+$/u.test(path) && path.split('.').every(step => /^[^[\]]*(?:\[\d+\])*$/.test(step) && step !== '')
    ? `@"${path}"`
    : null
