import type { Counterfactuals } from '../../contract/index.ts'
import type { ResourceReaders, VelocityReader } from '../../fql/index.ts'
import type { AssessmentRegistry } from '../assessment-types/assessment-registry.ts'
import type { DeviceRegistry } from '../enrich/device-sessions.ts'
import type { RuleLists } from '../lists/types.ts'
import type { RuleRegistry } from '../rules/rule-registry.ts'
import { type CounterfactualDeps, findCounterfactuals, type StoredDecision } from './counterfactuals.ts'
import { type ListStatusChange, type ReplayedDecision, replayListStatus } from './list-status-replay.ts'
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

interface StoredDecisionsDeps extends Pick<CounterfactualDeps, 'countryOf' | 'providers' | 'readers'> {
  lists: RuleLists | undefined
  assessments: AssessmentRegistry
  rules: RuleRegistry
  devices: DeviceRegistry
  velocities: { reader: (at: Date) => VelocityReader } | undefined
}

/** Creates what computes about stored decisions, over the resources of the engine. */
export function createStoredDecisions(deps: StoredDecisionsDeps): StoredDecisions {
  const { lists, assessments, rules: ruleRegistry, devices, velocities, countryOf, providers } = deps
  async function loadLists(rules: StoredDecision['rules']): Promise<void> {
    for (const [environmentId, own] of Map.groupBy(rules, rule => rule.environmentId))
      await lists?.loadForTrial(
        environmentId,
        own.flatMap(rule => rule.body ?? []),
      )
  }
  const readersOf = (stored: StoredDecision): ResourceReaders => ({
    ...deps.readers,
    devices: devices.readerOf(stored.environmentId, stored.at),
    ...(velocities === undefined ? {} : { velocities: velocities.reader(stored.at) }),
  })
  const depsOf = (stored: StoredDecision): CounterfactualDeps => ({
    kind: assessments.typeOf(stored.environmentId, stored.eventType),
    checkOf: environmentId => ruleRegistry.checkOf(environmentId, stored.eventType, 'decision'),
    readers: readersOf(stored),
    countryOf,
    providers,
  })
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
      routeStoredEvents(events, depsOf, async stored => ruleRegistry.loadChain(stored.environmentId, stored.eventType)),
  }
}
