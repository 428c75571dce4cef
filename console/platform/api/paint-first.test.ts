// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../testing/console-api-stub.ts'
import { client } from './client.ts'
import { paintFirst, readsMayStart } from './paint-first.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('reads wait until the next frame is drawn, and for nothing after it', async () => {
  expect(readsMayStart()).toBeNull()
  const painted = paintFirst()
  expect(paintFirst()).toBe(painted)
  expect(readsMayStart()).toBe(painted)
  // The frame, and the task after it.
  vi.advanceTimersByTime(16)
  vi.advanceTimersByTime(1)
  await painted
  expect(readsMayStart()).toBeNull()
})

it('reads of a window that is not drawn wait for a tenth of a second', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const painted = paintFirst()
  vi.advanceTimersByTime(99)
  await Promise.resolve()
  expect(readsMayStart()).toBe(painted)
  vi.advanceTimersByTime(1)
  await painted
  expect(readsMayStart()).toBeNull()
})

it('a read waits for the frame, and a change does not', async () => {
  const calls = stubConsoleApi({ 'queues.list': () => [], 'cases.undo': () => null })
  const painted = paintFirst()
  const read = client.queues.list({ environmentId: 'e' })
  await client.cases.undo({ environmentId: 'e', eventType: 'purchase', id: 'P-1' } as never)
  vi.advanceTimersByTime(16)
  vi.advanceTimersByTime(1)
  await painted
  await read
  expect(calls.map(({ procedure }) => procedure)).toEqual(['cases.undo', 'queues.list'])
})
