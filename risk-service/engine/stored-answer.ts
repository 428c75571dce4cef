import { evaluationsAt, evaluationsText, evaluationText } from './answer.ts'
import type { ChainRule, PackedExplanation } from './explanation.ts'
import type { Evaluated } from './rule-result.ts'

/** Not in any answer: JSON escapes it. */
const mark = '\u0001'
/** Fewer rules are not worth a reference. */
const fewest = 8

interface Reference {
  chain: string
  /** As in the explanation. */
  selected: string
  /** How many clauses of the last selected rule were evaluated. */
  last: number
}

/**
 * An answer as it is stored: what it says of rules that ran is nine tenths of it with two hundred rules, and the same
 * for every event of a chain. It is left to the chain, which is stored once.
 */
export function packAnswer(
  answer: string,
  evaluated: readonly Evaluated[],
  { chain, selected }: Pick<PackedExplanation, 'chain' | 'selected'>,
): string {
  if (evaluated.length < fewest) return answer
  const at = evaluationsAt(answer)
  if (at < 0) return answer
  const reference: Reference = { chain, selected, last: evaluated.at(-1)?.clauses.length ?? 0 }
  return `${answer.slice(0, at)}${mark}${JSON.stringify(reference)}${mark}${answer.slice(at + evaluationsText(evaluated).length)}`
}

/** The answer byte for byte again; `rules` are those of its chain. */
export function unpackAnswer(stored: string, rules: readonly ChainRule[] | null): string {
  const [head, reference, tail] = stored.split(mark)
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
