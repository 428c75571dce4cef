import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trackPoll } from '../telemetry/telemetry.ts'
import { buildCheckInterval, watchBuild } from './newer-build.ts'

vi.mock(import('../telemetry/telemetry.ts'), async importActual => ({ ...(await importActual()), trackPoll: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(trackPoll).mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('[spec 7.9] each check of the build that is answered is a poll of one target', async () => {
  vi.stubGlobal('document', { getElementById: () => null })
  let reachable = false
  vi.stubGlobal('fetch', () =>
    reachable ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('Failed to fetch')),
  )
  watchBuild()
  await vi.advanceTimersByTimeAsync(buildCheckInterval)
  expect(trackPoll).not.toHaveBeenCalled()
  reachable = true
  await vi.advanceTimersByTimeAsync(2 * buildCheckInterval)
  expect(vi.mocked(trackPoll).mock.calls).toEqual([['build'], ['build']])
})
