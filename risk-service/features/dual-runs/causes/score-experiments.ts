import { type Difference, type Experiment, explains } from './difference.ts'

/** Replaces the scores by those of the former system's answer. */
export const formerScoreExperiment: Experiment = ({ replay, formerScores }) => {
  const { own, former } = replay.event
  const isOther = former.risk !== null && former.risk !== own.risk
  if (!isOther && (former.bot === null || former.bot === own.bot)) return null
  return explains(replay, { scores: formerScores })
    ? {
        cause: 'score',
        detail: 'formerScore',
        subject: null,
        actual: isOther ? own.risk : own.bot,
        required: isOther ? former.risk : former.bot,
      }
    : null
}

const [lowest, highest] = [0, 999]

/** The answer has no score: searches one that gives its decision, around the limits of the clauses, nearest first. */
export const requiredScoreExperiment: Experiment = ({ replay, formerClause, ownClause }) => {
  const { own, former } = replay.event
  if (former.risk !== null || own.risk === null) return null
  const actual = own.risk
  const candidates = [...new Set([...limitsOf({ formerClause, ownClause }), lowest, highest])]
    .filter(score => score !== actual)
    .toSorted((a, b) => Math.abs(a - actual) - Math.abs(b - actual) || a - b)
  const required = candidates.find(risk => explains(replay, { scores: { ...own, risk } }))
  return required === undefined ? null : { cause: 'score', detail: 'requiredScore', subject: null, actual, required }
}

function limitsOf({ formerClause, ownClause }: Pick<Difference, 'formerClause' | 'ownClause'>): number[] {
  return [formerClause, ownClause].flatMap(clause =>
    (clause?.operands ?? []).flatMap(({ scores, constants }) =>
      scores.includes('risk')
        ? constants.flatMap(limit =>
            typeof limit === 'number' && limit >= lowest && limit <= highest
              ? [limit - 1, limit, limit + 1].filter(each => each >= lowest && each <= highest)
              : [],
          )
        : [],
    ),
  )
}
