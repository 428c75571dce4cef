import type { Decision, Flips, RuleBody } from '../contract/index.ts'
import { compileRules, decidingClauses, FqlError, type CheckEnvironment, type DecidingClause, type Readers } from '../fql/index.ts'
import type { CountryOf } from './enrich.ts'
import type { FactProviders } from './enrichment/index.ts'
import type { ChainRule } from './explanation.ts'
import { findFlips } from './flip.ts'
import type { Json } from './json.ts'
import type { KeptReads } from './reads.ts'
import { seenAgain } from './replay.ts'
import { inRunOrder } from './compile-set.ts'
import { noChain, waits, type BookRule, type PublishedChain, type RuleSet } from './rule-book.ts'

/** A decided purchase with the rules of that time, as they are stored. */
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
  readers: Readers
  countryOf: CountryOf
  providers: FactProviders
}

/** What would have changed a decision; see `findFlips`. */
export async function flipsOf(stored: StoredDecision, { checkOf, readers, countryOf, providers }: FlipDeps): Promise<Flips> {
  const { rule, clause, rules } = stored
  const answer = (state: Flips['state'], flips: Flips['flips'] = []): Flips => ({ state, rule, clause, changedSince: rules.some(each => !each.current), flips })
  if (rules.length === 0) return answer('noRules')
  const checks = new Map([...new Set(rules.map(each => each.environmentId))].map(id => [id, checkOf(id)]))
  const made = chainAgain(rules, checks)
  if (made === null) return answer('ruleChanged')
  const names = new Map([...checks.values()].flatMap(check => [...check?.lists?.custom.values() ?? [], ...check?.lists?.support.values() ?? []].map(list => [list.id ?? list.name, list.name] as const)))
  const flips = await findFlips({
    seen: seenAgain(stored, countryOf, providers), request: stored.request, at: stored.at, correlationId: stored.correlationId, scores: { risk: stored.riskScore },
    ...made, kept: stored.reads, live: readers, listName: id => names.get(id) ?? id, decision: stored.decision, ruleId: stored.ruleId,
  })
  return flips === null ? answer('notReproduced') : answer('ready', flips)
}

/** The chain of that time; null when a part of it is gone or no longer right. */
function chainAgain(rules: StoredDecision['rules'], checks: ReadonlyMap<string, CheckEnvironment | null>): { chain: PublishedChain; clauses: ReadonlyMap<BookRule, readonly DecidingClause[]> } | null {
  const clauses = new Map<BookRule, readonly DecidingClause[]>()
  const sets: RuleSet[] = []
  try {
    for (const [environmentId, own] of Map.groupBy(rules, each => each.environmentId)) {
      const check = checks.get(environmentId)
      const bodies = own.flatMap(each => each.body ?? [])
      if (check == null || bodies.length < own.length) return null
      const compiled = compileRules(bodies, check, { mode: 'closures' })
      sets.push({
        environmentId, firstMatch: own.some(each => each.firstMatch === true),
        rules: own.flatMap((each, index): BookRule[] => {
          const [rule, body] = [compiled[index], bodies[index]]
          if (rule === undefined || body === undefined) return []
          const book: BookRule = { id: each.ruleId, name: each.rule, environmentId, version: each.version, position: each.position, compiled: rule, clauses: inRunOrder(rule.clauses) }
          clauses.set(book, decidingClauses(body, check))
          return [book]
        }),
      })
    }
  } catch (error) {
    if (error instanceof FqlError) return null
    throw error
  }
  return { chain: { ...noChain, sets, waits: sets.some(set => set.rules.some(waits)) }, clauses }
}
