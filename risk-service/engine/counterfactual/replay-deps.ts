import type { ResourceReaders, VelocityReader } from '../../fql/index.ts'
import type { AssessmentRegistry } from '../assessment-types/assessment-registry.ts'
import type { DeviceRegistry } from '../enrich/device-sessions.ts'
import type { RuleLists } from '../lists/types.ts'
import type { RuleRegistry } from '../rules/rule-registry.ts'
import type { CounterfactualDeps, StoredDecision } from './counterfactuals.ts'

export interface StoredDecisionsDeps extends Pick<CounterfactualDeps, 'countryOf' | 'providers' | 'readers'> {
  lists: RuleLists | undefined
  assessments: AssessmentRegistry
  rules: RuleRegistry
  devices: DeviceRegistry
  velocities: { reader: (at: Date) => VelocityReader } | undefined
}

/** What replays of stored decisions depend on. */
export interface ReplayDeps {
  /** Loads the lists that rules of other times name. */
  loadLists: (rules: StoredDecision['rules']) => Promise<void>
  depsOf: (stored: StoredDecision) => CounterfactualDeps
}

/** Creates what replays depend on, over the resources of the engine. */
export function createReplayDeps(deps: StoredDecisionsDeps): ReplayDeps {
  const { lists, assessments, rules: ruleRegistry, devices, velocities, countryOf, providers } = deps
  const readersOf = (stored: StoredDecision): ResourceReaders => ({
    ...deps.readers,
    devices: devices.readerOf(stored.environmentId, stored.at),
    ...(velocities === undefined ? {} : { velocities: velocities.reader(stored.at) }),
  })
  return {
    async loadLists(rules) {
      for (const [environmentId, own] of Map.groupBy(rules, rule => rule.environmentId))
        await lists?.loadForTrial(
          environmentId,
          own.flatMap(rule => rule.body ?? []),
        )
    },
    depsOf: stored => ({
      kind: assessments.typeOf(stored.environmentId, stored.eventType),
      checkOf: environmentId => ruleRegistry.checkOf(environmentId, stored.eventType, 'decision'),
      readers: readersOf(stored),
      countryOf,
      providers,
    }),
  }
}
