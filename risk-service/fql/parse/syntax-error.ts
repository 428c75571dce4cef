import { keywords } from '../grammar/keywords.ts'
import { parser } from '../grammar/parser.ts'
import type { Token } from './scan.ts'

/*
 * Where a text breaks the grammar, and what could have stood there.
 */

export const strictParser = parser.configure({ strict: true })

/** Offset at which no token fits any more, -1 when the text is well formed. */
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
 * The token that a syntax error at `stop` is about; none at the end of the text. The parser reads only as much of a
 * token as fits, `=` of `==`: what is wrong is then the token around the place. And it takes a reserved word where an
 * argument begins for its name, which it is before `=` only: of `Reject("a", WHEN true` the WHEN is wrong.
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

/** What could have stood at `stop`: tries likely tokens and takes the first that parses further. */
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
