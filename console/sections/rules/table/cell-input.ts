import { type Diagnostic, parse, stripParentheses } from '@assay/risk-service/fql'
import type { NameIssue } from '../../../platform/authoring/naming/name-validation.ts'
import type { TestColumn } from './decision-table.ts'
import { tableTestOf } from './table-test.ts'

/** Why a text cannot be in a cell. `syntax`: what the language says about it. */
export type CellIssue =
  | { reason: 'syntax'; problem: Diagnostic | null }
  /** It is about another expression than the column. */
  | { reason: 'column' }
  | { reason: 'result' | 'queue' }
  | { reason: 'name'; issue: NameIssue }
  /** The row has no place for it. */
  | { reason: 'place' }
export type CellInput = { conditions: string[]; issue: null } | { conditions: null; issue: CellIssue }

export const quote = (text: string): string =>
  `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`

const operators: readonly (readonly [string, string])[] = [
  ['==', '=='],
  ['!=', '!='],
  ['<>', '!='],
  ['>=', '>='],
  ['<=', '<='],
  ['≠', '!='],
  ['≥', '>='],
  ['≤', '<='],
  ['=', '=='],
  ['>', '>'],
  ['<', '<'],
]
const numberPattern = /^-?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?$/

/** The parts of a text between a separator that is not inside quotation marks or brackets. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let mark = ''
  for (let at = 0; at < text.length; at++) {
    const each = text.charAt(at)
    if (mark !== '') {
      if (each === '\\') at++
      else if (each === mark) mark = ''
    } else if (each === '"' || each === "'") mark = each
    else if ('([{'.includes(each)) depth++
    else if (')]}'.includes(each)) depth--
    else if (depth === 0) {
      const found = new RegExp(separator.source, 'iy')
      found.lastIndex = at
      const [whole] = found.exec(text) ?? []
      if (whole === undefined || whole === '') continue
      parts.push(text.slice(start, at))
      at += whole.length - 1
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** A word that somebody types without quotation marks. */
function literalOf(text: string, column: TestColumn): string {
  if (/^["'].*["']$/.test(text)) return text
  if (/^null$/i.test(text)) return 'null'
  if (column.type === 'date' && !/\(/.test(text)) return `${quote(text)}.ToDateTime()`
  if (column.type !== 'text' && (numberPattern.test(text) || /^(?:true|false)$/i.test(text))) return text.toLowerCase()
  if (/["'(]/.test(text)) return text
  return quote(text)
}

function conditionOf(part: string, column: TestColumn): string {
  const { subject } = column
  const denied = /^(?:not\s+|!\s*(?!=))(?!null)/i.exec(part)
  const call = denied ? part.slice(denied[0].length) : part
  const prefix = denied ? '!' : ''
  if (/^empty$/i.test(call)) return `${prefix}${subject}.IsNullOrEmpty()`
  if (/^\.\w+\s*\(/.test(call)) return `${prefix}${subject}${call}`
  const inWords = /^in\s+(?=\S)/i.exec(call)
  if (inWords) {
    const words = call.slice(inWords[0].length)
    return `${prefix}In(${subject}, ${/^["']/.test(words) ? words : quote(words)})`
  }
  const placeholder = splitPlaceholder(call)
  if (placeholder) return `${prefix}${placeholder.join(subject)}`
  if (denied) return part
  const operator = operators.find(([sign]) => part.startsWith(sign))
  if (operator) {
    const typed = part.slice(operator[0].length).trim()
    if (typed === '') return `${column.compared} ${operator[1]}`
    const value = literalOf(typed, column)
    return `${value === 'null' ? subject : column.compared} ${operator[1]} ${value}`
  }
  const range = /^(-?[\d.]+?)\s*(?:\.\.|…)\s*(-?[\d.]+)$/.exec(part)
  if (range?.[1] !== undefined && range[2] !== undefined && column.type !== 'text')
    return `${subject} >= ${range[1]} AND ${subject} <= ${range[2]}`
  if (column.type !== 'number' && /^[^"'()]*,[^"'()]*$/.test(part))
    return `In(${subject}, ${quote(
      part
        .split(',')
        .map(word => word.trim())
        .join(','),
    )})`
  const value = literalOf(part, column)
  return `${value === 'null' ? subject : column.compared} == ${value}`
}

/** A call with `_` in the place of the tested expression. */
function splitPlaceholder(text: string): [string, string] | null {
  const found = /^(\w+\((?:[^"'_]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)_(\s*\))$/.exec(text)
  return found?.[1] !== undefined && found[2] !== undefined ? [found[1], found[2]] : null
}

/** What somebody typed into the cell of a tested expression, as conditions. */
export function readTestInput(input: string, column: TestColumn): CellInput {
  const text = input.trim()
  if (text === '') return { conditions: [], issue: null }
  const written = splitOutside(text, /\s+and\s+|\s*&&\s*/)
    .map(part => conditionOf(part.trim(), column))
    .join(' AND ')
  const read = operandsOf(written)
  if (read.issue !== null) return read
  if (read.operands.some(({ expr }) => tableTestOf(expr, read.source)?.key !== column.id))
    return { conditions: null, issue: { reason: 'column' } }
  return { conditions: read.operands.map(({ text: own }) => own), issue: null }
}

/** What somebody typed into the cell of conditions without a column. */
export function readConditionInput(input: string): CellInput {
  if (input.trim() === '') return { conditions: [], issue: null }
  const read = operandsOf(input.trim())
  return read.issue === null ? { conditions: read.operands.map(({ text }) => text), issue: null } : read
}

function operandsOf(condition: string) {
  const source = `WHEN ${condition}`
  const { statements, diagnostic } = parse(source)
  const when = statements?.length === 1 ? statements[0]?.when : null
  if (!when) return { conditions: null, issue: { reason: 'syntax', problem: diagnostic } satisfies CellIssue } as const
  const inner = stripParentheses(when)
  const operands = inner.kind === 'logic' && inner.op === '&&' ? inner.operands : [when]
  return {
    issue: null,
    source,
    operands: operands.map(expr => {
      const text = source.slice(expr.from, expr.to)
      const loose = expr.kind === 'ternary' || (expr.kind === 'logic' && expr.op === '||')
      return { expr, text: loose ? `(${text})` : text }
    }),
  } as const
}

/** A column for an expression that somebody chose or typed; null where it is none. */
export function newColumnOf(
  text: string,
  type: TestColumn['type'],
): Pick<TestColumn, 'id' | 'subject' | 'compared' | 'type'> | null {
  const source = `WHEN ${text.trim()} == 1`
  const { statements } = parse(source)
  const when = statements?.length === 1 ? statements[0]?.when : null
  const test = when && tableTestOf(when, source)
  // What ends in a comparison of its own is no expression.
  if (!test || test.text !== '== 1') return null
  const isText = type === 'text' && /^@"[^"]*"$/.test(test.key)
  return { id: test.key, subject: test.subject, compared: isText ? `${test.subject}.ToString()` : test.compared, type }
}
