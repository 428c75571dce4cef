import { createYieldPoint } from '../../contract/cooperative.ts'
import type { Explanation } from '../../contract/index.ts'
import { createScope } from '../../fql/index.ts'
import { RecordedReaders } from '../replay/recorded-readers.ts'
import { rebuildRuleInput, recordedScores } from '../replay/replay.ts'
import type { PublishedChain } from '../rules/published-chain.ts'
import { createRoutingEvent, type EventRoute, routeEvent } from '../rules/route-event.ts'
import { runChain } from '../rules/run-rules.ts'
import type { CounterfactualDeps, StoredDecision } from './counterfactuals.ts'

/** The route of a stored event under the published routing rules, and the parts of them that failed. */
export interface StoredRoute extends EventRoute {
  errors: Explanation['runtimeErrors']
}

/** Time of one slice: decisions are made between two slices. */
const sliceMs = 4

/**
 * Routes stored events with the published routing rules. The decision rules run before them, because they set variables
 * that routing rules read. Rules read the recorded inputs of an event, and what was not recorded as it is now. An event
 * has null when its assessment no longer exists.
 * @param depsOf what the replay of one event depends on
 * @param chainOf the published rules for one event
 */
export async function routeStoredEvents(
  events: readonly StoredDecision[],
  depsOf: (stored: StoredDecision) => CounterfactualDeps,
  chainOf: (stored: StoredDecision) => Promise<PublishedChain | null>,
): Promise<(StoredRoute | null)[]> {
  const pause = createYieldPoint(sliceMs)
  const routes: (StoredRoute | null)[] = []
  for (const stored of events) {
    await pause()
    const chain = await chainOf(stored)
    routes.push(chain === null ? null : await routeStoredEvent(stored, chain, depsOf(stored)))
  }
  return routes
}

async function routeStoredEvent(
  stored: StoredDecision,
  chain: PublishedChain,
  { kind, checkOf, readers, countryOf, providers }: CounterfactualDeps,
): Promise<StoredRoute | null> {
  if (kind === null) return null
  const recorded = new RecordedReaders(stored.reads, readers)
  const event = rebuildRuleInput(kind, stored, countryOf, providers)()
  const scores = recordedScores(checkOf(stored.environmentId)?.legacyScores, stored.riskScore, stored.reads)
  const scope = createScope({
    ...recorded.readers(),
    event,
    now: stored.at,
    random: () => 0.5,
    ...(stored.correlationId === null ? {} : { correlationId: stored.correlationId }),
  })
  await runChain({ ...chain, actions: [], routing: [] }, scope, { ...scores })
  recorded.freeze()
  const errors: Explanation['runtimeErrors'] = []
  const response = {
    merchantRuleDecision: stored.decision,
    merchantRuleReason: stored.reason,
    riskScore: stored.riskScore,
    reasonCodes: String(stored.enrichment.riskReasonCodes ?? ''),
    rule: stored.rule,
    clauseName: stored.clause,
    ...(typeof stored.reads.bot === 'number' ? { botScore: stored.reads.bot } : {}),
  }
  const route = await routeEvent(chain, scope, () => createRoutingEvent(stored.eventType, event, response), errors)
  return { ...route, errors }
}
