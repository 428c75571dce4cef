import type { Db } from '../../../ports/database.ts'
import type { StepCount } from './count-events.ts'
import type { MonitorWindow } from './monitor-window.ts'

const [second, minute] = [1000, 60_000]
/** Seconds of a slot: what is counted once is added to its minute in whole slots. */
export const slotSeconds = 10
/**
 * Milliseconds after which a slot is closed. An event is decided in five seconds and written in five more, or refused:
 * none of that time is committed later.
 */
const lateMs = 30 * second
/** Milliseconds after which everything is counted anew: events may also be imported, or be deleted. */
const lifetimeMs = 5 * minute
/** Windows that are remembered; of more, those that nobody has read for the longest time are forgotten. */
const mostWindows = 500

interface Counted {
  /** Moments between which events are counted, in milliseconds. */
  from: number
  upTo: number
  /** When counting began, of the monotonic clock. */
  begun: number
  /** By the beginning of their minute, then by dimension and value. */
  minutes: ReadonlyMap<number, ReadonlyMap<string, StepCount>>
}

interface LiveRequest {
  /** What is counted, of which environments: the same for all who read the same window. */
  key: string
  window: MonitorWindow
  /** The present, in milliseconds: the window may lie before it. */
  present: number
  /** Counts the events from one moment up to, without, another one, by slot. */
  count: (from: number, to: number) => Promise<StepCount[]>
}

/**
 * Counts by the minute of windows that end now, or a fixed time before now, and are read every few seconds. Each event
 * is counted once: what was counted up to some seconds ago is remembered, and only what is later is read again.
 */
export class LiveCounts {
  #windows = new WeakMap<Db, Map<string, Counted>>()
  readonly #monotonic: () => number

  /** @param monotonic milliseconds of a clock that never goes back */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic
  }

  async read(db: Db, { key, window, present, count }: LiveRequest): Promise<StepCount[]> {
    const windows = this.#windows.get(db) ?? new Map<string, Counted>()
    this.#windows.set(db, windows)
    const end = window.now + 1
    const before = usable(windows.get(key), window.start, end, this.#monotonic())
    const slots = await count(before.upTo, end)
    const closed = Math.max(before.upTo, floorTo(Math.min(end, present - lateMs), slotSeconds * second))
    const isClosed = ({ start }: StepCount) => start < closed
    const next = { ...before, upTo: closed, minutes: addSlots(before.minutes, slots.filter(isClosed)) }
    const current = windows.get(key)
    // Somebody who read at the same time may have come further.
    if (current === undefined || current.upTo <= closed || current.begun < next.begun) {
      // The order of a map is that of insertion: the first one has not been read for the longest time.
      windows.delete(key)
      const from = Math.max(next.from, window.start)
      windows.set(key, { ...next, from, minutes: withoutOld(next.minutes, window.start) })
      const [oldest] = windows.keys()
      if (windows.size > mostWindows && oldest !== undefined) windows.delete(oldest)
    }
    const shown = addSlots(
      next.minutes,
      slots.filter(slot => !isClosed(slot)),
    )
    return [...shown].flatMap(([start, counts]) => (start < window.start ? [] : [...counts.values()]))
  }

  /** The next one counts again. */
  forget(db: Db): void {
    this.#windows.delete(db)
  }
}

const floorTo = (time: number, unit: number): number => Math.floor(time / unit) * unit

/** What was counted, if it reaches into the window and not over it; otherwise nothing, from the beginning of the window. */
function usable(counted: Counted | undefined, start: number, end: number, now: number): Counted {
  return counted !== undefined &&
    counted.from <= start &&
    counted.upTo >= start &&
    counted.upTo <= end &&
    now - counted.begun < lifetimeMs
    ? counted
    : { from: start, upTo: start, begun: now, minutes: new Map() }
}

const withoutOld = (minutes: Counted['minutes'], start: number): Counted['minutes'] =>
  new Map([...minutes].filter(([each]) => each >= start))

/** Adds slots to their minutes, without a change of what is remembered. */
function addSlots(minutes: Counted['minutes'], slots: readonly StepCount[]): Counted['minutes'] {
  const sums = new Map(minutes)
  for (const [start, own] of Map.groupBy(slots, slot => floorTo(slot.start, minute))) {
    const counts = new Map(minutes.get(start))
    for (const { dimension, value, events } of own) {
      const each = `${dimension} ${value}`
      counts.set(each, { start, dimension, value, events: events + (counts.get(each)?.events ?? 0) })
    }
    sums.set(start, counts)
  }
  return sums
}
