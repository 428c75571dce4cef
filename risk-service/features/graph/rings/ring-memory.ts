import { entityKey } from '../../../engine/graph/rings/judge-entity.ts'
import type { RingEntity } from '../../../engine/graph/rings/types.ts'

/** An entity of an environment around which rings are looked for. */
export interface Seed {
  environmentId: string
  entity: RingEntity
}

/**
 * `since`: the value of `taken` when it began to wait; null: as it is stored. `urgent`: it may have become a part of another
 * ring, or a worse one: an event linked it with a user for the first time, or was rejected. `links`: it was judged, and links
 * its users.
 */
export type PendingSeed = Seed & { since: string | null; urgent: boolean; links?: boolean }

/** What the job remembers between its runs, so that it does not ask the store again; it may be lost at any time. */
export interface RingMemory {
  /** Entities around which rings are to be looked for, by their key: what became urgent last is the last. */
  pending: Map<string, PendingSeed>
  /** Notes an entity: as the last one, unless it waits already and this is not urgent. */
  addPending: (seed: Seed, urgent: boolean) => void
  /** Whether a user is remembered to have an entity; from now on it is. */
  knowsLink: (seed: Seed, user: string) => boolean
  /** Runs of the job. */
  runs: number
  /** The time up to which outcomes of events were taken; null before the first ones. */
  outcomesUntil: Date | null
  /** Id of the event up to which all were taken; null before the first one. */
  taken: string | null
  /** Ids of younger events that were taken. */
  early: Set<string>
  /** The one up to which all work is done, as it is stored. */
  stored: string | null
  /** Whether an entity is shared, as far as that is remembered; null where the store has to be asked. */
  isShared: (seed: Seed, user: string) => boolean | null
  rememberOwner: (seed: Seed, user: string, shared: boolean) => void
  /** Remembers entities of a web that is too large for a ring; for some minutes nothing is looked for around them. */
  rememberWeb: (environmentId: string, keys: Iterable<string>, now: number) => void
  isInWeb: (seed: Seed, now: number) => boolean
  /** Returns a value of an environment that is read again every few minutes. */
  baseRate: (environmentId: string, now: number, read: () => Promise<number>) => Promise<number>
}

export const seedKey = ({ environmentId, entity }: Seed): string => `${environmentId}\n${entityKey(entity)}`

const maxRemembered = 200_000
const webMs = 600_000
const rateMs = 300_000
/** The owner of an entity that several users have. */
const many = '\n'

/** A map that forgets its oldest entries. */
function createBounded<Value>(): { get: (key: string) => Value | undefined; set: (key: string, value: Value) => void } {
  const entries = new Map<string, Value>()
  return {
    get: key => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > maxRemembered) entries.delete(entries.keys().next().value ?? '')
    },
  }
}

export function createRingMemory(): RingMemory {
  const owners = createBounded<string>()
  const links = createBounded<true>()
  const webs = createBounded<number>()
  const rates = new Map<string, { at: number; rate: number }>()
  const memory: RingMemory = {
    pending: new Map(),
    addPending(seed, urgent) {
      const key = seedKey(seed)
      const before = memory.pending.get(key)
      // What many events name does not come before what is urgent now.
      if (before && !urgent) return
      memory.pending.delete(key)
      memory.pending.set(key, { ...seed, since: before ? before.since : memory.taken, urgent })
    },
    knowsLink(seed, user) {
      const key = `${seedKey(seed)}\n${user}`
      const remembered = links.get(key) === true
      links.set(key, true)
      return remembered
    },
    runs: 0,
    outcomesUntil: null,
    taken: null,
    early: new Set(),
    stored: null,
    isShared(seed, user) {
      const owner = owners.get(seedKey(seed))
      return owner === undefined ? null : owner !== user
    },
    rememberOwner: (seed, user, shared) => owners.set(seedKey(seed), shared ? many : user),
    rememberWeb(environmentId, keys, now) {
      for (const key of keys) webs.set(`${environmentId}\n${key}`, now)
    },
    isInWeb: (seed, now) => now - (webs.get(seedKey(seed)) ?? -Infinity) < webMs,
    async baseRate(environmentId, now, read) {
      const found = rates.get(environmentId)
      if (found && now - found.at < rateMs) return found.rate
      const rate = await read()
      rates.set(environmentId, { at: now, rate })
      return rate
    },
  }
  return memory
}
