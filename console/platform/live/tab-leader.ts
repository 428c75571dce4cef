import type { LiveEvent } from '@assay/risk-service/contract'

export interface Follower {
  /** Ends the waiting. */
  signal: AbortSignal
  /** Id of the last event that this tab received, if it received one. */
  lastEventId: () => string | undefined
  /** An event of the tab that has the stream. */
  onEvent: (event: LiveEvent, id: string | undefined) => void
  /** The tab that had the stream gave it up. */
  onLeaderLost: () => void
}
export interface Leadership {
  /** Hands an event of the stream to the tabs that follow. */
  publish: (event: LiveEvent, id: string | undefined) => void
  release: () => void
}

type TabMessage =
  /** A new tab: at which event is the stream? */
  | { kind: 'who' }
  /** The stream is open, and this was its last event. */
  | { kind: 'open'; id: string | undefined }
  /** `from`: the event after which the stream was opened, sent with its first event. */
  | { kind: 'event'; event: LiveEvent; id: string | undefined; from: string | undefined }
  | { kind: 'ended' }

const soleLeadership: Leadership = { publish: () => undefined, release: () => undefined }

/**
 * Resolves when this tab is the leader and may open the stream. Browsers allow six connections to one host over
 * HTTP/1.1, to all tabs together: with a stream in each of six windows every further call would wait without end. So
 * one tab per place opens the stream, and publishes its events to the others. A tab that joins and may have missed
 * events receives `reset`. Where the browser has neither locks nor channels, such as on a page without HTTPS, every tab
 * opens its own.
 */
export function electLeader(
  place: string | null,
  { signal, lastEventId, onEvent: deliver, onLeaderLost: lost }: Follower,
): Promise<Leadership> {
  if (place === null || typeof BroadcastChannel !== 'function' || !('locks' in navigator))
    return Promise.resolve(soleLeadership)
  const channel = new BroadcastChannel(place)
  const post = (message: TabMessage) => channel.postMessage(message)
  let inStep = false
  const join = (at: string | undefined, id: string | undefined) => {
    const own = lastEventId()
    inStep = true
    deliver({ kind: own === undefined || own === at ? 'hello' : 'reset' }, id)
  }
  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'ended') lost()
    else if (message.kind === 'open' && !inStep) join(message.id, message.id)
    else if (message.kind === 'event' && message.event.kind === 'hello') join(message.from, message.id)
    else if (message.kind === 'event' && inStep) deliver(message.event, message.id)
  }
  post({ kind: 'who' })
  return new Promise((resolve, reject) => {
    const lead = () =>
      new Promise<void>(free => {
        const from = lastEventId()
        let open = false
        let last = from
        channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
          if (message.kind === 'who' && open) post({ kind: 'open', id: last })
        }
        resolve({
          publish(event, id) {
            open = true
            last = id ?? last
            // The client wraps events to attach their ids; a wrapped event cannot be posted.
            post({ kind: 'event', event: { ...event }, id, from })
          },
          release() {
            post({ kind: 'ended' })
            channel.close()
            free()
          },
        })
      })
    navigator.locks.request(place, { signal }, lead).catch((error: unknown) => {
      channel.close()
      // Locks are refused where storage is blocked.
      if (signal.aborted) reject(error as Error)
      else resolve(soleLeadership)
    })
  })
}
