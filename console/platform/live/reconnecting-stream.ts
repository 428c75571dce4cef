import type { LiveEvent } from '@assay/risk-service/contract'
import type { Follower, Leadership } from './tab-leader.ts'

export interface StreamConnection {
  /** Opens the stream, after an event when there was one. */
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<AsyncIterable<LiveEvent>>
  /** Id of an event, for the next opening. */
  idOf: (event: LiveEvent) => string | undefined
  onEvent: (event: LiveEvent) => void
  onConnected: (connected: boolean) => void
  /** Resolves when this tab becomes the leader; until then the leader forwards its events. */
  electLeader: (follower: Follower) => Promise<Leadership>
  /** Resolves as soon as the page is visible and online; at once when it is. */
  untilNeeded: (signal: AbortSignal) => Promise<void>
  /**
   * Calls back when the stream is no longer needed: the page was hidden for a while, or the network changed. Returns
   * the function that stops the observation.
   */
  onUnneeded: (giveUp: () => void) => () => void
  /** Resolves after so many milliseconds, sooner when the signal fires. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** 0 to 1, so that many consoles do not reconnect at the same moment. */
  random: () => number
}

/** First and longest pause before another attempt, in milliseconds. */
const minReconnectDelay = 1000
export const maxReconnectDelay = 60_000
/** A stream without an event for this time may be dead unnoticed: it is opened again after its last event. */
export const silenceTimeout = 300_000

/** Doubles with every failure in a row, and is spread over its second half. */
export function reconnectDelay(failures: number, random: number): number {
  const full = Math.min(maxReconnectDelay, minReconnectDelay * 2 ** Math.min(failures, 10))
  return Math.round(full / 2 + (full / 2) * random)
}

/**
 * Maintains one open stream, here or in another tab, until the signal fires: after a drop it reconnects after the last
 * event, more slowly with each failure in a row.
 */
export async function runReconnectingStream(connection: StreamConnection, signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined
  let failures = 0
  while (!signal.aborted) {
    await connection.untilNeeded(signal)
    if (signal.aborted) return
    const attempt = new AbortController()
    const giveUp = () => attempt.abort()
    let unneeded = false
    const stop = connection.onUnneeded(() => {
      unneeded = true
      giveUp()
    })
    signal.addEventListener('abort', giveUp, { once: true })
    let silence: ReturnType<typeof setTimeout> | undefined
    const restartSilenceTimer = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        unneeded = true
        giveUp()
      }, silenceTimeout)
    }
    const deliver = (event: LiveEvent, id: string | undefined) => {
      restartSilenceTimer()
      failures = 0
      lastEventId = id ?? lastEventId
      connection.onConnected(true)
      connection.onEvent(event)
    }
    let lead: Leadership | undefined
    try {
      restartSilenceTimer()
      lead = await connection.electLeader({
        signal: attempt.signal,
        lastEventId: () => lastEventId,
        onEvent: deliver,
        onLeaderLost: () => connection.onConnected(false),
      })
      restartSilenceTimer()
      for await (const event of await connection.open(lastEventId, attempt.signal)) {
        const id = connection.idOf(event)
        deliver(event, id)
        lead.publish(event, id)
      }
    } catch {
      // The reason does not matter: the next attempt shows it, and a user without a session learns that from the calls
      // of the page.
    } finally {
      clearTimeout(silence)
      stop()
      signal.removeEventListener('abort', giveUp)
      attempt.abort()
      lead?.release()
      connection.onConnected(false)
    }
    if (unneeded) continue
    await connection.delay(reconnectDelay(failures, connection.random()), signal)
    failures += 1
  }
}
