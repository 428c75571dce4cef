import { isVisible, type Snapshot } from '../../../ports/snapshot.ts'
import type { CountedValue, VelocityContribution } from '../events/contribution-types.ts'
import { addToPlace, type Bucket } from './buckets.ts'
import { addToHour, type SeriesCounts } from './hours.ts'
import { entryKey, hourOf, parseHoursInto } from './rows.ts'

export interface PendingEvent {
  environmentId: string
  at: number
  /** The transaction that stored it. */
  transaction: number
  contributions: readonly VelocityContribution[]
}
/** Buckets by key, then hour, then series. */
export type Places = Map<string, Map<number, Map<number, Bucket>>>

/** The complete data of one key from an hour on. */
export interface Entry {
  from: number
  counts: SeriesCounts
}
interface CachedEntry extends Entry {
  size: number
  /** Events that the rows contained from which it was made. */
  folded: Snapshot
}
/** A read of the database that is in progress. */
interface Loading {
  seen: Snapshot
  epoch: number
}
interface CountedItems {
  event: PendingEvent
  items: readonly CountedValue[]
}
/** Events that were added at about the same time, with what they add by key. */
interface Bag {
  events: Map<string, PendingEvent>
  byKey: Map<string, CountedItems[]>
}

export interface BucketMemory {
  add: (eventId: string, event: PendingEvent) => void
  has: (eventId: string) => boolean
  /** Records what the hour buckets contain; what every reader will find there is dropped. */
  setFolded: (folded: Snapshot) => void
  /** Events that are visible in the one and not in the other. */
  eventsBetween: (folded: Snapshot, upTo: Snapshot) => Map<string, PendingEvent>
  entry: (key: string, fromHour: number) => Entry | undefined
  beginLoad: () => Loading
  /** Creates the entry of a key from the stored rows that were read, and from contributions that they lack. */
  createEntry: (loading: Loading, key: string, fromHour: number, stored: string | null, folded: Snapshot) => Entry
  endLoad: (loading: Loading) => void
  /** Forgets the entries: their rows were changed by something else than events. */
  clear: () => void
  /** Forgets everything. */
  reset: (folded: Snapshot) => void
  figures: () => { pending: number; buckets: number }
}

const newBag = (): Bag => ({ events: new Map(), byKey: new Map() })
/** A bag is dropped as a whole. */
const eventsPerBag = 500

/** Adds the contributions of an event to places by key, hour and series, exactly. */
export function countContributions(
  places: Places,
  { at, contributions }: Pick<PendingEvent, 'at' | 'contributions'>,
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
 * Creates the memory of contributions that the hour buckets may lack, and of entries that were read. An entry is
 * complete for its key: it begins as the rows that one statement saw together with the events that these rows lack, and
 * every other event is added to it from then on, whichever process stored it. A snapshot says exactly which events the
 * rows contain. So nothing is missed or counted twice however reads, folds and processes overlap.
 */
export function createBucketMemory(mostBuckets: number, initial: Snapshot): BucketMemory {
  /** Oldest first; the last one is added to. */
  let bags: Bag[] = [newBag()]
  let folded = initial
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
    let needed = folded
    // Snapshots of folds only grow.
    for (const { seen } of loadings) if (seen.xmax < needed.xmax) needed = seen
    const isInRows = ({ events }: Bag): boolean => {
      for (const { transaction } of events.values()) if (!isVisible(transaction, needed)) return false
      return true
    }
    const first = bags.findIndex(bag => !isInRows(bag))
    bags = first < 0 ? [newBag()] : bags.slice(first)
  }

  return {
    add(eventId, event) {
      let bag = bags.at(-1)
      if (bag === undefined || bag.events.size >= eventsPerBag) bags.push((bag = newBag()))
      bag.events.set(eventId, event)
      const hour = hourOf(event.at)
      for (const { environmentId, group, items } of event.contributions) {
        const key = entryKey(environmentId, group)
        const own = bag.byKey.get(key)
        if (own === undefined) bag.byKey.set(key, [{ event, items }])
        else own.push({ event, items })
        const isYoung = young.get(key)
        const entry = isYoung ?? old.get(key)
        if (entry === undefined || hour < entry.from || isVisible(event.transaction, entry.folded)) continue
        let grown = 0
        for (let index = 0; index < items.length; index += 2)
          grown += addToHour(entry.counts, items[index] as number, hour, items[index + 1] ?? null)
        entry.size += grown
        if (isYoung === undefined) oldSize += grown
        else youngSize += grown
      }
    },
    has: eventId => bags.some(({ events }) => events.has(eventId)),
    setFolded(snapshot) {
      folded = snapshot
      release()
    },
    eventsBetween(earlier, upTo) {
      const between = new Map<string, PendingEvent>()
      for (const { events } of bags)
        for (const [id, event] of events)
          if (isVisible(event.transaction, upTo) && !isVisible(event.transaction, earlier)) between.set(id, event)
      return between
    },
    entry(key, fromHour) {
      const entry = find(key)
      return entry !== undefined && entry.from <= fromHour ? entry : undefined
    },
    beginLoad() {
      const loading = { seen: folded, epoch }
      loadings.add(loading)
      return loading
    },
    createEntry(loading, key, fromHour, stored, inRows) {
      const counts: SeriesCounts = new Map()
      let size = 1 + (stored === null ? 0 : parseHoursInto(counts, stored))
      for (const { byKey } of bags) {
        for (const { event, items } of byKey.get(key) ?? []) {
          const hour = hourOf(event.at)
          if (hour < fromHour || isVisible(event.transaction, inRows)) continue
          for (let index = 0; index < items.length; index += 2)
            size += addToHour(counts, items[index] as number, hour, items[index + 1] ?? null)
        }
      }
      const entry = { from: fromHour, counts, size, folded: inRows }
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
    },
    clear() {
      epoch++
      young = new Map()
      old = new Map()
      youngSize = 0
      oldSize = 0
    },
    reset(snapshot) {
      this.clear()
      bags = [newBag()]
      folded = snapshot
    },
    figures() {
      let pending = 0
      for (const { events } of bags)
        for (const { transaction } of events.values()) if (!isVisible(transaction, folded)) pending++
      return { pending, buckets: youngSize + oldSize }
    },
  }
}
