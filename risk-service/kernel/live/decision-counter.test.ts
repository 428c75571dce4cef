import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DecidedEvent, EventWriter, WrittenEvent } from '../../ports/index.ts'
import { publishDecisionCounts } from './decision-counter.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'

const event = (environmentId: string) => ({ environmentId, eventType: 'purchase' }) as DecidedEvent
let answer: WrittenEvent | Error = { answer: '', replayed: false }
const bare: EventWriter = {
  write: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
  label: () => Promise.resolve(),
  data: () => Promise.resolve({ fresh: true, transaction: 1 }),
  unavailableReason: () => null,
  close: () => Promise.resolve(),
}
let hub: LiveHub
let published: unknown[]
beforeEach(() => {
  // Only the timers of the counter itself: those of the runner stay real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = { answer: '', replayed: false }
  hub = createLiveHub({ epoch: 'run' })
  published = []
  vi.spyOn(hub, 'publish').mockImplementation(({ event: told }) => void published.push(told))
})
afterEach(() => {
  vi.useRealTimers()
})
const listen = () => hub.subscribe({ accepts: () => true, lastEventId: null })

describe('decisions', () => {
  it('cost nothing while nobody listens: no count, no timer, nothing told', async () => {
    const writer = publishDecisionCounts(bare, hub)
    for (let n = 0; n < 1000; n++) await writer.write(event('a'))
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(published).toEqual([])
  })

  it('decisions are told once a second and environment, after their commit', async () => {
    listen()
    const writer = publishDecisionCounts(bare, hub)
    for (let n = 0; n < 2500; n++) await writer.write(event(n % 5 === 0 ? 'b' : 'a'))
    expect(published).toEqual([])
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(published).toEqual([
      { kind: 'decisions', environmentId: 'b', eventType: 'purchase', total: 500 },
      { kind: 'decisions', environmentId: 'a', eventType: 'purchase', total: 2000 },
    ])
    await writer.write(event('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(published.at(-1)).toEqual({ kind: 'decisions', environmentId: 'a', eventType: 'purchase', total: 2001 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(published).toHaveLength(3)
  })

  it('decisions count neither repeats nor what was not written', async () => {
    listen()
    const writer = publishDecisionCounts(bare, hub)
    answer = { answer: '', replayed: true }
    await writer.write(event('a'))
    answer = new Error('lost')
    await expect(writer.write(event('a'))).rejects.toThrow('lost')
    await vi.advanceTimersByTimeAsync(2000)
    expect(published).toEqual([])
  })

  it('decisions leave no timer behind when the writer closes', async () => {
    listen()
    const writer = publishDecisionCounts(bare, hub)
    await writer.write(event('a'))
    await writer.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})
