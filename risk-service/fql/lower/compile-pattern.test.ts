import { expect, it } from 'vitest'
import { checkRule } from '../check/check.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import { compilePattern, maxPatternSize, patternSize } from './compile-pattern.ts'

const env: CheckEnvironment = { attributes: new Map(), kind: 'decision' }
const ruleOf = (patterns: readonly string[]) => ({
  name: 'Rule',
  condition: '',
  clauses: patterns.map((pattern, index) => ({
    name: `Clause ${index}`,
    section: 'prior' as const,
    text: `RETURN Reject() WHEN Patterns.IsRegexMatch("${pattern}", @"user.email")`,
  })),
})
const codesOf = (patterns: readonly string[]) =>
  checkRule(ruleOf(patterns), env).map(({ diagnostic }) => diagnostic.code)
const errorsOf = (patterns: readonly string[]) => codesOf(patterns).filter(code => !code.startsWith('FQL3'))

it.each([
  ['abc', 3],
  ['(ab){3}', 6],
  ['(ab){2,5}c', 11],
  ['((a|b){10}){10}', 300],
  ['[a-z{5}]{4}', 4],
  ['[]]{3}x', 4],
  ['\\{5}', 3],
  ['a{x}', 4],
  ['', 0],
])('%s has %i elements', (pattern, size) => expect(patternSize(pattern)).toBe(size))

it('a pattern that repeats too much is refused before it is compiled', () => {
  const started = performance.now()
  const hostile = ['(a|b){1,100}'.repeat(700), '(((a|b){1,10}){1,10}){1,10}'.repeat(300)]
  for (const pattern of hostile) {
    expect(patternSize(pattern)).toBeGreaterThan(maxPatternSize)
    expect(errorsOf([pattern])).toEqual(['FQL2011'])
  }
  // Compiling them takes seconds.
  expect(performance.now() - started).toBeLessThan(1000)
})

it('a rule has at most fifty patterns, of which one that is used again counts once', () => {
  const patterns = Array.from({ length: 50 }, (_, index) => `^host${index}$`)
  expect(errorsOf([...patterns, '^host7$'])).toEqual([])
  expect(errorsOf([...patterns, '^host50$', '^host51$'])).toEqual(['FQL2013', 'FQL2013'])
})

it('all patterns of a rule together have a size', () => {
  const pattern = (index: number) => `(host${index}){1000}`
  expect(errorsOf([0, 1, 2, 3].map(pattern))).toEqual([])
  expect(errorsOf([0, 1, 2, 3, 4].map(pattern))).toEqual(['FQL2011'])
})

it('a pattern is compiled once', () => {
  expect(compilePattern('^once$')).toBe(compilePattern('^once$'))
})
