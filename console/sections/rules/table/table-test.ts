import { type Expr, stripParentheses } from '@assay/risk-service/fql'
import { subjectKey, subjectOf } from './subject-key.ts'

type CompareOperator = '==' | '!=' | '<' | '>' | '<=' | '>='
type TestValue =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'date'; value: number }
  | { kind: 'null'; value: null }

/** What a test says about the tested expression. */
export type TestShape =
  | { kind: 'compare'; operator: CompareOperator; value: TestValue }
  /** One of these words, whatever their letter case. */
  | { kind: 'in'; values: readonly string[]; negated: boolean }
  | { kind: 'empty'; negated: boolean }
  /** Anything else that is true or false of it, such as a list that it is on. `key` names it. */
  | { kind: 'predicate'; key: string; negated: boolean }

/** A condition about one expression, which a cell of a decision table shows. */
export interface TableTest {
  /** Names the column. */
  key: string
  /** The tested expression as it is written, and what a comparison has at its side: with `.ToString()` for texts. */
  subject: string
  compared: string
  /** The condition without the tested expression, as the cell shows it. */
  text: string
  shape: TestShape
}

const flipped: Readonly<Record<CompareOperator, CompareOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}
const isComparison = (op: string): op is CompareOperator => Object.hasOwn(flipped, op)
const textMethods = new Set(['contains', 'startswith', 'endswith'])
const supportCalls = new Set(['issafe', 'isblock', 'iswatch', 'insupportlist'])

/** The words of the second argument of `In`. */
const wordsOf = (list: string): string[] => list.split(',').map(word => word.trim())

/** A condition as the test of a column; null where it is about more than one expression, or has no cell. */
export function tableTestOf(expr: Expr, source: string): TableTest | null {
  const own = stripParentheses(expr)
  const at = ({ from, to }: Expr) => source.slice(from, to)
  const testOf = (tested: Expr, text: string, shape: TestShape): TableTest | null => {
    const subject = subjectOf(tested)
    return isLiteral(subject)
      ? null
      : {
          key: subjectKey(subject),
          subject: isCompound(subject) ? `(${at(subject)})` : at(subject),
          compared: at(tested),
          text,
          shape,
        }
  }
  if (own.kind === 'binary') {
    if (!isComparison(own.op)) return null
    const [left, right] = [valueOf(own.left), valueOf(own.right)]
    if (right !== null && left === null)
      return testOf(
        own.left,
        right.kind === 'boolean' && own.op === '==' ? String(right.value) : `${own.op} ${at(own.right)}`,
        { kind: 'compare', operator: own.op, value: right },
      )
    if (left === null || right !== null) return null
    const operator = flipped[own.op]
    return testOf(own.right, `${operator} ${at(own.left)}`, { kind: 'compare', operator, value: left })
  }
  const denied = own.kind === 'unary' && own.op === '!' ? stripParentheses(own.operand) : null
  const call = denied ?? own
  const negated = denied !== null
  if (call.kind === 'attribute' || call.kind === 'variable')
    return testOf(call, negated ? 'false' : 'true', {
      kind: 'compare',
      operator: '==',
      value: { kind: 'boolean', value: !negated },
    })
  const prefix = negated ? 'not ' : ''
  if (call.kind === 'member' && call.args !== null) {
    const method = call.name.toLowerCase()
    const [argument, ...more] = call.args
    if (method === 'isnullorempty' && argument === undefined)
      return testOf(call.object, `${prefix}empty`, { kind: 'empty', negated })
    if (!textMethods.has(method) || !argument || argument.name !== null || more.length > 0) return null
    const value = stripParentheses(argument.value)
    return value.kind === 'string'
      ? testOf(call.object, `${prefix}.${call.name}(${at(argument.value)})`, {
          kind: 'predicate',
          key: `${method}:${value.value}`,
          negated,
        })
      : null
  }
  if (call.kind !== 'call' || call.args.some(({ name }) => name !== null)) return null
  const name = call.name.toLowerCase()
  const values = call.args.map(({ value }) => stripParentheses(value))
  const [first, second] = values
  if (name === 'in' && first && second?.kind === 'string' && values.length === 2)
    return testOf(first, `${prefix}in ${at(second)}`, { kind: 'in', values: wordsOf(second.value), negated })
  const constants = values.slice(0, -1)
  const tested = values.at(-1)
  const named = (name === 'containskey' && values.length === 3) || (supportCalls.has(name) && values.length === 2)
  if (!named || !tested || constants.some(value => value.kind !== 'string')) return null
  return testOf(tested, `${prefix}${call.name}(${constants.map(at).join(', ')}, _)`, {
    kind: 'predicate',
    key: `${name}:${constants.map(subjectKey).join().toLowerCase()}`,
    negated,
  })
}

/** It needs parentheses before a member can be read of it. */
const isCompound = ({ kind }: Expr): boolean =>
  kind === 'binary' || kind === 'logic' || kind === 'ternary' || kind === 'unary'

function isLiteral(expr: Expr): boolean {
  return valueOf(expr) !== null
}

/** A literal, negative numbers and dates included; null for anything that is worked out. */
export function valueOf(expr: Expr): TestValue | null {
  const own = stripParentheses(expr)
  switch (own.kind) {
    case 'number':
      return { kind: 'number', value: own.value }
    case 'string':
      return { kind: 'text', value: own.value }
    case 'bool':
      return { kind: 'boolean', value: own.value }
    case 'null':
      return { kind: 'null', value: null }
    case 'unary': {
      const inner = own.op === '-' ? stripParentheses(own.operand) : null
      return inner?.kind === 'number' ? { kind: 'number', value: -inner.value } : null
    }
    case 'member': {
      const object = stripParentheses(own.object)
      return own.name.toLowerCase() === 'todatetime' && own.args?.length === 0 && object.kind === 'string'
        ? { kind: 'date', value: Date.parse(object.value) }
        : null
    }
    default:
      return null
  }
}
