import { type DefaultVelocitySet, defaultVelocitySets } from '../contract/default-velocities.ts'
import type { KnownVelocity } from './resource-book.ts'
import { readVelocity } from './velocity-text.ts'

/** A velocity set of the product as an environment has it. */
interface SystemSet {
  id: string
  set: DefaultVelocitySet
  names: readonly KnownVelocity[]
}

/** An id made of a text: the same for ever. */
async function idOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 16)
  // Marked as made by a rule of our own (version 8 of RFC 9562).
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return [...bytes]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export interface SystemSets {
  of: (environmentId: string) => Promise<readonly SystemSet[]>
  known: (environmentId: string) => readonly SystemSet[]
}

/**
 * The default sets of environments; their ids, and those of their velocities, are made of the environment and their
 * names.
 */
export function createSystemSets(): SystemSets {
  const sets = new Map<string, readonly SystemSet[]>()

  async function of(environmentId: string): Promise<readonly SystemSet[]> {
    const known =
      sets.get(environmentId) ??
      (await Promise.all(
        defaultVelocitySets.map(async set => ({
          id: await idOf(`velocity set ${environmentId} ${set.name}`),
          set,
          names: await Promise.all(
            set.velocities.map(
              async ({ name, text }): Promise<KnownVelocity> => ({
                id: await idOf(`velocity ${environmentId} ${name.toLowerCase()}`),
                name,
                environmentId,
                aggregate: readVelocity(text)?.aggregate ?? 'count',
              }),
            ),
          ),
        })),
      ))
    sets.set(environmentId, known)
    return known
  }

  return { of, known: environmentId => sets.get(environmentId) ?? [] }
}
