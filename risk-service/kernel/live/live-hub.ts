import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../limits/concurrency-limiter.ts'
import type { PlacedPublication, Publication } from './publication.ts'
import { createRetained, createSubscribers, type Listener, type Subscription } from './subscribers.ts'

export type { Audience, Publication } from './publication.ts'
export type { Delivery } from './subscribers.ts'

/** Open streams of a process: a visible tab has one, and a user rarely has more than a few visible tabs. */
const maxStreams = { perKey: 20, altogether: 5000 }

export interface LiveHub {
  /** True while a listener exists: otherwise nothing has to be collected. */
  readonly listening: boolean
  /** Listeners of this process. */
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
}
export const hubLimits = { maxRetained: 1000, maxQueued: 200 }

/** Creates the places of streams of one process. */
export const createStreamLimiter = (): ConcurrencyLimiter => createConcurrencyLimiter(maxStreams)

/**
 * Creates a hub that delivers changes to the listeners of this process alone. Memory is bounded twice: the retained
 * changes, and the queue per listener.
 */
export function createLiveHub({
  maxRetained = hubLimits.maxRetained,
  maxQueued = hubLimits.maxQueued,
  epoch,
}: LiveHubOptions & {
  /** Identifies this run of the service: ids of another run are invalid here. */
  epoch: string
}): LiveHub {
  interface Sequenced extends PlacedPublication {
    sequence: number
  }
  let sequence = 0
  /** Newest change that is no longer retained and was not superseded. */
  let forgotten = 0
  const idOf = (number: number) => `${epoch}.${number}`
  const retained = createRetained<Sequenced>(maxRetained, oldest => {
    forgotten = oldest.sequence
  })
  const subscribers = createSubscribers<Sequenced>(maxQueued, () => idOf(sequence))

  /** Returns the sequence number in an id of this run; null when any change may have been missed. */
  function resumableSequence(id: string): number | null {
    const [run, number = ''] = id.split('.')
    if (run !== epoch || !/^\d{1,15}$/.test(number)) return null
    return Number(number) > sequence || Number(number) < forgotten ? null : Number(number)
  }

  return {
    get listening() {
      return subscribers.count() > 0
    },
    get listeners() {
      return subscribers.count()
    },
    streams: createStreamLimiter(),
    publish(publication) {
      if (subscribers.isClosed()) return
      const before = idOf(sequence)
      sequence += 1
      const next = { ...publication, sequence, before, id: idOf(sequence) }
      retained.add(next)
      subscribers.deliver(next)
    },
    subscribe({ accepts, lastEventId }) {
      const resumeFrom = lastEventId === null ? sequence : resumableSequence(lastEventId)
      return subscribers.subscribe({
        accepts: ({ audience }) => accepts(audience),
        waiting:
          resumeFrom === null
            ? []
            : retained.all().filter(each => each.sequence > resumeFrom && accepts(each.audience)),
        missed: resumeFrom === null,
        startedAt: waits => idOf(resumeFrom !== null && waits ? resumeFrom : sequence),
      })
    },
    close: subscribers.close,
  }
}
