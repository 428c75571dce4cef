import { createYieldPoint, runInSlices } from '../../contract/cooperative.ts'
import type { Decision, SupportStatus } from '../../contract/index.ts'
import { type SupportListId, supportKey } from '../../contract/lists/list-definitions.ts'
import { type CheckEnvironment, createScope } from '../../fql/index.ts'
import { supportId } from '../lists/support-lists.ts'
import { listQuestionKeys } from '../replay/recorded-inputs.ts'
import { RecordedReaders } from '../replay/recorded-readers.ts'
import { rebuildRuleInput, recordedScores } from '../replay/replay.ts'
import type { PublishedChain } from '../rules/published-chain.ts'
import { runChain } from '../rules/run-rules.ts'
import type { CounterfactualDeps, StoredDecision } from './counterfactuals.ts'
import { recompileChain } from './recompile-chain.ts'

/** A status that a value would have had on a support list of an environment; null: none. */
export interface ListStatusChange {
  environmentId: string
  list: SupportListId
  value: string
  status: SupportStatus | null
}

/** The decision with the status. `read`: the rules looked the value up in the list. */
export interface ReplayedDecision {
  decision: Decision
  read: boolean
}

/** A status changes which clauses read which values, and those may read the value again: at most so many runs. */
const maxRounds = 4
/** Time of one slice: decisions are made between two slices. */
const sliceMs = 4

/**
 * Decides stored events again with the rules and recorded inputs of their time, but with another status of one value on
 * a support list. An event has null when its rules no longer exist, do not reproduce its decision, or read something
 * that was not recorded. Events with the same chain share the array of their rules, which is then compiled once.
 * @param depsOf what the replay of one event depends on
 */
export async function replayListStatus(
  events: readonly StoredDecision[],
  change: ListStatusChange,
  depsOf: (stored: StoredDecision) => CounterfactualDeps,
): Promise<(ReplayedDecision | null)[]> {
  const pause = createYieldPoint(sliceMs)
  const chains = new Map<StoredDecision['rules'], { chain: PublishedChain } | null>()
  const decisions: (ReplayedDecision | null)[] = []
  for (const stored of events) {
    await pause()
    const deps = depsOf(stored)
    const checks = checksOf(stored.rules, deps)
    let compiled = chains.get(stored.rules)
    if (compiled === undefined) {
      compiled = stored.rules.length === 0 ? null : await runInSlices(recompileChain(stored.rules, checks), sliceMs)
      chains.set(stored.rules, compiled)
    }
    decisions.push(
      compiled === null
        ? // Where no rules ran, no status changes anything.
          stored.rules.length === 0 && stored.ruleId === null
          ? { decision: stored.decision, read: false }
          : null
        : await replayEvent(stored, compiled.chain, change, deps, checks.get(stored.environmentId) ?? null),
    )
  }
  return decisions
}

const checksOf = (rules: StoredDecision['rules'], { checkOf }: CounterfactualDeps) =>
  new Map([...new Set(rules.map(each => each.environmentId))].map(id => [id, checkOf(id)] as const))

async function replayEvent(
  stored: StoredDecision,
  chain: PublishedChain,
  change: ListStatusChange,
  { kind, readers, countryOf, providers }: CounterfactualDeps,
  check: CheckEnvironment | null,
): Promise<ReplayedDecision | null> {
  if (kind === null) return null
  const recorded = new RecordedReaders(stored.reads, readers)
  const event = rebuildRuleInput(kind, stored, countryOf, providers)()
  const scores = recordedScores(check?.legacyScores, stored.riskScore, stored.reads)
  const run = async (changes: ReadonlyMap<string, unknown>) => {
    recorded.reset()
    recorded.changes = changes
    const scope = createScope({
      ...recorded.readers(),
      event,
      now: stored.at,
      random: () => 0.5,
      ...(stored.correlationId === null ? {} : { correlationId: stored.correlationId }),
    })
    const result = await runChain({ ...chain, actions: [], routing: [] }, scope, { ...scores })
    return recorded.unrecorded === 'never' ? null : result
  }
  const base = await run(new Map())
  if (base === null || base.decision !== stored.decision || (base.rule?.id ?? null) !== stored.ruleId) return null
  recorded.freeze()
  const changes = new Map<string, unknown>()
  let decision = base.decision
  for (let round = 0; round < maxRounds; round += 1) {
    const keys = readsOf(recorded, change).filter(key => !changes.has(key))
    if (keys.length === 0) break
    for (const key of keys) changes.set(key, change.status ?? undefined)
    const result = await run(changes)
    if (result === null) return null
    decision = result.decision
  }
  return { decision, read: changes.size > 0 }
}

/** Returns the keys of the reads that looked the value up in the list. */
function readsOf(recorded: RecordedReaders, { environmentId, list, value }: ListStatusChange): string[] {
  const id = supportId(environmentId, list)
  const start = listQuestionKeys.supportStatus(id, '')
  const sought = supportKey(list, value)
  return [...recorded.reads.values()].flatMap(({ kind, key }) =>
    kind === 'support' && key.startsWith(start) && supportKey(list, key.slice(start.length)) === sought ? [key] : [],
  )
}
