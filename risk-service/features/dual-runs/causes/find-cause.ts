import type { Outcome } from '../../backtests/run/tally.ts'
import { formerScoresOf } from '../replay/decided-event.ts'
import type { EventReplay, Variation } from '../replay/event-replay.ts'
import type { ProbeRead } from '../replay/probe.ts'
import type { Difference, Experiment, Finding, RunFacts } from './difference.ts'
import { fieldExperiment } from './field-experiment.ts'
import { formerListExperiment, listEntryExperiment } from './list-experiments.ts'
import { certainOrderExperiment, evaluationExperiment, likelyOrderExperiment } from './order-experiments.ts'
import { additionalRuleExperiment, findAbsentRule, findOtherDecision, findOtherText } from './rule-findings.ts'
import { formerScoreExperiment, requiredScoreExperiment } from './score-experiments.ts'
import { velocityExperiment } from './velocity-experiment.ts'

/**
 * What is certain about the former system first: its lists as they are stored, its order as its answers show it. Then
 * what may have been different there.
 */
const experiments: readonly Experiment[] = [
  formerListExperiment,
  additionalRuleExperiment,
  certainOrderExperiment,
  listEntryExperiment,
  velocityExperiment,
  fieldExperiment,
  evaluationExperiment,
  likelyOrderExperiment,
]

/**
 * Names the cause of a different decision: the input whose replacement gives the decision of the former system, alone or
 * together with its score. What no experiment explains is not explained.
 */
export function findCause(replay: EventReplay, base: Outcome, reads: readonly ProbeRead[], facts: RunFacts): Finding {
  const difference = describe(replay, base, reads, facts)
  const certain = findAbsentRule(difference) ?? findOtherDecision(difference) ?? formerScoreExperiment(difference, {})
  if (certain !== null) return certain
  for (const experiment of experiments) {
    const found = experiment(difference, {})
    if (found !== null) return found
  }
  const score = requiredScoreExperiment(difference, {})
  if (score !== null) return score
  return (
    withFormerScore(difference) ?? findOtherText(difference) ?? { cause: 'unexplained', detail: 'none', subject: null }
  )
}

function describe(replay: EventReplay, base: Outcome, reads: readonly ProbeRead[], facts: RunFacts): Difference {
  const { event, rules } = replay
  const { rule, clause } = event.former
  const formerRule = rule == null ? null : rules.ruleOf(event.environmentId, rule)
  const ownRule =
    base.rule === null
      ? null
      : (rules
          .chainOf(event.environmentId)
          .flatMap(set => set.rules)
          .find(each => each.rule.id === base.rule?.id) ?? null)
  return {
    replay,
    facts,
    base,
    reads,
    formerRule,
    formerClause: formerRule === null || clause === null ? null : rules.clauseOf(formerRule.rule.id, clause),
    ownRule,
    ownClause: ownRule === null || base.clause === null ? null : rules.clauseOf(ownRule.rule.id, base.clause),
    formerScores: formerScoresOf(event),
  }
}

/** Tries the experiments once more with the score of the former system: two inputs may have changed together. */
function withFormerScore(difference: Difference): Finding | null {
  const { replay, formerScores } = difference
  const { own } = replay.event
  if (formerScores.risk === own.risk && formerScores.bot === own.bot) return null
  const background: Variation = { scores: formerScores }
  // Other rules may read other things with this score.
  const base = replay.run(background)
  const scored = describe(replay, base, replay.reads(), difference.facts)
  for (const experiment of experiments) {
    const found = experiment(scored, background)
    if (found !== null) return { ...found, withScore: true }
  }
  return null
}
