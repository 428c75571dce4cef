import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordNoResponse, recordResponse } from '../offline/connection.ts'
import { createQueryClient } from './query-client.ts'
import { ConnectionError } from './transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A read on a page, and a network that fails and recovers around it. */
async function bench(answer: (call: number) => Promise<string>) {
  let calls = 0
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['read'], queryFn: () => answer(++calls) })
  const leave = observer.subscribe(() => undefined)
  const settle = () => vi.advanceTimersByTimeAsync(5000)
  await settle()
  return {
    leave,
    calls: () => calls,
    status: () => observer.getCurrentResult().status,
    recover: async () => {
      recordNoResponse()
      recordResponse(null, 200)
      await settle()
    },
  }
}

describe('a polled read', () => {
  /**
   * A read of a page that polls, and the procedures whose polls were answered. Intervals run in browsers only: the test
   * triggers the polls itself.
   */
  async function poll(queryKey: readonly unknown[], refetchInterval: number | false | (() => number | false)) {
    const polls: string[] = []
    const client = createQueryClient(procedure => polls.push(procedure))
    const observer = new QueryObserver(client, { queryKey, queryFn: () => Promise.resolve('there'), refetchInterval })
    const leave = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    const repeat = async () => {
      const answered = observer.refetch()
      await vi.advanceTimersByTimeAsync(100)
      return (await answered).status
    }
    return { polls, repeat, leave }
  }
  const key = [['velocities', 'health'], { input: { environmentId: 'an id' }, type: 'query' }]

  it('a polled read is told by its procedure, once it is repeated', async () => {
    const { polls, repeat, leave } = await poll(key, 1000)
    expect(polls).toEqual([])
    expect([await repeat(), await repeat()]).toEqual(['success', 'success'])
    expect(polls).toEqual(['velocities.health', 'velocities.health'])
    leave()
  })
  it('a polled read is told while its interval lasts', async () => {
    let interval: number | false = 1000
    const { polls, repeat, leave } = await poll(key, () => interval)
    await repeat()
    interval = false
    await repeat()
    expect(polls).toEqual(['velocities.health'])
    leave()
  })
  it('a polled read is not told for a read without an interval, or that is of no procedure', async () => {
    const [once, other] = [await poll(key, false), await poll(['read'], 1000)]
    await once.repeat()
    await other.repeat()
    expect([once.polls, other.polls]).toEqual([[], []])
    once.leave()
    other.leave()
  })
})

it('what could not be loaded is asked for again when the service is back', async () => {
  const read = await bench(call =>
    call > 3 ? Promise.resolve('there') : Promise.reject(new ConnectionError('cut off')),
  )
  expect([read.status(), read.calls()]).toEqual(['error', 3])
  await read.recover()
  expect([read.status(), read.calls()]).toEqual(['success', 4])
  read.leave()
})

it('what fails while everything else answers keeps its failure on the page, and is asked for again after a while', async () => {
  const read = await bench(() => Promise.reject(new ConnectionError('cut off')))
  await read.recover()
  expect([read.status(), read.calls()]).toEqual(['error', 6])
  await read.recover()
  await read.recover()
  expect([read.status(), read.calls()]).toEqual(['error', 6])
  await vi.advanceTimersByTimeAsync(60_000)
  await read.recover()
  expect(read.calls()).toBe(9)
  read.leave()
})

it('a change without a connection fails at once, and is not made later', async () => {
  onlineManager.setOnline(false)
  const change = new MutationObserver(createQueryClient(), {
    mutationFn: () => Promise.reject(new ConnectionError('cut off')),
  })
  const failure = change.mutate().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(change.getCurrentResult().status).toBe('error')
  expect(await failure).toBeInstanceOf(ConnectionError)
  onlineManager.setOnline(true)
})
