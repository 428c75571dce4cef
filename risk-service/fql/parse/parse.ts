import type { SyntaxNode } from '@lezer/common'
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostics.ts'
import { scan, unquote } from './scan.ts'
import { expectedPhrase, findMisplacedToken, findSyntaxError, strictParser } from './syntax-error.ts'
import type { Arg, ArithmeticOp, ComparisonOp, Expr, Statement, StatementKind } from './syntax-tree.ts'

/** Longest text of a part; bounds every later pass. */
const maxTextLength = 10_000
/** Deepest expression; every recursive function relies on it. */
const maxExpressionDepth = 100

export type ParseResult = { statements: Statement[]; diagnostic: null } | { statements: null; diagnostic: Diagnostic }

/** Characters of the texts whose results are retained: those of several velocity sets; some 15 bytes for each. */
const maxRetainedLength = 1_000_000
/** Results by text, those that were used longest ago first. */
const retained = new Map<string, ParseResult>()
let retainedLength = 0

/**
 * Parses one part. Only the first lexical or syntax error is reported. A publish parses the same texts for its checks,
 * its names and its code: the last results are retained, and must not be changed.
 */
export function parse(text: string): ParseResult {
  const known = retained.get(text)
  const result = known ?? parseText(text)
  if (known === undefined) retainedLength += text.length
  else retained.delete(text)
  retained.set(text, result)
  for (const [oldest] of retained) {
    if (retainedLength <= maxRetainedLength) break
    retained.delete(oldest)
    retainedLength -= oldest.length
  }
  return result
}

function parseText(text: string): ParseResult {
  const fail = (diagnostic: Diagnostic): ParseResult => ({ statements: null, diagnostic })
  if (text.length > maxTextLength)
    return fail(
      createDiagnostic('FQL2009', text, maxTextLength, text.length, { range: `at most ${maxTextLength} characters` }),
    )
  const { tokens, error } = scan(text)
  const stop = findSyntaxError(text)
  const found = stop === -1 ? undefined : findMisplacedToken(text, tokens, stop)
  if (error !== null && (found === undefined || error.from <= found.from)) {
    const word = text.slice(error.from, error.to)
    return fail(createDiagnostic(error.code, text, error.from, error.to, { c: word, t: word }))
  }
  if (stop !== -1) {
    const x = expectedPhrase(text, Math.min(stop, found?.from ?? stop))
    return fail(
      found === undefined
        ? createDiagnostic('FQL1006', text, text.length, text.length, { x })
        : createDiagnostic('FQL1005', text, found.from, found.to, { x, t: text.slice(found.from, found.to) }),
    )
  }
  try {
    const statements: Statement[] = []
    for (let node = strictParser.parse(text).topNode.firstChild; node !== null; node = node.nextSibling) {
      if (node.name in statementKinds) statements.push(toStatement(node, text))
    }
    return { statements, diagnostic: null }
  } catch (thrown) {
    if (thrown instanceof NestingError) {
      const { from, to } = thrown.span
      return fail(
        createDiagnostic('FQL1005', text, from, Math.min(to, from + 1), {
          x: `at most ${maxExpressionDepth} levels of nesting`,
          t: text.charAt(from),
        }),
      )
    }
    throw thrown
  }
}

class NestingError extends Error {
  readonly span: { from: number; to: number }
  constructor(span: { from: number; to: number }) {
    super('too deep')
    this.span = span
  }
}

const statementKinds: Readonly<Record<string, StatementKind>> = {
  Let: 'LET',
  Observe: 'OBSERVE',
  Return: 'RETURN',
  Do: 'DO',
  RouteTo: 'ROUTETO',
  Select: 'SELECT',
  When: 'WHEN',
}
const notExpressions = new Set(['WhenClause', 'GroupClause', 'Name', 'EventRef', 'LineComment', 'BlockComment'])
const isKeyword = (node: SyntaxNode): boolean => /^[A-Z]+$/.test(node.name)
const isComment = (node: SyntaxNode): boolean => node.name === 'LineComment' || node.name === 'BlockComment'

function children(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (!isComment(child) && /^\w/.test(child.name)) list.push(child)
  return list
}

function toStatement(node: SyntaxNode, text: string): Statement {
  const kind = statementKinds[node.name] ?? 'WHEN'
  const parts = children(node).filter(child => !isKeyword(child))
  const when = parts.find(child => child.name === 'WhenClause')
  const inner = (clause: SyntaxNode | undefined): Expr | null =>
    clause?.lastChild ? toExpr(lastPart(clause), text, 0) : null
  let values = parts.filter(child => !notExpressions.has(child.name))
  const statement: Statement = {
    kind,
    from: node.from,
    to: node.to,
    variable: null,
    values: [],
    when: inner(when),
    select: null,
  }
  if (kind === 'LET') {
    const name = values[0]
    if (name !== undefined) {
      const raw = text.slice(name.from + 1, name.to)
      statement.variable = { name: raw.toLowerCase(), raw, from: name.from, to: name.to }
      values = values.slice(1)
    }
  } else if (kind === 'WHEN') {
    statement.when = toExpr(lastPart(node), text, 0)
    values = []
  } else if (kind === 'SELECT') {
    const name = parts.find(child => child.name === 'Name')
    statement.select = {
      name: name === undefined ? '' : text.slice(name.from, name.to),
      events: parts
        .filter(child => child.name === 'EventRef')
        .map(ref => {
          const names = ref.getChildren('Name').map(child => text.slice(child.from, child.to))
          return { assessment: names[0] ?? '', observation: names[1] ?? null, from: ref.from, to: ref.to }
        }),
      group: inner(parts.find(child => child.name === 'GroupClause')),
    }
  }
  statement.values = values.map(value => toExpr(value, text, 0))
  return statement
}

function lastPart(node: SyntaxNode): SyntaxNode {
  const parts = children(node)
  const last = parts[parts.length - 1]
  if (last === undefined) throw new Error('empty node')
  return last
}

const operatorNodes = new Set([
  'OrOp',
  'AndOp',
  'UnionOp',
  'EqualityOp',
  'RelationOp',
  'SumOp',
  'ProductOp',
  'NotOp',
  'Question',
  'Colon',
  'AND',
  'OR',
  'NOT',
])

function toExpr(node: SyntaxNode, text: string, depth: number): Expr {
  if (depth > maxExpressionDepth) throw new NestingError(node)
  const { from, to } = node
  const base = { from, to, at: from }
  const source = text.slice(from, to)
  const convert = (child: SyntaxNode): Expr => toExpr(child, text, depth + 1)
  switch (node.name) {
    case 'Number': {
      const value = Number(source)
      return { ...base, kind: 'number', value, int: !source.includes('.') && Number.isSafeInteger(value) }
    }
    case 'Window':
      return {
        ...base,
        kind: 'window',
        count: Number(source.slice(0, -1)),
        unit: source.slice(-1).toLowerCase() as 's' | 'm' | 'h' | 'd',
      }
    case 'String':
      return { ...base, kind: 'string', value: unquote(source) }
    case 'Bool':
      return { ...base, kind: 'bool', value: source.toLowerCase() === 'true' }
    case 'Null':
      return { ...base, kind: 'null' }
    case 'Variable':
      return { ...base, kind: 'variable', name: source.slice(1).toLowerCase() }
    case 'Attribute':
      return { ...base, kind: 'attribute', ...parseReference(source.slice(1)) }
    case 'JsonRef':
      return source.length === 2
        ? { ...base, kind: 'json', path: null, quoted: true }
        : { ...base, kind: 'json', ...parseReference(source.slice(2)) }
    case 'Call': {
      const [name, args] = children(node)
      const raw = name === undefined ? source : text.slice(name.from, name.to)
      return args === undefined
        ? { ...base, kind: 'name', name: raw }
        : { ...base, kind: 'call', name: raw, args: toArgs(args, text, depth) }
    }
    case 'Paren':
      return { ...base, kind: 'paren', inner: convert(lastPart(node)) }
    case 'Array':
      return { ...base, kind: 'array', items: children(node).map(convert) }
    case 'Object':
      return {
        ...base,
        kind: 'object',
        entries: children(node).map(entry => {
          const [key, value] = children(entry)
          if (key === undefined || value === undefined) throw new Error('incomplete entry')
          const raw = text.slice(key.from, key.to)
          return { key: key.name === 'String' ? unquote(raw) : raw, from: key.from, to: key.to, value: convert(value) }
        }),
      }
    case 'Postfix': {
      const [object, step] = children(node)
      if (object === undefined || step === undefined) throw new Error('incomplete member')
      if (step.name === 'Index')
        return { ...base, at: step.from, kind: 'index', object: convert(object), index: convert(lastPart(step)) }
      const [name, args] = children(step)
      if (name === undefined) throw new Error('incomplete member')
      return {
        ...base,
        at: name.from,
        kind: 'member',
        object: convert(object),
        name: text.slice(name.from, name.to),
        args: args === undefined ? null : toArgs(args, text, depth),
      }
    }
    case 'And':
    case 'Or':
      return { ...base, ...flattenLogic(node, text, depth) }
  }
  const parts = children(node)
  const operators = parts.filter(child => operatorNodes.has(child.name))
  const operands = parts.filter(child => !operatorNodes.has(child.name)).map(convert)
  const at = operators[0]?.from ?? from
  const op = operators[0] === undefined ? '' : text.slice(operators[0].from, operators[0].to)
  const [first, second, third] = operands
  if (node.name === 'Unary' && first !== undefined)
    return { ...base, at, kind: 'unary', op: op === '-' || op === '+' ? op : '!', operand: first }
  if (node.name === 'Ternary' && first !== undefined && second !== undefined && third !== undefined)
    return { ...base, at, kind: 'ternary', test: first, yes: second, no: third }
  if (first !== undefined && second !== undefined)
    return { ...base, at, kind: 'binary', op: op as ArithmeticOp | ComparisonOp | '|', left: first, right: second }
  throw new Error(`unknown node ${node.name}`)
}

/** Flattens `a && b && c` to one node with three operands: long chains are common and must not count as nesting. */
function flattenLogic(
  node: SyntaxNode,
  text: string,
  depth: number,
): { kind: 'logic'; op: '&&' | '||'; at: number; operands: Expr[] } {
  const parts = children(node)
  const operator = parts.filter(child => operatorNodes.has(child.name)).pop()
  const operands = parts.filter(child => !operatorNodes.has(child.name)).map(child => toExpr(child, text, depth + 1))
  return { kind: 'logic', op: node.name === 'And' ? '&&' : '||', at: operator?.from ?? node.from, operands }
}

function parseReference(source: string): { path: string; quoted: boolean } {
  const quoted = source.startsWith('"') || source.startsWith("'")
  return { path: quoted ? unquote(source) : source, quoted }
}

function toArgs(node: SyntaxNode, text: string, depth: number): Arg[] {
  return children(node).map(arg => {
    const parts = children(arg)
    const value = parts[parts.length - 1]
    if (value === undefined) throw new Error('empty argument')
    const name = parts.length > 1 ? parts[0] : undefined
    return {
      from: arg.from,
      to: arg.to,
      nameFrom: name?.from ?? arg.from,
      name: name === undefined ? null : text.slice(name.from, name.to).replace(/^\$/, ''),
      value: toExpr(value, text, depth + 1),
    }
  })
}
