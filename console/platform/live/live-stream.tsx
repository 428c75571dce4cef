import { defined } from '@assay/risk-service/contract'
import { getEventMeta } from '@orpc/client'
import { useEffect } from 'react'
import { client } from '../api/client.ts'
import { isPreviewTab } from '../rights-preview/tab-preview.ts'
import { trackPoll } from '../telemetry/telemetry.ts'
import { publishLiveEvent, setLive } from './live-events.ts'
import { runReconnectingStream } from './reconnecting-stream.ts'
import { electLeader } from './tab-leader.ts'

/** Milliseconds for which a hidden page retains its stream: a short visit to another tab does not close it. */
const hiddenGrace = 30_000

const isStreamNeeded = () => document.visibilityState === 'visible' && navigator.onLine

function untilNeeded(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!isStreamNeeded() && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** Tabs in the background neither occupy a stream nor fetch changes. */
function onUnneeded(giveUp: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(giveUp, hiddenGrace)
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('offline', giveUp)
  look()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('offline', giveUp)
  }
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

/**
 * The one stream of this tab, shared by all views, and by all tabs of the same place. Mounted once, when the page has
 * settled.
 * @param place who listens to what, the same in all tabs that may share; null: this tab has a service of its own
 */
export function LiveStream({ place }: { place: string | null }) {
  useEffect(() => {
    const leaving = new AbortController()
    let opened = false
    void runReconnectingStream(
      {
        open: async (lastEventId, signal) => {
          const events = await client.live.events(undefined, { signal, ...defined({ lastEventId }) })
          // The first opening of a tab is a call of its own; what follows repeats it.
          if (opened) trackPoll('live.events')
          opened = true
          return events
        },
        idOf: event => getEventMeta(event)?.id,
        onEvent: publishLiveEvent,
        onConnected: setLive,
        // A preview hears only of what its rights show.
        electLeader: follower => electLeader(isPreviewTab() ? null : place, follower),
        untilNeeded,
        onUnneeded,
        delay,
        random: Math.random,
      },
      leaving.signal,
    )
    return () => leaving.abort()
  }, [place])
  return null
}
