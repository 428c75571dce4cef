import type { RuleBody } from '../../../contract/index.ts'
import type { RuleSample } from '../../../contract/rules/backtests.ts'
import { parse } from '../../../fql/index.ts'

type Notes = NonNullable<RuleSample['result']>['notes']
export interface ClauseReads {
  /** Whether the condition of a rule, or a clause, reads a velocity or a global variable: directly or by another value. */
  condition: boolean
  clauses: readonly boolean[]
  /** Inputs that were not available in their state of the time of an event. */
  notes: Notes
}

const velocityPattern = /\bvelocity\s*\./
/** Global variables are set by any rule of the chain, and only the edited one runs. */
const variablePattern = /\bgetvariable\s*\(/
/** What functions read is not followed: it may be a velocity. */
const functionPattern = /\bfunctions\s*[.[]/
const notePatterns: readonly (readonly [Notes[number], RegExp])[] = [
  ['velocities', velocityPattern],
  ['velocities', functionPattern],
  ['variables', variablePattern],
  ['lists', /\b(?:containskey|lookup\w*|insupportlist|issafe|isblock|iswatch)\s*\(/],
  ['calls', /\b(?:external|assessments)\s*\./],
  ['models', /\bmodel\s*\./],
  ['devices', /\bdevice\s*\./],
  ['random', /\brandomint\s*\(/],
]

/** What a rule reads that a sample of events does not have; yields after each clause. Variables keep what they were named for. */
export function* clauseReads({ condition, clauses }: RuleBody): Generator<undefined, ClauseReads> {
  // Words in quotation marks and comments read nothing.
  const texts = [condition, ...clauses.map(({ text }) => text)].map(text =>
    text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n\r]*|\/\*[^]*?\*\//g, ' ').toLowerCase(),
  )
  const inexact = new Set<string>()
  const reads = (text: string): boolean =>
    velocityPattern.test(text) ||
    functionPattern.test(text) ||
    variablePattern.test(text) ||
    [...text.matchAll(/\$\w+/g)].some(([name]) => inexact.has(name))
  const sources = [condition, ...clauses.map(({ text }) => text)]
  const isInexact: boolean[] = []
  for (const [place, text] of texts.entries()) {
    yield
    const found = reads(text)
    if (found)
      for (const { variable } of parse(sources[place] ?? '').statements ?? [])
        if (variable !== null) inexact.add(`$${variable.name.toLowerCase()}`)
    isInexact.push(found)
  }
  const whole = texts.join('\n')
  return {
    condition: isInexact[0] ?? false,
    clauses: isInexact.slice(1),
    notes: [...new Set(notePatterns.flatMap(([note, pattern]) => (pattern.test(whole) ? [note] : [])))],
  }
}
