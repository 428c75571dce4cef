/** Somebody who looks at a page. */
interface Viewer {
  id: string
  name: string
  /** Since when, in milliseconds. */
  since: number
}
interface StoredViewer extends Viewer {
  /** When the viewer is forgotten unless the page reports again. */
  until: number
}

/** Who looks at which page now, in memory: nothing is stored, and nobody stays longer than `lifetime`. */
export interface Presence {
  /** Reports that somebody looks at a place. Returns whether this is new to others. */
  enter: (place: string, person: Pick<Viewer, 'id' | 'name'>) => boolean
  /** Reports that somebody has left a place. Returns whether the person was there. */
  leave: (place: string, id: string) => boolean
  /** Returns who looks at a place, the first one first. */
  viewers: (place: string) => Viewer[]
}

/** Milliseconds for which a viewer counts without another report. */
const lifetime = 45_000
/** Viewers of one place that are remembered. */
const maxViewers = 100

/** Creates an empty presence. `clock` returns milliseconds. */
export function createPresence(clock: () => number): Presence {
  const places = new Map<string, Map<string, StoredViewer>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function forgetExpired(): void {
    const now = clock()
    for (const [place, viewers] of places) {
      for (const [id, { until }] of viewers) if (until <= now) viewers.delete(id)
      if (viewers.size === 0) places.delete(place)
    }
  }
  /** Also without further calls nobody is remembered for longer than a minute. */
  function schedule(): void {
    if (timer !== undefined || places.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      forgetExpired()
      schedule()
    }, lifetime / 3)
    timer.unref()
  }
  return {
    enter(place, { id, name }) {
      forgetExpired()
      const viewers = places.get(place) ?? new Map<string, StoredViewer>()
      const present = viewers.get(id)
      if (present === undefined && viewers.size >= maxViewers) return false
      const now = clock()
      viewers.set(id, { id, name, since: present?.since ?? now, until: now + lifetime })
      places.set(place, viewers)
      schedule()
      return present === undefined
    },
    leave(place, id) {
      forgetExpired()
      const viewers = places.get(place)
      const left = viewers?.delete(id) ?? false
      if (viewers?.size === 0) places.delete(place)
      return left
    },
    viewers(place) {
      forgetExpired()
      return [...(places.get(place)?.values() ?? [])].map(({ id, name, since }) => ({ id, name, since }))
    },
  }
}
