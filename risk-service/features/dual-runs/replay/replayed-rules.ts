import type { RuleBody } from '../../../contract/index.ts'
import { type CheckEnvironment, type DecidingClause, decidingClauses } from '../../../fql/index.ts'
import type { CandidateRules } from '../../backtests/run/candidate-chain.ts'
import type { RunnableRuleSet } from '../../backtests/run/outcomes.ts'

/** A rule of a chain. */
export type ReplayedRule = RunnableRuleSet['rules'][number]

/** The published rules of one assessment, as the search for causes reads them. */
export interface ReplayedRules {
  /** From the root down to the environment. */
  chainOf: (environmentId: string) => readonly RunnableRuleSet[]
  /** Returns the rule of a name, without regard to letter case; the first one from the root down. */
  ruleOf: (environmentId: string, name: string) => ReplayedRule | null
  /** Returns the parts of a clause that can decide; null for an unknown clause, and for one that never decides. */
  clauseOf: (ruleId: string, clause: string) => DecidingClause | null
  /** Whether a rule may read what the replay does not have: answers of calls, models, devices, chance, functions. */
  readsMore: (ruleId: string) => boolean
  legacyScores: CheckEnvironment['legacyScores']
}

const moreReads =
  /external\s*\.|assessments\s*\.|model\s*\.|geo\s*\.|device\s*\.|randomint|functions\s*[.[]|getvariable/i

const textOf = ({ condition, clauses }: RuleBody): string => [condition, ...clauses.map(({ text }) => text)].join('\n')

export function createReplayedRules(
  rules: CandidateRules,
  legacyScores: CheckEnvironment['legacyScores'],
): ReplayedRules {
  const names = new Map<string, Map<string, ReplayedRule>>()
  const clauses = new Map<string, readonly DecidingClause[]>()
  const more = new Map<string, boolean>()
  const chainOf = (environmentId: string): readonly RunnableRuleSet[] => rules.chainsOf(environmentId).before
  return {
    chainOf,
    ruleOf(environmentId, name) {
      let own = names.get(environmentId)
      if (own === undefined) {
        own = new Map()
        for (const each of chainOf(environmentId).flatMap(set => set.rules)) {
          const key = each.rule.name.toLowerCase()
          if (!own.has(key)) own.set(key, each)
        }
        names.set(environmentId, own)
      }
      return own.get(name.toLowerCase()) ?? null
    },
    clauseOf(ruleId, clause) {
      let own = clauses.get(ruleId)
      if (own === undefined) {
        const found = rules.bodies.get(ruleId)
        own = found === undefined ? [] : decidingClauses(found.body, found.check)
        clauses.set(ruleId, own)
      }
      return own.find(({ name }) => name.toLowerCase() === clause.toLowerCase()) ?? null
    },
    readsMore(ruleId) {
      let found = more.get(ruleId)
      if (found === undefined) {
        const body = rules.bodies.get(ruleId)?.body
        more.set(ruleId, (found = body === undefined || moreReads.test(textOf(body))))
      }
      return found
    },
    legacyScores,
  }
}
