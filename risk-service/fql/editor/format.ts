import { parser } from '../grammar/parser.ts'
import { parse } from '../parse/parse.ts'
import { scan, type Token } from '../parse/scan.ts'

const maxWidth = 100
const statementNames = new Set(['Let', 'Observe', 'Return', 'Do', 'RouteTo', 'Select', 'When'])
const nameParents = new Set(['ArgName', 'Key', 'PropertyName'])

interface TokenMarks {
  starts: Set<number>
  keywords: Set<number>
  unary: Set<number>
  ternary: Set<number>
  reference: Set<number>
  breaks: Set<number>
}

/** Marks tokens whose formatting depends on the syntax tree. */
function markTokens(text: string): TokenMarks {
  const marks: TokenMarks = {
    starts: new Set(),
    keywords: new Set(),
    unary: new Set(),
    ternary: new Set(),
    reference: new Set(),
    breaks: new Set(),
  }
  parser.parse(text).iterate({
    enter: node => {
      const parent = node.node.parent?.name ?? ''
      if (statementNames.has(node.name)) marks.starts.add(node.from)
      else if (/^[A-Z]+$/.test(node.name) && !nameParents.has(parent)) marks.keywords.add(node.from)
      else if (node.name === 'Unary' && text.charAt(node.from).search(/[!+-]/) === 0) marks.unary.add(node.from)
      else if (node.name === 'Question' || node.name === 'Colon') marks.ternary.add(node.from)
      else if (node.name === ':' && parent === 'EventRef') marks.reference.add(node.from)
      if (node.name === 'WhenClause' || node.name === 'GroupClause') marks.breaks.add(node.from)
      // Operators of the condition's own AND or OR chain.
      if (
        (node.name === 'AndOp' || node.name === 'OrOp' || node.name === 'AND' || node.name === 'OR') &&
        ['WhenClause', 'When'].includes(node.node.parent?.parent?.name ?? '')
      )
        marks.breaks.add(node.from)
    },
  })
  return marks
}

/**
 * Formats a part: one statement per line, keywords in capitals, even spacing; long statements break before WHEN and the
 * operators of its condition. Comments stay. Text with errors is returned unchanged. Formatting twice changes nothing
 * more.
 */
export function format(text: string): string {
  if (parse(text).diagnostic !== null) return text
  const marks = markTokens(text)
  const { tokens } = scan(text)
  const groups: Token[][] = []
  for (const token of tokens) {
    const group = groups[groups.length - 1]
    const previous = group?.[group.length - 1]
    const ownLine =
      token.kind === 'comment' &&
      (previous === undefined || text.slice(previous.to, token.from).includes('\n')) &&
      precedesStatement(tokens, token, marks)
    if (group === undefined || marks.starts.has(token.from) || ownLine) groups.push([token])
    else group.push(token)
  }
  let result = ''
  groups.forEach((group, index) => {
    const first = group[0]
    const before = groups[index - 1]?.at(-1)
    if (first === undefined) return
    if (before !== undefined)
      result += (text.slice(before.to, first.from).match(/\n/g)?.length ?? 0) > 1 ? '\n\n' : '\n'
    result += formatStatement(group, text, marks)
  })
  return result
}

/** Returns true for a comment that belongs to the statement after it: only comments are in between. */
function precedesStatement(tokens: readonly Token[], token: Token, marks: TokenMarks): boolean {
  const next = tokens.slice(tokens.indexOf(token) + 1).find(each => each.kind !== 'comment')
  return next === undefined || marks.starts.has(next.from)
}

function formatStatement(group: readonly Token[], text: string, marks: TokenMarks): string {
  const flat = joinTokens(group, text, marks, false)
  const inside = group.slice(0, -1).some(token => token.kind === 'comment' && text.startsWith('//', token.from))
  return flat.length <= maxWidth && !inside ? flat : joinTokens(group, text, marks, true)
}

function joinTokens(group: readonly Token[], text: string, marks: TokenMarks, broken: boolean): string {
  let result = ''
  let previous: Token | undefined
  for (const token of group) {
    const source = text.slice(token.from, token.to)
    const afterLineComment = previous !== undefined && text.startsWith('//', previous.from)
    const breaks = broken && marks.breaks.has(token.from)
    const when = marks.keywords.has(token.from) || text.slice(token.from, token.from + 4).toUpperCase() === 'WHEN'
    if (previous !== undefined)
      result +=
        breaks || afterLineComment
          ? when && /^(when|groupby)$/i.test(source)
            ? '\n  '
            : '\n    '
          : needsSpace(previous, token, text, marks)
            ? ' '
            : ''
    result +=
      marks.keywords.has(token.from) || marks.starts.has(token.from)
        ? token.kind === 'word'
          ? source.toUpperCase()
          : source
        : source
    previous = token
  }
  return result
}

function needsSpace(previous: Token, next: Token, text: string, marks: TokenMarks): boolean {
  const a = text.slice(previous.from, previous.to)
  const b = text.slice(next.from, next.to)
  if (previous.kind === 'comment' || next.kind === 'comment') return true
  if (a === '(' || a === '[' || a === '.' || marks.unary.has(previous.from)) return false
  if (b === ')' || b === ']' || b === ',' || b === '.' || b === ';') return false
  if (marks.reference.has(previous.from) || marks.reference.has(next.from)) return false
  if (a === '{' && b === '}') return false
  if (b === ':') return marks.ternary.has(next.from)
  const operand =
    (previous.kind !== 'symbol' || a === ')' || a === ']') &&
    !(previous.kind === 'word' && (marks.keywords.has(previous.from) || marks.starts.has(previous.from)))
  if ((b === '(' || b === '[') && operand) return false
  return true
}
