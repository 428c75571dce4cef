// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trackPoll } from '../telemetry/telemetry.ts'
import { LiveStream } from './live-stream.tsx'
import { maxReconnectDelay } from './reconnecting-stream.ts'

const { openStream } = vi.hoisted(() => ({ openStream: vi.fn<() => Promise<AsyncIterable<never>>>() }))
vi.mock('../api/client.ts', () => ({ client: { live: { events: openStream } } }))
vi.mock(import('../telemetry/telemetry.ts'), async importActual => ({ ...(await importActual()), trackPoll: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('[spec 7.9] each opening of the stream that repeats an answered one is a poll of one target', async () => {
  const openings = ['ends', 'fails', 'ends', 'ends']
  openStream.mockImplementation(() => {
    const opening = openings.shift()
    if (opening === undefined) return new Promise(() => undefined)
    return opening === 'fails'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve((async function* () {})())
  })
  render(createElement(LiveStream, { place: null }))
  await vi.advanceTimersByTimeAsync(0)
  expect(openStream).toHaveBeenCalledTimes(1)
  expect(trackPoll).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4 * maxReconnectDelay)
  expect(openings).toEqual([])
  expect(vi.mocked(trackPoll).mock.calls).toEqual([['live.events'], ['live.events']])
})
