import type { MaybePromise, ResourceReaders } from '../../fql/index.ts'

/** Facts that rules looked up outside of the event, in the form of a case. */
export interface WatchedFacts {
  geo: Record<string, Record<string, string>>
  bin: Record<string, Record<string, string>>
  devices: Record<string, { attributes?: Record<string, unknown>; speedOfTravel?: number }>
}

/** Wraps readers so that the facts that they return are collected. */
export function createFactWatch(): {
  facts: WatchedFacts
  readers: (readers: ResourceReaders) => ResourceReaders
  /** Forgets what was collected so far. */
  clear: () => void
} {
  const facts: WatchedFacts = { geo: {}, bin: {}, devices: {} }
  const keep = <T extends object>(
    target: Record<string, Record<string, string>>,
    key: string,
    found: T | undefined,
  ) => {
    if (found !== undefined) target[key] = { ...found } as unknown as Record<string, string>
    return found
  }
  const deviceOf = (id: string) => (facts.devices[id] ??= {})
  return {
    facts,
    clear() {
      facts.geo = {}
      facts.bin = {}
      facts.devices = {}
    },
    readers({ geo, bins, devices, ...readers }) {
      return {
        ...readers,
        ...(geo === undefined ? {} : { geo: { ...geo, lookup: ip => keep(facts.geo, ip, geo.lookup(ip)) } }),
        ...(bins === undefined ? {} : { bins: { lookup: prefix => keep(facts.bin, prefix, bins.lookup(prefix)) } }),
        ...(devices === undefined
          ? {}
          : {
              devices: {
                attributes: id =>
                  seen(devices.attributes(id), found => {
                    if (found !== undefined) deviceOf(id).attributes = { ...found }
                  }),
                speedOfTravel: id =>
                  seen(devices.speedOfTravel(id), speed => {
                    deviceOf(id).speedOfTravel = speed
                  }),
              },
            }),
      }
    },
  }
}

/** Passes a value on, and looks at it: what is there at once stays so. */
function seen<T>(value: MaybePromise<T>, look: (value: T) => void): MaybePromise<T> {
  if (value instanceof Promise)
    return value.then(found => {
      look(found)
      return found
    })
  look(value)
  return value
}
