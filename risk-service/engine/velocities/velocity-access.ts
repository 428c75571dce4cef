import { createScope, type ResourceReaders, type VelocityWindow } from '../../fql/index.ts'
import type { PublishedVelocity, ResourceRegistry } from '../resources/types.ts'
import type { CountedSet } from './events/contribution-types.ts'
import { type Contribution, collectContributions } from './events/contributions.ts'
import { createDataVelocityEvent, type StoredDataEvent } from './events/data-events.ts'
import type { createEventRebuilder, StoredEvent } from './events/stored-events.ts'
import type { VelocityFigures, VelocityStore } from './types.ts'

interface VelocityQuery {
  velocity: string
  key: string
  window: VelocityWindow
}

/** Velocities outside of decisions: present values, and the contributions of stored events. */
export interface VelocityAccess {
  /** Null when the environment has none with this name. */
  find: (environmentId: string, name: string) => PublishedVelocity | null
  /** Values as rules would read them at this time; null where the read failed or the velocity does not exist. */
  read: (environmentId: string, queries: readonly VelocityQuery[], now: Date) => Promise<(number | null)[]>
  /** The set of the environment that counts a velocity at present; null while it is inactive. */
  findSetOfVelocity: (environmentId: string, velocity: PublishedVelocity) => CountedSet | null
  /** An active set of the environment. */
  findSet: (environmentId: string, setId: string, version: number) => CountedSet | null
  /** The contributions of a stored event to these sets, by the present definitions. No call is made. */
  contributionsOfStored: (sets: readonly CountedSet[], stored: StoredEvent | StoredDataEvent) => Promise<Contribution[]>
  /** Figures of reading and counting since the start; null where nothing is counted. */
  figures: () => VelocityFigures | null
  /** See `VelocityStore`. */
  reload: () => Promise<void>
}

export interface VelocityAccessDeps {
  store: VelocityStore | undefined
  resources: ResourceRegistry
  rebuildEvent: ReturnType<typeof createEventRebuilder>
  readers: ResourceReaders
}

export function createVelocityAccess({ store, resources, rebuildEvent, readers }: VelocityAccessDeps): VelocityAccess {
  const { calls: _calls, ...quiet } = readers
  const find: VelocityAccess['find'] = (environmentId, name) =>
    (resources.check(environmentId).velocities?.get(name.toLowerCase()) as PublishedVelocity | undefined) ?? null
  return {
    find,
    async read(environmentId, queries, now) {
      const reader = store?.reader(now)
      return await Promise.all(
        queries.map(async ({ velocity, key, window }) => {
          const info = find(environmentId, velocity)
          if (info === null || reader === undefined) return null
          try {
            return key === '' ? 0 : await reader.read(info, key, window)
          } catch {
            return null
          }
        }),
      )
    },
    findSetOfVelocity: (environmentId, velocity) =>
      resources
        .velocitySets(environmentId)
        .find(set => set.environmentId === environmentId && set.velocities.some(({ id }) => id === velocity.id)) ??
      null,
    findSet: (environmentId, setId, version) =>
      resources
        .velocitySets(environmentId)
        .find(set => set.environmentId === environmentId && set.setId === setId && set.version === version) ?? null,
    async contributionsOfStored(sets, stored) {
      const rebuilt =
        'body' in stored
          ? { types: [stored.event_type], event: createDataVelocityEvent(stored.body, stored.purchase, rebuildEvent) }
          : rebuildEvent(stored)
      if (rebuilt === null) return []
      const velocities = store?.reader(stored.at)
      const scope = () =>
        createScope({
          ...quiet,
          ...(velocities === undefined ? {} : { velocities }),
          event: rebuilt.event,
          now: stored.at,
        })
      return await collectContributions(sets, rebuilt.types, scope, () => undefined)
    },
    figures: () => store?.figures() ?? null,
    reload: async () => {
      await store?.reload()
    },
  }
}
