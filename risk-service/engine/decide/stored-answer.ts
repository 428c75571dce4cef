import type { ChainRule, CompactExplanation } from '../../ports/stored-explanation.ts'
import { evaluationsOffset, evaluationsText, evaluationText } from '../assessment-types/purchase-answer.ts'
import type { EvaluatedRule } from '../rules/rule-result.ts'

/** Occurs in no answer: JSON escapes it. */
const referenceMark = '\u0001'
/** A reference to fewer rules is not worthwhile. */
const minReferencedRules = 8

interface Reference {
  chain: string
  /** In the form of the explanation. */
  selected: string
  /** Number of evaluated clauses of the last selected rule. */
  last: number
}

/**
 * Returns the stored form of an answer: with two hundred rules, the evaluated rules are nine tenths of it, and the same
 * for every event of a chain. They are replaced by a reference to the chain, which is stored once.
 */
export function compactAnswer(
  answer: string,
  evaluated: readonly EvaluatedRule[],
  { chain, selected }: Pick<CompactExplanation, 'chain' | 'selected'>,
): string {
  if (evaluated.length < minReferencedRules) return answer
  const at = evaluationsOffset(answer)
  if (at < 0) return answer
  const reference: Reference = { chain, selected, last: evaluated.at(-1)?.clauses.length ?? 0 }
  return `${answer.slice(0, at)}${referenceMark}${JSON.stringify(reference)}${referenceMark}${answer.slice(at + evaluationsText(evaluated).length)}`
}

/** Returns the id of the chain whose rules an answer refers to; null: it is complete. */
export function answerChainOf(stored: string): string | null {
  const from = stored.indexOf(referenceMark)
  const to = from < 0 ? -1 : stored.indexOf(referenceMark, from + 1)
  return to < 0 ? null : (JSON.parse(stored.slice(from + 1, to)) as Reference).chain
}

/** Restores the answer byte for byte; `rules` are those of its chain. */
export function expandAnswer(stored: string, rules: readonly ChainRule[] | null): string {
  const [head, reference, tail] = stored.split(referenceMark)
  if (head === undefined || reference === undefined || tail === undefined) return stored
  const { selected, last } = JSON.parse(reference) as Reference
  const ran = (rules ?? []).filter((_, index) => selected[index] === '1')
  return (
    head +
    ran
      .map(({ rule, environmentId, clauses = [] }, index) =>
        evaluationText({ rule, environmentId, clauses: index === ran.length - 1 ? clauses.slice(0, last) : clauses }),
      )
      .join() +
    tail
  )
}
