import { all, any, type Condition, comparison, numberLiteral } from '../result/condition.ts'
import { TranslationStop } from '../result/notes.ts'
import type { Phrase } from '../result/phrases.ts'

/*
 * Scores of Radar are 0 to 100, those of Assay 0 to 999. The levels are documented: elevated from 65, highest from 75.
 */

const score = '@"riskScore"'
const elevated = 650
const highest = 750

/** @param operator of the language */
export function scoreCondition(operator: string, value: number): Condition {
  const literal = numberLiteral(Math.max(0, Math.min(999, Math.round(value * 10))))
  return comparison(`${score} ${operator} ${literal ?? 0}`)
}

const levels: Readonly<Record<string, readonly [is: Condition, isNot: Condition]>> = {
  normal: [comparison(`${score} < ${elevated}`), comparison(`${score} >= ${elevated}`)],
  elevated: [
    all(comparison(`${score} >= ${elevated}`), comparison(`${score} < ${highest}`)),
    any(comparison(`${score} < ${elevated}`), comparison(`${score} >= ${highest}`)),
  ],
  highest: [comparison(`${score} >= ${highest}`), comparison(`${score} < ${highest}`)],
}

export function levelCondition(name: string, equal: boolean, value: string): Condition {
  const level = value.toLowerCase()
  if (level === 'not_assessed')
    throw new TranslationStop('noCounterpart', {
      name: `${name} '${level}'`,
      reason: 'everyScore' satisfies Phrase<'reason'>,
    })
  const found = Object.hasOwn(levels, level) ? levels[level] : undefined
  if (found === undefined)
    throw new TranslationStop('otherValue', {
      name,
      value: `'${value}'`,
      values: [...Object.keys(levels), 'not_assessed'].join(', '),
    })
  return found[equal ? 0 : 1]
}
