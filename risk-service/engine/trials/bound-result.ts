import type { Explanation } from '../../contract/index.ts'

/** Characters of one condition that are returned. */
const maxConditionText = 1000
/** Characters of all conditions that are returned. */
const maxConditionTexts = 400_000
const maxProblems = 500
/** Characters of a result as JSON. */
const maxResultSize = 900_000

const omitted = { text: '…', result: false, reads: [] }

/** Bounds the conditions of an explanation: those that are left out are replaced by one with the text "…". */
function boundExplanation(explanation: Explanation): Explanation {
  let left = maxConditionTexts
  return {
    ...explanation,
    rules: explanation.rules.map(rule => ({
      ...rule,
      clauses: rule.clauses.map(clause => {
        const conditions: typeof clause.conditions = []
        for (const condition of clause.conditions) {
          if (left <= 0) {
            conditions.push(omitted)
            break
          }
          const text =
            condition.text.length > maxConditionText ? `${condition.text.slice(0, maxConditionText)}…` : condition.text
          left -= text.length + condition.reads.reduce((sum, { name, value }) => sum + name.length + value.length, 100)
          conditions.push({ ...condition, text })
        }
        return { ...clause, conditions }
      }),
    })),
  }
}

/** Returns at most 500 problems, errors before warnings. */
export function boundProblems<Problem extends { severity: string }>(problems: readonly Problem[]): Problem[] {
  if (problems.length <= maxProblems) return [...problems]
  const errors = problems.filter(({ severity }) => severity === 'error')
  const others = problems.filter(({ severity }) => severity !== 'error')
  return [...errors, ...others].slice(0, maxProblems)
}

/** Returns an evaluation that is fit to be sent: a text of a megabyte must not become an answer of several. */
export const boundEvaluation = <
  Problem extends { severity: string },
  Result extends { explanation: Explanation },
>(evaluation: {
  problems: readonly Problem[]
  result: Result | null
}): { problems: Problem[]; result: Result | null } => ({
  problems: boundProblems(evaluation.problems),
  result:
    evaluation.result === null
      ? null
      : { ...evaluation.result, explanation: boundExplanation(evaluation.result.explanation) },
})

/** Returns whether a result remains too large to be sent, for example through its outputs; bytes are stored instead. */
export const isTooLarge = (result: unknown): boolean =>
  JSON.stringify(result, (_, value: unknown) => (value instanceof Uint8Array ? null : value)).length > maxResultSize
