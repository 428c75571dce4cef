import type { Decision, Explanation } from '../../contract/index.ts'
import { createScope, type ResourceReaders } from '../../fql/index.ts'
import type { ChainRule } from '../../ports/stored-explanation.ts'
import type { CounterfactualDeps, StoredDecision } from '../counterfactual/counterfactuals.ts'
import type { Json } from '../lib/json.ts'
import { RecordedReaders, type ResourceRead } from '../replay/recorded-readers.ts'
import { rebuildRuleInput, recordedScores } from '../replay/replay.ts'
import type { PublishedChain } from '../rules/published-chain.ts'
import { type ClauseScores } from '../rules/rule-result.ts'
import { runChain } from '../rules/run-rules.ts'

/** What one run of a chain over a stored event decided, set and read. */
export interface StoredRun {
  decision: Decision
  reason: string
  supportMessage: string | null
  challengeType: string | null
  ruleId: string | null
  rule: string | null
  clause: string | null
  /** Clause name to pairs. */
  outputs: Record<string, Record<string, unknown>>
  variables: ReadonlyMap<string, unknown>
  reads: readonly ResourceRead[]
  /** Every rule that was evaluated, in run order. */
  rules: Explanation['rules']
  runtimeErrors: Explanation['runtimeErrors']
}

/** Runs chains over one stored event: nothing is stored, counted or called, and actions are left out. */
export interface StoredRunner {
  /** The event as rules read it. */
  event: Json
  scores: ClauseScores
  /** Inputs that the runs since `freeze` read beside the recorded ones. */
  recorded: RecordedReaders
  run: (chain: PublishedChain) => Promise<StoredRun>
}

/** Creates a runner; null when the assessment of the event no longer exists. */
export function createStoredRunner(
  stored: StoredDecision,
  { kind, checkOf, readers, countryOf, providers }: CounterfactualDeps,
  watch: (readers: ResourceReaders) => ResourceReaders = each => each,
): StoredRunner | null {
  if (kind === null) return null
  const event = rebuildRuleInput(kind, stored, countryOf, providers)()
  const scores = recordedScores(checkOf(stored.environmentId)?.legacyScores, stored.riskScore, stored.reads)
  const recorded = new RecordedReaders(stored.reads, readers)
  return {
    event,
    scores,
    recorded,
    async run(chain) {
      recorded.reset()
      recorded.reads.clear()
      const scope = createScope({
        ...watch(recorded.readers()),
        event,
        now: stored.at,
        random: () => 0.5,
        ...(stored.correlationId === null ? {} : { correlationId: stored.correlationId }),
      })
      const result = await runChain({ ...chain, actions: [], routing: [] }, scope, { ...scores })
      return {
        decision: result.decision,
        reason: result.reason,
        supportMessage: result.supportMessage,
        challengeType: result.challengeType,
        ruleId: result.rule?.id ?? null,
        rule: result.rule?.name ?? null,
        clause: result.clause,
        outputs: result.outputs,
        variables: new Map(scope.variables),
        reads: await Promise.all([...recorded.reads.values()].map(readNow)),
        rules: result.explanation.rules,
        runtimeErrors: result.explanation.runtimeErrors,
      }
    },
  }
}

/** A velocity that is read now may still be on its way; one that cannot be read has failed in its rule, too. */
const readNow = async (read: ResourceRead): Promise<ResourceRead> => ({
  ...read,
  value: await Promise.resolve(read.value).catch(() => null),
})

/** The rules of a chain, as they are stored with a decision. */
export const chainRules = ({ sets }: PublishedChain): ChainRule[] =>
  sets.flatMap(({ firstMatch, rules }) =>
    rules.map(({ id, name, environmentId, version, position }) => ({
      ruleId: id,
      rule: name,
      environmentId,
      version,
      position,
      ...(firstMatch ? { firstMatch: true as const } : {}),
    })),
  )
