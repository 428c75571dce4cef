import type { LiveEvent } from '@assay/risk-service/contract'

export interface Follower {
  /** Ends the waiting. */
  signal: AbortSignal
  /** Id of the last event that was heard here, when there was one. */
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
  /** Of a tab that comes: where is the stream? */
  | { kind: 'who' }
  /** The stream is open, and this was its last event. */
  | { kind: 'open'; id: string | undefined }
  /** `from`: where the stream was taken up, with its first event. */
  | { kind: 'event'; event: LiveEvent; id: string | undefined; from: string | undefined }
  | { kind: 'ended' }

const soleLeadership: Leadership = { publish: () => undefined, release: () => undefined }

/**
 * Resolves when this tab is the one to open the stream. Browsers allow six connections to one host over HTTP/1.1, to
 * all tabs together: with a stream in each of six windows every further call would wait for ever. So one tab of a place
 * has it, and the others hear from that one meanwhile. A tab that was elsewhere for a while is told `reset` when it may
 * have missed something. Where the browser cannot arrange it, such as on a page without HTTPS, every tab has its own.
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
            // The client wraps events, to keep their ids beside them; a wrapped one cannot be sent.
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
