import {
  type ListReader,
  listQueryKeys,
  type VelocityInfo,
  type VelocityReader,
  type VelocityWindow,
} from '../../../fql/index.ts'
import type { PastLists } from '../../backtests/run/past-lists.ts'

/** A read of a list or a velocity by rules. */
export type ProbeRead =
  | { kind: 'list' | 'support' | 'lookup'; key: string; list: string; value: unknown }
  | { kind: 'velocity'; key: string; velocity: VelocityInfo; window: VelocityWindow; value: number }

/** Readers that record what rules read, and answer with replaced values. */
export interface Probe {
  /** Reads since `clear`. */
  reads: Map<string, ProbeRead>
  /** Values by the key of the read. */
  overrides: ReadonlyMap<string, unknown>
  /** Lists as they are now, or as they were at the time of the event where that is stored. */
  lists: 'now' | 'then'
  listReader: ListReader
  velocityReader: VelocityReader
}

const noOverrides: ReadonlyMap<string, unknown> = new Map()

/**
 * Creates the readers.
 * @param now the time of the event
 * @param today returns the time of the replay
 */
export function createProbe(
  lists: PastLists,
  velocities: VelocityReader | null,
  now: () => number,
  today: () => number,
): Probe {
  const current = lists.reader(today)
  const past = lists.reader(now)
  const readerOf = (list: string): ListReader =>
    probe.lists === 'then' && lists.isStoredAt(list, now()) ? past : current
  function answer<T>(
    kind: 'list' | 'support' | 'lookup',
    key: string,
    list: string,
    read: (reader: ListReader) => T,
  ): T {
    const value = probe.overrides.has(key) ? (probe.overrides.get(key) as T) : read(readerOf(list))
    probe.reads.set(key, { kind, key, list, value })
    return value
  }
  const probe: Probe = {
    reads: new Map(),
    overrides: noOverrides,
    lists: 'now',
    listReader: {
      containsKey: (list, column, key) =>
        answer('list', listQueryKeys.containsKey(list, column, key), list, reader =>
          reader.containsKey(list, column, key),
        ),
      lookup: (list, keyColumn, key, valueColumn) =>
        answer('lookup', listQueryKeys.lookup(list, keyColumn, key, valueColumn), list, reader =>
          reader.lookup(list, keyColumn, key, valueColumn),
        ),
      lookupClosest: (list, keyColumn, key, valueColumn) =>
        answer('lookup', `closest|${list}|${keyColumn}|${key}|${valueColumn}`, list, reader =>
          reader.lookupClosest(list, keyColumn, key, valueColumn),
        ),
      supportStatus: (list, value, at) =>
        answer('support', `support|${list}|${value}`, list, reader => reader.supportStatus(list, value, at)),
    },
    velocityReader: {
      read(velocity, key, window) {
        const name = `velocity|${velocity.id ?? velocity.name.toLowerCase()}|${window.count}${window.unit}|${key}`
        const value = probe.overrides.has(name)
          ? Number(probe.overrides.get(name))
          : Number(velocities?.read(velocity, key, window) ?? 0)
        probe.reads.set(name, { kind: 'velocity', key: name, velocity, window, value })
        return value
      },
    },
  }
  return probe
}
