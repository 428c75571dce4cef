import type { Audience, PlacedPublication, Publication } from './publication.ts'

export interface Listener {
  /** Quick check before a change is retained for the listener. */
  accepts: (audience: Audience) => boolean
  /** Id of the last received event; null for a first visit. */
  lastEventId: string | null
}
/** The next delivery of a listener; `missed` when it was too slow or disconnected for too long. */
export type Delivery =
  | { kind: 'change'; id: string; publication: Publication }
  | { kind: 'missed'; id: string }
  | { kind: 'closed' }
export interface Subscription {
  /** Id of the newest event when the subscription began. */
  readonly startedAt: string
  /** Returns the next delivery. One call at a time. */
  next: () => Promise<Delivery>
  close: () => void
}

interface SubscriptionStart<Placed> {
  accepts: (publication: Placed) => boolean
  /** What the listener missed while it was away, and may receive. */
  waiting: readonly Placed[]
  /** Some of it is not known any more. */
  missed: boolean
  /** Id of the greeting. */
  startedAt: (waits: boolean) => string
}

interface Subscribers<Placed> {
  subscribe: (start: SubscriptionStart<Placed>) => Subscription
  deliver: (publication: Placed) => void
  /** Tells everybody that something was missed. */
  missAll: () => void
  count: () => number
  isClosed: () => boolean
  /** Ends every subscription. */
  close: () => void
}

/** Creates the queues of the listeners of a process, each of bounded length. `place`: the newest place in the stream. */
export function createSubscribers<Placed extends PlacedPublication>(
  limit: number,
  place: () => string,
): Subscribers<Placed> {
  interface Subscriber {
    deliver: (publication: Placed) => void
    miss: () => void
    end: () => void
  }
  const subscribers = new Set<Subscriber>()
  let closed = false

  function subscribe({ accepts, waiting, missed: missedBefore, startedAt }: SubscriptionStart<Placed>): Subscription {
    let missed = missedBefore || waiting.length > limit
    const queue: Placed[] = missed ? [] : [...waiting]
    let ended = closed
    let wake: (() => void) | null = null
    const subscriber: Subscriber = {
      deliver(publication) {
        if (!accepts(publication)) return
        const { supersedes } = publication
        const older = supersedes === undefined ? -1 : queue.findIndex(each => each.supersedes === supersedes)
        if (older >= 0) queue.splice(older, 1)
        queue.push(publication)
        if (queue.length > limit) subscriber.miss()
        else wake?.()
      },
      miss() {
        queue.length = 0
        missed = true
        wake?.()
      },
      end() {
        ended = true
        wake?.()
      },
    }
    if (!ended) subscribers.add(subscriber)
    return {
      startedAt: startedAt(queue.length > 0),
      async next() {
        while (!ended && !missed && queue.length === 0) {
          await new Promise<void>(resolve => {
            wake = resolve
          })
          wake = null
        }
        if (ended) return { kind: 'closed' }
        if (missed) {
          missed = false
          return { kind: 'missed', id: queue[0]?.before ?? place() }
        }
        const next = queue.shift()
        return next ? { kind: 'change', id: next.id, publication: next } : { kind: 'closed' }
      },
      close() {
        subscribers.delete(subscriber)
        subscriber.end()
      },
    }
  }

  return {
    subscribe,
    deliver(publication) {
      for (const subscriber of subscribers) subscriber.deliver(publication)
    },
    missAll() {
      for (const subscriber of subscribers) subscriber.miss()
    },
    count: () => subscribers.size,
    isClosed: () => closed,
    close() {
      closed = true
      for (const subscriber of [...subscribers]) subscriber.end()
      subscribers.clear()
    },
  }
}

/**
 * Retains a bounded number of publications, in order, for listeners that reconnect: one of those that supersede each
 * other. `onForgotten` gets the oldest one, which is not retained any more.
 */
export function createRetained<Placed extends Publication>(
  max: number,
  onForgotten: (publication: Placed) => void,
): { add: (publication: Placed) => void; all: () => readonly Placed[]; clear: () => void } {
  const retained: Placed[] = []
  return {
    add(publication) {
      const { supersedes } = publication
      const older = supersedes === undefined ? -1 : retained.findIndex(each => each.supersedes === supersedes)
      if (older >= 0) retained.splice(older, 1)
      retained.push(publication)
      const forgotten = retained.length > max ? retained.shift() : undefined
      if (forgotten !== undefined) onForgotten(forgotten)
    },
    all: () => retained,
    clear: () => void (retained.length = 0),
  }
}
