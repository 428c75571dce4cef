import { type Expr, parse, type Statement, stripParentheses } from '@assay/risk-service/fql'
import { type TableTest, tableTestOf } from './table-test.ts'

/** A part of the text of a clause. */
export interface Piece {
  from: number
  to: number
  text: string
}
/** One operand of the conditions of a row. `test`: null where it is a text that no column can show. */
export interface Condition extends Piece {
  test: TableTest | null
  /** It has to be in parentheses before anything can be joined to it. */
  loose: boolean
  /** Remarks in front of it. */
  note: string
}
type ResultArgument = Piece & {
  /** The words, where it is a text and not worked out. */
  words: string | null
}
/** `RETURN Review("x")` in parts; `call` is the result as it is written. */
interface RowResult {
  call: Piece
  /** The decision; null where the result is a text: a queue, an observation, arguments by name. */
  decision: Piece | null
  args: readonly ResultArgument[]
  /** What stands behind the decision, such as outputs. */
  outputs: Piece | null
  keyword: 'RETURN' | 'ROUTETO' | 'OBSERVE' | 'DO'
}
/** The text of a clause, in the parts that a row of a decision table shows. */
export interface RowParts {
  text: string
  /** What stands before the statement and behind it: remarks, variables, observations. */
  before: Piece
  after: Piece
  result: RowResult
  conditions: readonly Condition[]
  /** End of the last condition, or of the result without any. */
  end: number
  statement: Statement
  /** The statements before it. */
  setup: readonly Statement[]
}

export const decisions = ['Approve', 'Review', 'Challenge', 'Reject'] as const
const resultKinds = new Set(['RETURN', 'ROUTETO', 'OBSERVE', 'DO'])
const remarkOrText = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n\r]*|\/\*[^]*?\*\//g

/** The remarks in a text, in their order. */
export const remarksIn = (text: string): string[] =>
  [...text.matchAll(remarkOrText)].flatMap(([found]) => (found.startsWith('/') ? [found] : []))

/** The parts of a clause; null where its text is no row: it has an error, or no result. */
export function readRow(text: string): RowParts | null {
  const { statements } = parse(text)
  const statement = statements?.at(-1)
  const [first, ...others] = statement?.values ?? []
  if (!statements || !statement || !first || !resultKinds.has(statement.kind)) return null
  const piece = (from: number, to: number): Piece => ({ from, to, text: text.slice(from, to) })
  const last = others.at(-1) ?? first
  const conditions = conditionsOf(statement.when, text, last.to)
  // What `statement.to` does not cover are closing parentheses around all conditions.
  const end = Math.max(statement.to, conditions.at(-1)?.to ?? last.to)
  return {
    text,
    before: piece(0, statement.from),
    after: piece(end, text.length),
    result: {
      call: piece(first.from, first.to),
      ...decisionOf(first, piece),
      outputs: others[0] ? piece(others[0].from, last.to) : null,
      keyword: statement.kind as RowResult['keyword'],
    },
    conditions,
    end,
    statement,
    setup: statements.slice(0, -1),
  }
}

function conditionsOf(when: Expr | null, text: string, start: number): Condition[] {
  if (when === null) return []
  const inner = stripParentheses(when)
  const operands = inner.kind === 'logic' && inner.op === '&&' ? inner.operands : [inner]
  let behind = start
  return operands.map(operand => {
    const note = remarksIn(text.slice(behind, operand.from)).join(' ')
    behind = operand.to
    return {
      from: operand.from,
      to: operand.to,
      text: text.slice(operand.from, operand.to),
      test: tableTestOf(operand, text),
      loose: operand.kind === 'ternary' || (operand.kind === 'logic' && operand.op === '||'),
      note,
    }
  })
}

function decisionOf(call: Expr, piece: (from: number, to: number) => Piece): Pick<RowResult, 'decision' | 'args'> {
  if (
    call.kind !== 'call' ||
    !decisions.some(each => each.toLowerCase() === call.name.toLowerCase()) ||
    call.args.some(({ name }) => name !== null)
  )
    return { decision: null, args: [] }
  return {
    decision: piece(call.from, call.from + call.name.length),
    args: call.args.map(({ value }) => ({
      ...piece(value.from, value.to),
      words: value.kind === 'string' ? value.value : null,
    })),
  }
}
