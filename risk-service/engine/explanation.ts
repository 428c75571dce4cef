import type { Explanation } from '../contract/index.ts'
import type { CallRecord } from '../fql/index.ts'
import type { KeptReads } from './reads.ts'

type RuleEntry = Explanation['rules'][number]
/** What an explanation says of a rule whatever the event: the same for every event that ran through the same chain. */
export type ChainRule = Pick<RuleEntry, 'ruleId' | 'rule' | 'environmentId' | 'version' | 'position'> & {
  /** The chain ends after this rule's environment, and after the first rule that is selected. */
  firstMatch?: true
  /** Names of its clauses in run order; chains of earlier versions do not have them. */
  clauses?: readonly string[]
}

/**
 * An explanation as it is stored. The chain's rules are stored once, under `chain`; an event only says which of its
 * first rules were selected and what their clauses did. Twenty rules take 20 bytes instead of 3,700.
 */
export interface PackedExplanation {
  contributions: Explanation['contributions']
  runtimeErrors: Explanation['runtimeErrors']
  chain: string
  /** One character per rule that was looked at, in run order: 1 selected, 0 not. */
  selected: string
  /** Clauses by the place of their rule; rules without any are left out. */
  clauses: Record<number, RuleEntry['clauses']>
  /** The queue of an event that was decided Review. */
  routing?: NonNullable<Explanation['routing']>
  calls?: NonNullable<Explanation['calls']>
  /** What resources told the rules. */
  reads?: KeptReads
}

/** Calls as an explanation shows them. */
export const explainedCalls = (calls: readonly CallRecord[]): NonNullable<Explanation['calls']> =>
  calls.map(({ kind, name, status, httpStatus, latencyMs, errorMessage }) => ({
    kind,
    name,
    status,
    httpStatus,
    latencyMs,
    error: errorMessage,
  }))

/**
 * `chain` is null when no rules ran: nothing is to be looked up then. What resources told the rules joins it when it is
 * written.
 */
export function packExplanation(chain: string | null, explanation: Explanation): Explanation | PackedExplanation {
  const { contributions, runtimeErrors, rules, routing, calls } = explanation
  if (chain === null || rules.length === 0) return explanation
  let selected = ''
  const clauses: PackedExplanation['clauses'] = {}
  rules.forEach((rule, index) => {
    selected += rule.selected ? '1' : '0'
    if (rule.clauses.length > 0) clauses[index] = rule.clauses
  })
  return {
    contributions,
    runtimeErrors,
    chain,
    selected,
    clauses,
    ...(routing === undefined ? {} : { routing }),
    ...(calls === undefined ? {} : { calls }),
  }
}

/** The whole again; `rules` are those stored under its chain. Explanations of earlier versions were stored whole. */
export function unpackExplanation(
  stored: Explanation | PackedExplanation,
  rules: readonly ChainRule[] | null,
): Explanation {
  if (!('chain' in stored)) return stored
  const { contributions, runtimeErrors, selected, clauses, routing, calls } = stored
  return {
    contributions,
    runtimeErrors,
    rules: (rules ?? []).slice(0, selected.length).map(({ firstMatch: _first, clauses: _names, ...rule }, index) => ({
      ...rule,
      selected: selected[index] === '1',
      clauses: clauses[index] ?? [],
    })),
    ...(routing === undefined ? {} : { routing }),
    ...(calls === undefined ? {} : { calls }),
  }
}
