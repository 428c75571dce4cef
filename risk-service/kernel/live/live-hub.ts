import type { Capability, LiveEvent } from '../../contract/index.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../limits/concurrency-limiter.ts'

/** Open streams: a visible tab has one, and a user rarely has more than a few visible tabs. */
const maxStreams = { perKey: 20, altogether: 5000 }

/** The permitted receivers of a change. Checked again at every delivery: rights may have ended since. */
export interface Audience {
  /** Null where the environment alone determines it. */
  tenantId: string | null
  /** Null: the tenant as a whole. */
  environmentId: string | null
  /** Required with level Read in the environment; null: every user of the tenant. */
  capability: Capability | null
  /** The only person who receives the change. */
  userId?: string | null
}
/** The content of a change in the stream, which creates `hello` and `reset` itself. */
type Change = Exclude<LiveEvent, { kind: 'hello' } | { kind: 'reset' }>
export interface Publication {
  event: Change
  audience: Audience
  /** A newer publication with the same key replaces an older one. */
  supersedes?: string
  /** Rights of listeners may differ from here on. */
  changesRights?: boolean
}
interface RetainedPublication extends Publication {
  sequence: number
}

interface Listener {
  /** Quick check before a change is retained for the listener. */
  accepts: (audience: Audience) => boolean
  /** Id of the last received event; null for a first visit. */
  lastEventId: string | null
}
/** The next delivery of a listener; `missed` when it was too slow or disconnected for too long. */
export type Delivery =
  | { kind: 'change'; id: string; publication: RetainedPublication }
  | { kind: 'missed'; id: string }
  | { kind: 'closed' }
interface Subscription {
  /** Id of the newest event when the subscription began. */
  readonly startedAt: string
  /** Returns the next delivery. One call at a time. */
  next: () => Promise<Delivery>
  close: () => void
}

export interface LiveHub {
  /** True while a listener exists: otherwise nothing has to be collected. */
  readonly listening: boolean
  readonly listeners: number
  readonly streams: ConcurrencyLimiter
  publish: (publication: Publication) => void
  subscribe: (listener: Listener) => Subscription
  /** Ends every subscription, for a shutdown. */
  close: () => void
}

export interface LiveHubOptions {
  /** Changes that are retained for listeners that reconnect. */
  maxRetained?: number
  /** Changes that wait for one slow listener. */
  maxQueued?: number
  /** Identifies this run of the service: ids of another run are invalid here. */
  epoch: string
}

/**
 * Creates the hub, which delivers changes to all listeners of this process. Memory is bounded twice: the retained
 * changes, and the queue per listener.
 */
export function createLiveHub({ maxRetained: maxKept = 1000, maxQueued: limit = 200, epoch }: LiveHubOptions): LiveHub {
  const retained: RetainedPublication[] = []
  const subscribers = new Set<(publication: RetainedPublication | null) => void>()
  let sequence = 0
  /** Newest change that is no longer retained and was not superseded. */
  let forgotten = 0
  let closed = false
  const idOf = (number: number) => `${epoch}.${number}`

  /** Returns the sequence number in an id of this run; null when any change may have been missed. */
  function resumableSequence(id: string): number | null {
    const [run, number = ''] = id.split('.')
    if (run !== epoch || !/^\d{1,15}$/.test(number)) return null
    return Number(number) > sequence || Number(number) < forgotten ? null : Number(number)
  }

  function publish(publication: Publication): void {
    if (closed) return
    const next = { ...publication, sequence: ++sequence }
    if (next.supersedes !== undefined) {
      const older = retained.findIndex(({ supersedes }) => supersedes === next.supersedes)
      if (older >= 0) retained.splice(older, 1)
    }
    retained.push(next)
    if (retained.length > maxKept) forgotten = retained.shift()?.sequence ?? forgotten
    for (const deliver of subscribers) deliver(next)
  }

  function subscribe({ accepts, lastEventId }: Listener): Subscription {
    const resumeFrom = lastEventId === null ? sequence : resumableSequence(lastEventId)
    const queue: RetainedPublication[] =
      resumeFrom === null ? [] : retained.filter(each => each.sequence > resumeFrom && accepts(each.audience))
    let missed = resumeFrom === null || queue.length > limit
    if (missed) queue.length = 0
    let ended = closed
    let wake: (() => void) | null = null
    const startedAt = idOf(resumeFrom !== null && queue.length > 0 ? resumeFrom : sequence)

    function deliver(publication: RetainedPublication | null): void {
      if (publication === null) ended = true
      else if (accepts(publication.audience)) {
        const older =
          publication.supersedes === undefined
            ? -1
            : queue.findIndex(({ supersedes }) => supersedes === publication.supersedes)
        if (older >= 0) queue.splice(older, 1)
        queue.push(publication)
        if (queue.length > limit) {
          queue.length = 0
          missed = true
        }
      } else return
      wake?.()
    }
    if (!ended) subscribers.add(deliver)

    return {
      startedAt,
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
          return { kind: 'missed', id: idOf(queue[0] ? queue[0].sequence - 1 : sequence) }
        }
        const next = queue.shift()
        return next ? { kind: 'change', id: idOf(next.sequence), publication: next } : { kind: 'closed' }
      },
      close() {
        subscribers.delete(deliver)
        deliver(null)
      },
    }
  }

  return {
    get listening() {
      return subscribers.size > 0
    },
    get listeners() {
      return subscribers.size
    },
    streams: createConcurrencyLimiter(maxStreams),
    publish,
    subscribe,
    close() {
      closed = true
      for (const deliver of [...subscribers]) deliver(null)
      subscribers.clear()
    },
  }
}
