import type { LiveEvent } from '@assay/risk-service/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThrottle } from '../timing/throttle.ts'
import { publishLiveEvent, subscribeToLiveEvents } from './live-events.ts'
import {
  maxReconnectDelay,
  reconnectDelay,
  runReconnectingStream,
  type StreamConnection,
  silenceTimeout,
} from './reconnecting-stream.ts'

type Said = LiveEvent & { id?: string }
/** A service whose streams send what the test decides. */
function fake(script: (Said[] | Error | 'hangs')[]) {
  const opened: (string | undefined)[] = []
  const told: string[] = []
  const handed: string[] = []
  const pauses: number[] = []
  const connected: boolean[] = []
  const leaving = new AbortController()
  let unneeded: () => void = () => undefined
  const connection: StreamConnection = {
    open: (lastEventId, signal) => {
      opened.push(lastEventId)
      const next = script.shift()
      if (next === undefined) leaving.abort()
      if (next instanceof Error) return Promise.reject(next)
      return Promise.resolve(
        (async function* () {
          if (next === 'hangs')
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
          else if (next) yield* next
        })(),
      )
    },
    idOf: event => (event as Said).id,
    onEvent: event => void told.push(event.kind),
    onConnected: value => void connected.push(value),
    electLeader: () =>
      Promise.resolve({ publish: event => void handed.push(event.kind), release: () => void handed.push('released') }),
    untilNeeded: () => Promise.resolve(),
    onUnneeded: giveUp => {
      unneeded = giveUp
      return () => undefined
    },
    delay: milliseconds => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
    random: () => 1,
  }
  return {
    connection,
    opened,
    told,
    handed,
    pauses,
    connected,
    signal: leaving.signal,
    stop: () => leaving.abort(),
    giveUp: () => unneeded(),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the stream of a tab', () => {
  it('the stream of a tab comes back where it was', async () => {
    const run = fake([
      [
        { kind: 'hello', id: 'r.0' },
        { kind: 'notifications', id: 'r.4' },
      ],
      [{ kind: 'environments', id: 'r.5' }],
    ])
    await runReconnectingStream(run.connection, run.signal)
    expect(run.opened).toEqual([undefined, 'r.4', 'r.5'])
    expect(run.told).toEqual(['hello', 'notifications', 'environments'])
    expect(run.handed).toEqual(['hello', 'notifications', 'released', 'environments', 'released', 'released'])
    expect(run.connected).toEqual([true, true, false, true, false, false])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('the stream of a tab waits longer after every failure in a row, and forgets them with the next event', async () => {
    const down = new Error('down')
    const run = fake([down, down, down, [{ kind: 'hello', id: 'r.0' }], down])
    await runReconnectingStream(run.connection, run.signal)
    expect(run.pauses).toEqual([1000, 2000, 4000, 1000, 2000, 4000])
    expect([reconnectDelay(30, 1), reconnectDelay(30, 0)]).toEqual([maxReconnectDelay, maxReconnectDelay / 2])
  })

  it('the stream of a tab is given up without a pause when nobody looks, and opened again at once when somebody does', async () => {
    const run = fake(['hangs'])
    const done = runReconnectingStream(run.connection, run.signal)
    await vi.advanceTimersByTimeAsync(1)
    run.giveUp()
    await done
    expect([run.opened.length, run.pauses.length]).toEqual([2, 1])
  })

  it('the stream of a tab is opened again when it has been silent for too long', async () => {
    const run = fake(['hangs'])
    const done = runReconnectingStream(run.connection, run.signal)
    await vi.advanceTimersByTimeAsync(silenceTimeout - 1)
    expect(run.opened.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(run.opened.length).toBe(2)
  })

  it('the stream of a tab ends with the page', async () => {
    const run = fake(['hangs', 'hangs'])
    const done = runReconnectingStream(run.connection, run.signal)
    await vi.advanceTimersByTimeAsync(1)
    run.stop()
    await done
    expect([run.opened.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})

describe('views', () => {
  it('views hear of the kinds they asked for, and of a reset in any case', () => {
    const heard: string[] = []
    const leave = subscribeToLiveEvents(['notifications'], ({ kind }) => heard.push(kind))
    for (const kind of ['hello', 'notifications', 'environments', 'reset'] as const) publishLiveEvent({ kind })
    leave()
    publishLiveEvent({ kind: 'notifications' })
    expect(heard).toEqual(['notifications', 'reset'])
  })

  it('views fetch at most once in five seconds, however many events arrive, and not never', async () => {
    const runs: number[] = []
    const throttle = createThrottle(() => runs.push(Date.now()), 5000)
    const start = Date.now()
    for (let second = 0; second < 21; second++) {
      for (let n = 0; n < 50; n++) throttle.schedule()
      await vi.advanceTimersByTimeAsync(1000)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs.map(at => at - start)).toEqual([0, 5000, 10_000, 15_000, 20_000, 25_000])
    throttle.schedule()
    throttle.schedule()
    throttle.cancel()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs.length).toBe(7)
  })
})
