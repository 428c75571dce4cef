import { type DefaultVelocitySet, defaultVelocitySets } from '../../contract/velocities/default-velocities.ts'
import type { PublishedVelocity } from './types.ts'
import { parseVelocity } from './velocity-text.ts'

/** A default velocity set as an environment has it. */
interface EnvironmentDefaultSet {
  id: string
  set: DefaultVelocitySet
  names: readonly PublishedVelocity[]
}

/** Derives an id from a text: always the same one. */
async function deriveId(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 16)
  // Marked as a custom format (version 8 of RFC 9562).
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return [...bytes]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export interface DefaultSetCache {
  load: (environmentId: string) => Promise<readonly EnvironmentDefaultSet[]>
  cached: (environmentId: string) => readonly EnvironmentDefaultSet[]
}

/**
 * Creates the cache of environments' default sets; their ids, and those of their velocities, are derived from the
 * environment and their names.
 */
export function createDefaultSetCache(): DefaultSetCache {
  const sets = new Map<string, readonly EnvironmentDefaultSet[]>()

  async function of(environmentId: string): Promise<readonly EnvironmentDefaultSet[]> {
    const environmentSets =
      sets.get(environmentId) ??
      (await Promise.all(
        defaultVelocitySets.map(async set => ({
          id: await deriveId(`velocity set ${environmentId} ${set.name}`),
          set,
          names: await Promise.all(
            set.velocities.map(
              async ({ name, text }): Promise<PublishedVelocity> => ({
                id: await deriveId(`velocity ${environmentId} ${name.toLowerCase()}`),
                name,
                environmentId,
                aggregate: parseVelocity(text)?.aggregate ?? 'count',
              }),
            ),
          ),
        })),
      ))
    sets.set(environmentId, environmentSets)
    return environmentSets
  }

  return { load: of, cached: environmentId => sets.get(environmentId) ?? [] }
}
