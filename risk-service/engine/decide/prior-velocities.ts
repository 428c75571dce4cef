import { type MaybePromise, type Scope, type VelocityReader, velocityReadKey } from '../../fql/index.ts'
import type { ExperimentChain } from '../rules/published-chain.ts'

/** Velocities as they were before an event was counted. */
export interface PriorVelocities {
  velocities: VelocityReader
  /** Resolves when every value was read; undefined when all of them were in memory. The event is counted afterwards. */
  ready: Promise<unknown> | undefined
}

/**
 * Reads the velocities of experiments while the event is not counted yet, because their rules run after it is: a branch
 * reads what production's rules read at the same event. Values that production read are taken over. A velocity whose
 * key is computed, and which production does not read, is read when its rule runs.
 * @param production the scope in which production's rules ran
 * @param scope a scope of the same event, for the keys of further velocities
 */
export function readPriorVelocities(
  live: VelocityReader,
  experiments: readonly ExperimentChain[],
  production: Scope,
  scope: Scope,
): PriorVelocities {
  const values = new Map<string, MaybePromise<number>>()
  for (const [name, value] of production.results ?? [])
    if (name.startsWith('velocity|') && typeof value === 'number') values.set(name, value)
  const loading: Promise<unknown>[] = []
  for (const { programs } of experiments.flatMap(({ chain }) => chain.sets)) {
    for (const { velocity, key, window } of programs?.prefetchableReads(scope) ?? []) {
      const name = velocityReadKey(velocity, window) + key
      if (values.has(name)) continue
      const value = live.read(velocity, key, window)
      values.set(name, value)
      // A failed read fails in the rule that makes it.
      if (value instanceof Promise) loading.push(value.catch(() => undefined))
    }
  }
  return {
    velocities: {
      read: (velocity, key, window) =>
        values.get(velocityReadKey(velocity, window) + key) ?? live.read(velocity, key, window),
    },
    ready: loading.length === 0 ? undefined : Promise.all(loading),
  }
}
