import { keywords } from '../grammar/keywords.ts'
import { parser } from '../grammar/parser.ts'
import type { Token } from './scan.ts'

/* The position where a text violates the grammar, and the expected tokens. */

export const strictParser = parser.configure({ strict: true })

/** Returns the offset at which no token is accepted any more, -1 when the text is well formed. */
export function findSyntaxError(text: string): number {
  try {
    strictParser.parse(text)
    return -1
  } catch (thrown) {
    const found = thrown instanceof SyntaxError ? /No parse at (\d+)/.exec(thrown.message) : null
    if (found === null) throw thrown
    return Number(found[1])
  }
}

/** Reserved words that begin no value. */
const nonValueKeywords = new Set(keywords.filter(word => !['NOT', 'TRUE', 'FALSE', 'NULL'].includes(word)))

/**
 * Returns the token of a syntax error at `stop`; none at the end of the text. The parser reads only the part of a token
 * that fits, `=` of `==`: the wrong token is then the one around the position. It also reads a reserved word at the
 * beginning of an argument as its name, which it is before `=` only: in `Reject("a", WHEN true` the WHEN is wrong.
 */
export function findMisplacedToken(text: string, tokens: readonly Token[], stop: number): Token | undefined {
  const real = tokens.filter(({ kind }) => kind !== 'comment')
  const at = real.findIndex(({ to }) => to > stop)
  const before = real.at(at === -1 ? -1 : at - 1)
  if (at === 0 || before?.kind !== 'word' || !nonValueKeywords.has(text.slice(before.from, before.to).toUpperCase()))
    return real[at]
  const value = findSyntaxError(`${text.slice(0, before.from)}1`)
  return value === -1 || value > before.from ? before : real[at]
}

/**
 * Returns the expected phrase at `stop`: tries likely tokens and returns the first with which the text parses further.
 */
export function expectedPhrase(text: string, stop: number): string {
  const before = text.slice(0, stop)
  const candidates: readonly [string, string][] = [
    [')', "')'"],
    [']', "']'"],
    ['}', "'}'"],
    ['1', 'a value'],
    ['$v', 'a variable'],
    ['=', "'='"],
    ['(', "'('"],
    ['AS', 'AS'],
    ['FROM', 'FROM'],
    [':', "':'"],
    ['a', 'a name'],
    ['LET', 'a statement'],
  ]
  for (const [token, name] of candidates) {
    const at = findSyntaxError(`${before} ${token}`)
    if (at === -1 || at >= before.length + 1 + token.length) return name
  }
  return 'the end'
}
