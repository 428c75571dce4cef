// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let reachable: boolean
let status: number
let looks: number
beforeEach(() => {
  reachable = true
  status = 200
  looks = 0
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('fetch', () => {
    looks++
    return reachable
      ? Promise.resolve(new Response(null, { status }))
      : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The connection as a page sees it, and how often the page is notified of a recovery. */
async function bench() {
  const {
    recordResponse: noteAnswer,
    recordNoResponse: noteSilence,
    onReconnect: onRecovery,
    onProbe,
    useOffline,
    watchConnection,
  } = await import('./connection.ts')
  const { createElement } = await import('react')
  const { act, render } = await import('@testing-library/react')
  const recovered = vi.fn()
  onRecovery(recovered)
  const seen: boolean[] = []
  function Page() {
    seen.push(useOffline())
    return null
  }
  render(createElement(Page))
  return {
    noteAnswer,
    noteSilence,
    watchConnection,
    onProbe,
    recovered,
    seen,
    settle: (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
  }
}

it('an address that is cut off alone is not taken for the service; what was asked there is tried again after a rest', async () => {
  const page = await bench()
  page.noteSilence()
  await page.settle()
  expect([looks, page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([1, false, 0])
  await page.settle(5000)
  expect([looks, page.recovered.mock.calls.length]).toEqual([2, 1])
  await page.settle(60_000)
  expect(looks).toBe(2)
  expect(page.seen).not.toContain(true)
})

it('a service that does not answer is told, looked for, and told when it is back', async () => {
  const page = await bench()
  reachable = false
  page.noteSilence()
  await page.settle()
  expect(page.seen.at(-1)).toBe(true)
  await page.settle(10_000)
  expect([looks, page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([3, true, 0])
  reachable = true
  await page.settle(5000)
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([false, 1])
})

it('[spec 7.9] each look for the service that is answered is a poll of one target', async () => {
  const page = await bench()
  const onAnswer = vi.fn()
  page.onProbe(onAnswer)
  reachable = false
  page.noteSilence()
  await page.settle(10_000)
  expect([looks, onAnswer.mock.calls.length]).toEqual([3, 0])
  reachable = true
  status = 503
  await page.settle(10_000)
  expect([looks, onAnswer.mock.calls.length]).toEqual([5, 2])
})

it('a service that starts is not back yet: what failed is tried again when it is', async () => {
  const page = await bench()
  reachable = false
  page.noteSilence()
  await page.settle()
  // The service listens, and answers every request that it is not ready.
  reachable = true
  status = 503
  page.noteAnswer(null, 503)
  await page.settle(10_000)
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([true, 0])
  status = 200
  await page.settle(5000)
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([false, 1])
  // A call may fail because the database is away, too: the service is still within reach.
  page.noteAnswer(null, 503)
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([false, 1])
  await page.settle(5000)
  expect(page.recovered).toHaveBeenCalledTimes(2)
})

it('the next answer of any call is as good as one that was looked for', async () => {
  const page = await bench()
  page.noteSilence()
  page.noteAnswer(null, 200)
  expect(page.recovered).toHaveBeenCalledOnce()
  page.noteAnswer(null, 200)
  expect(page.recovered).toHaveBeenCalledOnce()
})

it('a browser without a network says so at once, and nobody is asked', async () => {
  const page = await bench()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  page.noteSilence()
  await page.settle(20_000)
  expect([looks, page.seen.at(-1)]).toEqual([0, true])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  page.watchConnection()
  window.dispatchEvent(new Event('online'))
  await page.settle()
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([false, 1])
})

it('an answer that was on its way when the network went does not bring it back, and a service on this device does', async () => {
  const page = await bench()
  page.watchConnection()
  page.noteSilence()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  reachable = false
  await page.settle()
  expect(page.seen.at(-1)).toBe(true)
  page.noteAnswer(null, 200)
  await page.settle()
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([true, 0])
  reachable = true
  page.noteAnswer(null, 200)
  await page.settle()
  expect([page.seen.at(-1), page.recovered.mock.calls.length]).toEqual([false, 1])
})
