import type { Decision, Flips, RuleBody } from '../contract/index.ts'
import { inSteps } from '../contract/steps.ts'
import {
  type CheckEnvironment,
  compileRules,
  type DecidingClause,
  decidingClauses,
  FqlError,
  type Readers,
} from '../fql/index.ts'
import { inRunOrder } from './compile-set.ts'
import type { CountryOf } from './enrich.ts'
import type { FactProviders } from './enrichment/index.ts'
import type { ChainRule } from './explanation.ts'
import { findFlips } from './flip.ts'
import type { Json } from './json.ts'
import type { AssessmentKind } from './kinds/kind.ts'
import type { KeptReads } from './reads.ts'
import { seenAgain, storedScores } from './replay.ts'
import { type BookRule, noChain, type PublishedChain, type RuleSet, waits } from './rule-book.ts'

/** A decided event with the rules of that time, as they are stored. */
export interface StoredDecision {
  environmentId: string
  eventType: string
  at: Date
  correlationId: string | null
  decision: Decision
  ruleId: string | null
  rule: string | null
  clause: string | null
  riskScore: number
  request: Json
  enrichment: Json
  reads: KeptReads
  /** In run order; `body` null when the version is no longer there. `current`: it is what is published now. */
  rules: readonly (ChainRule & { body: RuleBody | null; current: boolean })[]
}

export interface FlipDeps {
  /** What a rule of an environment can name; null when the assessment is gone. */
  checkOf: (environmentId: string) => CheckEnvironment | null
  /** How the event was assessed; null when the assessment is gone. */
  kind: AssessmentKind | null
  readers: Readers
  countryOf: CountryOf
  providers: FactProviders
}

/** What would have changed a decision; see `findFlips`. */
export async function flipsOf(
  stored: StoredDecision,
  { checkOf, kind, readers, countryOf, providers }: FlipDeps,
): Promise<Flips> {
  const { rule, clause, rules } = stored
  const answer = (state: Flips['state'], flips: Flips['flips'] = []): Flips => ({
    state,
    rule,
    clause,
    changedSince: rules.some(each => !each.current),
    flips,
  })
  if (rules.length === 0) return answer('noRules')
  const checks = new Map([...new Set(rules.map(each => each.environmentId))].map(id => [id, checkOf(id)]))
  const made = await inSteps(chainAgain(rules, checks), 4)
  if (made === null || kind === null) return answer('ruleChanged')
  const names = new Map(
    [...checks.values()].flatMap(check =>
      [...(check?.lists?.custom.values() ?? []), ...(check?.lists?.support.values() ?? [])].map(
        list => [list.id ?? list.name, list.name] as const,
      ),
    ),
  )
  const flips = await findFlips({
    seen: seenAgain(kind, stored, countryOf, providers),
    request: stored.request,
    at: stored.at,
    correlationId: stored.correlationId,
    scores: storedScores(checks.get(stored.environmentId)?.legacyScores, stored.riskScore, stored.reads),
    ...made,
    kept: stored.reads,
    live: readers,
    listName: id => names.get(id) ?? id,
    decision: stored.decision,
    ruleId: stored.ruleId,
  })
  return flips === null ? answer('notReproduced') : answer('ready', flips)
}

/**
 * The chain of that time; null when a part of it is gone or no longer right. Rule by rule: many are not compiled while
 * a decision waits.
 */
function* chainAgain(
  rules: StoredDecision['rules'],
  checks: ReadonlyMap<string, CheckEnvironment | null>,
): Generator<undefined, { chain: PublishedChain; clauses: ReadonlyMap<BookRule, readonly DecidingClause[]> } | null> {
  const clauses = new Map<BookRule, readonly DecidingClause[]>()
  const sets: RuleSet[] = []
  try {
    for (const [environmentId, own] of Map.groupBy(rules, each => each.environmentId)) {
      const check = checks.get(environmentId)
      if (check == null) return null
      const made: BookRule[] = []
      for (const each of own) {
        if (each.body === null) return null
        const [compiled] = compileRules([each.body], check, { mode: 'closures' })
        if (compiled === undefined) return null
        const book: BookRule = {
          id: each.ruleId,
          name: each.rule,
          environmentId,
          version: each.version,
          position: each.position,
          compiled,
          clauses: inRunOrder(compiled.clauses),
        }
        clauses.set(book, decidingClauses(each.body, check))
        made.push(book)
        yield
      }
      sets.push({ environmentId, firstMatch: own.some(each => each.firstMatch === true), rules: made })
    }
  } catch (error) {
    if (error instanceof FqlError) return null
    throw error
  }
  return { chain: { ...noChain, sets, waits: sets.some(set => set.rules.some(waits)) }, clauses }
}
