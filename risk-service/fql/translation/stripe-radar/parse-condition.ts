import { createNote, type TranslationNote, TranslationStop } from '../result/notes.ts'
import type { Phrase } from '../result/phrases.ts'
import { translationLimits } from '../result/translation.ts'
import { type RadarToken, readTokens } from './tokens.ts'

export type RadarOperand =
  | { kind: 'attribute' | 'metadata'; name: string }
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: string }
export type RadarReference = Extract<RadarOperand, { name: string }>
export type RadarLiteral = Exclude<RadarOperand, { name: string }>

/** A condition about one attribute. `text`: as it is written. */
export type RadarTest = { text: string; left: RadarReference } & (
  | { kind: 'boolean' | 'missing' }
  | { kind: 'compare'; operator: '=' | '!=' | '<' | '>' | '<=' | '>='; right: RadarOperand }
  | { kind: 'in'; values: readonly RadarLiteral[] }
  | { kind: 'inList'; list: string }
  | { kind: 'includes' | 'like'; value: string }
)
export type RadarCondition =
  | { kind: 'all' | 'any'; parts: readonly RadarCondition[] }
  | { kind: 'not'; operand: RadarCondition }
  | { kind: 'test'; test: RadarTest }

const comparisons = new Set(['=', '!=', '<', '>', '<=', '>='])
const isComparison = (text: string): text is '=' | '!=' | '<' | '>' | '<=' | '>=' => comparisons.has(text)

/** Parses a condition of Radar: OR binds least, then AND, then NOT. @throws TranslationStop */
export function parseCondition(text: string): { condition: RadarCondition; notes: TranslationNote[] } {
  const parser = new Parser(text)
  return { condition: parser.parse(), notes: parser.notes }
}

class Parser {
  readonly notes: TranslationNote[] = []
  readonly #text: string
  readonly #tokens: readonly RadarToken[]
  #at = 0
  constructor(text: string) {
    this.#text = text
    this.#tokens = readTokens(text)
  }

  parse(): RadarCondition {
    const condition = this.#or(0)
    const rest = this.#peek()
    if (rest !== undefined) throw this.#unexpected(rest)
    return condition
  }

  #peek(): RadarToken | undefined {
    return this.#tokens[this.#at]
  }
  /** Whether the next token is this word or symbol; then it is read. */
  #skip(...values: readonly string[]): RadarToken | null {
    const next = this.#peek()
    if (next === undefined || (next.kind !== 'word' && next.kind !== 'symbol') || !values.includes(next.value))
      return null
    this.#at++
    return next
  }
  #next(expected: Phrase<'expected'>): RadarToken {
    const next = this.#peek()
    if (next === undefined) throw new TranslationStop('unexpectedEnd', { expected })
    this.#at++
    return next
  }
  #unexpected({ from, to }: RadarToken): TranslationStop {
    return new TranslationStop('unexpected', { text: this.#text.slice(from, to), at: from + 1 })
  }

  #or(depth: number): RadarCondition {
    return this.#joined('any', 'or', () => this.#and(depth))
  }
  #and(depth: number): RadarCondition {
    return this.#joined('all', 'and', () => this.#not(depth))
  }
  #joined(kind: 'all' | 'any', word: string, read: () => RadarCondition): RadarCondition {
    const first = read()
    const parts = [first]
    while (this.#skip(word)) parts.push(read())
    return parts.length === 1 ? first : { kind, parts }
  }
  #not(depth: number): RadarCondition {
    if (depth > translationLimits.nesting) throw new TranslationStop('tooDeep', { limit: translationLimits.nesting })
    if (this.#skip('not')) return { kind: 'not', operand: this.#not(depth + 1) }
    const open = this.#skip('(')
    if (open === null) return this.#test()
    const inside = this.#or(depth + 1)
    if (this.#skip(')')) return inside
    const next = this.#peek()
    throw next === undefined ? new TranslationStop('openParenthesis', { at: open.from + 1 }) : this.#unexpected(next)
  }

  #test(): RadarCondition {
    const from = this.#peek()?.from ?? 0
    const written = (): string => this.#text.slice(from, this.#tokens[this.#at - 1]?.to)
    if (this.#skip('is_missing')) {
      this.#expect('(')
      const left = this.#reference()
      this.#expect(')')
      return { kind: 'test', test: { kind: 'missing', left, text: written() } }
    }
    const left = this.#reference()
    const negation = this.#skip('not')
    const operator = this.#peek()
    if (operator !== undefined && this.#skip('in', 'includes', 'like')) {
      const test = this.#wordTest(left, operator.value, written)
      if (negation === null) return { kind: 'test', test }
      this.notes.push(createNote('notIn', { operator: operator.value }, written()))
      return { kind: 'not', operand: { kind: 'test', test: { ...test, text: written() } } }
    }
    if (negation !== null) throw this.#unexpected(negation)
    if (operator === undefined || operator.kind !== 'symbol' || !isComparison(operator.value))
      return { kind: 'test', test: { kind: 'boolean', left, text: written() } }
    this.#at++
    const right = this.#operand()
    return { kind: 'test', test: { kind: 'compare', operator: operator.value, left, right, text: written() } }
  }

  #wordTest(left: RadarReference, operator: string, written: () => string): RadarTest {
    if (operator !== 'in') {
      const token = this.#next('text')
      if (token.kind !== 'text') throw this.#unexpected(token)
      return { kind: operator === 'like' ? 'like' : 'includes', left, value: token.value, text: written() }
    }
    const list = this.#peek()
    if (list?.kind === 'list') {
      this.#at++
      return { kind: 'inList', left, list: list.value, text: written() }
    }
    const open = this.#peek()
    this.#expect('(')
    const values: RadarLiteral[] = []
    do {
      const token = this.#next('value')
      if (token.kind !== 'text' && token.kind !== 'number') throw this.#unexpected(token)
      values.push({ kind: token.kind, value: token.value })
    } while (this.#skip(','))
    if (!this.#skip(')')) {
      const next = this.#peek()
      throw next === undefined
        ? new TranslationStop('openParenthesis', { at: (open?.from ?? 0) + 1 })
        : this.#unexpected(next)
    }
    return { kind: 'in', left, values, text: written() }
  }

  #expect(symbol: '(' | ')'): void {
    const token = this.#next(symbol === '(' ? 'openingParenthesis' : 'closingParenthesis')
    if (token.kind !== 'symbol' || token.value !== symbol) throw this.#unexpected(token)
  }
  #reference(): RadarReference {
    const token = this.#next('attribute')
    if (token.kind !== 'attribute' && token.kind !== 'metadata') throw this.#unexpected(token)
    if (token.unclosed) this.notes.push(createNote('missingColon', { name: token.value }, `:${token.value}`))
    return { kind: token.kind, name: token.value }
  }
  #operand(): RadarOperand {
    const token = this.#peek()
    if (token?.kind !== 'text' && token?.kind !== 'number')
      return token === undefined ? this.#end('value') : this.#reference()
    this.#at++
    return { kind: token.kind, value: token.value }
  }
  #end(expected: Phrase<'expected'>): never {
    throw new TranslationStop('unexpectedEnd', { expected })
  }
}
