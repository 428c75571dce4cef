import type { VelocityContribution } from '../events/contribution-types.ts'
import { addToPlace, type Bucket } from './buckets.ts'
import { addToHour, mergeIntoHour, type SeriesCounts } from './hours.ts'
import { entryKey, hourOf, parseHoursInto } from './rows.ts'

export interface PendingEvent {
  environmentId: string
  at: number
  contributions: readonly VelocityContribution[]
}
/** Events between two folds: in the log and in memory, in no hour bucket. `places`: by key, then hour, then series. */
export interface FoldGeneration {
  number: number
  events: Map<string, PendingEvent>
  places: Map<string, Map<number, Map<number, Bucket>>>
}

/** The complete data of one key from an hour on. */
export interface Entry {
  from: number
  counts: SeriesCounts
}
interface CachedEntry extends Entry {
  size: number
}
/** A read of the database that is in progress. */
interface Loading {
  seen: number
  epoch: number
}

export interface BucketMemory {
  add: (eventId: string, event: PendingEvent) => void
  /** Returns whether the event is still in the log, according to memory. */
  has: (eventId: string) => boolean
  /**
   * Ends the current generation, for folding; null when it is empty. An earlier one that was not folded yet is returned
   * first.
   */
  closeGeneration: () => FoldGeneration | null
  /** Removes events from a sealed generation: another process has folded them. */
  removeEvents: (generation: FoldGeneration, eventIds: readonly string[]) => void
  folded: (generation: FoldGeneration) => void
  entry: (key: string, fromHour: number) => Entry | undefined
  beginLoad: () => Loading
  /** Creates the entry of a key from the stored rows that were read, and from contributions that they lack. */
  createEntry: (loading: Loading, key: string, fromHour: number, stored: string | null, folds: number) => Entry
  endLoad: (loading: Loading) => void
  clear: (environmentId?: string) => void
  figures: () => { pending: number; buckets: number }
}

const newGeneration = (number: number): FoldGeneration => ({ number, events: new Map(), places: new Map() })

/** Adds the contributions of an event to places by key, hour and series, exactly. */
export function countContributions(
  places: FoldGeneration['places'],
  { at, contributions }: Omit<PendingEvent, 'environmentId'>,
): void {
  const hour = hourOf(at)
  for (const { environmentId, group, items } of contributions) {
    const key = entryKey(environmentId, group)
    let hours = places.get(key)
    if (hours === undefined) places.set(key, (hours = new Map()))
    let buckets = hours.get(hour)
    if (buckets === undefined) hours.set(hour, (buckets = new Map()))
    for (let index = 0; index < items.length; index += 2)
      addToPlace(buckets, items[index] as number, items[index + 1] ?? null, Infinity)
  }
}

/**
 * Creates the memory of contributions that the database does not have yet, and of entries that were read. An entry is
 * complete for its key: it begins as the rows that one statement saw together with the generations that this statement
 * did not see, and every event is added to it from then on. So a fold changes no entry, and nothing is missed or
 * counted twice however reads and folds overlap.
 */
export function createBucketMemory(mostBuckets: number): BucketMemory {
  let current = newGeneration(1)
  /** Sealed generations that a reader may still miss in the database, oldest first. */
  let sealed: FoldGeneration[] = []
  let lastFolded = 0
  let epoch = 0
  const loadings = new Set<Loading>()
  // Entries that were not used since the last swap of the young ones are dropped, half the memory at a time.
  let young = new Map<string, CachedEntry>()
  let old = new Map<string, CachedEntry>()
  let youngSize = 0
  let oldSize = 0

  function keep(key: string, entry: CachedEntry): void {
    young.set(key, entry)
    youngSize += entry.size
    if (youngSize <= mostBuckets / 2) return
    old = young
    oldSize = youngSize
    young = new Map()
    youngSize = 0
  }
  function find(key: string): CachedEntry | undefined {
    const entry = young.get(key)
    if (entry !== undefined) return entry
    const older = old.get(key)
    if (older === undefined) return undefined
    old.delete(key)
    oldSize -= older.size
    keep(key, older)
    return older
  }
  function release(): void {
    const needed = Math.min(lastFolded, ...[...loadings].map(loading => loading.seen))
    sealed = sealed.filter(generation => generation.number > needed)
  }

  return {
    add(eventId, event) {
      current.events.set(eventId, event)
      countContributions(current.places, event)
      const hour = hourOf(event.at)
      if (young.size === 0 && old.size === 0) return
      for (const { environmentId, group, items } of event.contributions) {
        const key = entryKey(environmentId, group)
        const isYoung = young.get(key)
        const entry = isYoung ?? old.get(key)
        if (entry === undefined || hour < entry.from) continue
        let grown = 0
        for (let index = 0; index < items.length; index += 2)
          grown += addToHour(entry.counts, items[index] as number, hour, items[index + 1] ?? null)
        entry.size += grown
        if (isYoung === undefined) oldSize += grown
        else youngSize += grown
      }
    },
    has: eventId =>
      current.events.has(eventId) || sealed.some(({ number, events }) => number > lastFolded && events.has(eventId)),
    closeGeneration() {
      const waiting = sealed.find(({ number }) => number > lastFolded)
      if (waiting !== undefined) return waiting
      if (current.events.size === 0) return null
      const generation = current
      sealed.push(generation)
      current = newGeneration(generation.number + 1)
      return generation
    },
    removeEvents(generation, eventIds) {
      for (const id of eventIds) generation.events.delete(id)
      generation.places.clear()
      for (const event of generation.events.values()) countContributions(generation.places, event)
      this.clear()
    },
    folded(generation) {
      lastFolded = generation.number
      release()
    },
    entry(key, fromHour) {
      const entry = find(key)
      return entry !== undefined && entry.from <= fromHour ? entry : undefined
    },
    beginLoad() {
      const loading = { seen: lastFolded, epoch }
      loadings.add(loading)
      return loading
    },
    createEntry(loading, key, fromHour, stored, folds) {
      const counts: SeriesCounts = new Map()
      let size = 1 + (stored === null ? 0 : parseHoursInto(counts, stored))
      for (const generation of [...sealed, current]) {
        if (generation.number <= folds) continue
        for (const [hour, buckets] of generation.places.get(key) ?? []) {
          if (hour < fromHour) continue
          for (const [series, bucket] of buckets) size += mergeIntoHour(counts, series, hour, bucket)
        }
      }
      const entry = { from: fromHour, counts, size }
      if (loading.epoch !== epoch) return entry
      const before = young.get(key)
      if (before !== undefined) youngSize -= before.size
      const older = old.get(key)
      if (older !== undefined) {
        old.delete(key)
        oldSize -= older.size
      }
      keep(key, entry)
      return entry
    },
    endLoad(loading) {
      loadings.delete(loading)
      release()
    },
    clear(environmentId) {
      epoch++
      for (const map of [young, old]) {
        for (const [key, { size }] of map) {
          if (environmentId !== undefined && !key.startsWith(environmentId)) continue
          map.delete(key)
          if (map === young) youngSize -= size
          else oldSize -= size
        }
      }
    },
    figures: () => ({
      pending:
        current.events.size +
        sealed.reduce((sum, { number, events }) => sum + (number > lastFolded ? events.size : 0), 0),
      buckets: youngSize + oldSize,
    }),
  }
}
