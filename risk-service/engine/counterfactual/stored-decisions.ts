import type { Counterfactuals } from '../../contract/index.ts'
import { findCounterfactuals, type StoredDecision } from './counterfactuals.ts'
import { type ListStatusChange, type ReplayedDecision, replayListStatus } from './list-status-replay.ts'
import { createReplayDeps, type StoredDecisionsDeps } from './replay-deps.ts'
import { routeStoredEvents, type StoredRoute } from './route-stored-events.ts'

/** What the engine computes about decisions that are stored. */
export interface StoredDecisions {
  /** The counterfactuals of a decision. */
  counterfactuals: (stored: StoredDecision) => Promise<Counterfactuals>
  /** Decides stored events again with another status of a value on a support list; see `replayListStatus`. */
  replayListStatus: (
    events: readonly StoredDecision[],
    change: ListStatusChange,
  ) => Promise<(ReplayedDecision | null)[]>
  /** Routes stored events with the published routing rules; see `routeStoredEvents`. */
  routeStored: (events: readonly StoredDecision[]) => Promise<(StoredRoute | null)[]>
}

/** Creates what computes about stored decisions, over the resources of the engine. */
export function createStoredDecisions(deps: StoredDecisionsDeps): StoredDecisions {
  const { loadLists, depsOf } = createReplayDeps(deps)
  return {
    async counterfactuals(stored) {
      await loadLists(stored.rules)
      return findCounterfactuals(stored, depsOf(stored))
    },
    async replayListStatus(events, change) {
      for (const rules of new Set(events.map(event => event.rules))) await loadLists(rules)
      return replayListStatus(events, change, depsOf)
    },
    routeStored: events =>
      routeStoredEvents(events, depsOf, async stored => deps.rules.loadChain(stored.environmentId, stored.eventType)),
  }
}
