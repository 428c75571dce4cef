// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publishLiveEvent, setLive } from '../../../platform/live/live-events.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout, stubMedia } from '../../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { Component as MonitorPage } from './assessment-monitor.tsx'
import { createDrift, createMonitor } from './testing/monitor-samples.ts'

let calls: RecordedCall[]
let rejected = 3
let eventType = 'purchase'
beforeEach(() => {
  rejected = 3
  eventType = 'purchase'
  stubLayout()
  calls = stubConsoleApi({
    'monitoring.transactions': ({ timescale }) => ({
      ...createMonitor(rejected),
      eventType,
      stepMinutes: timescale === '8d' ? 60 : 15,
    }),
    'monitoring.drift': () => createDrift([]),
  })
})
afterEach(() => {
  cleanup()
  setLive(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const readings = () => calls.filter(({ procedure }) => procedure === 'monitoring.transactions').length
const volume = () => screen.getByRole('article', { name: 'Transaction volume' }).textContent

it('the monitor shows the figures of the window, a share of nothing as a dash', async () => {
  renderPage(createElement(MonitorPage))
  await waitFor(() => expect(volume()).toContain('4'))
  expect(screen.getByRole('article', { name: 'Rule rejected rate' }).textContent).toContain('75')
  expect(screen.getByText(/Last updated:/).textContent).toContain('UTC')
})

it.each(['40rem', null])('what is unusual comes first on a narrow page: %s', async width => {
  stubMedia(width)
  renderPage(createElement(MonitorPage))
  const unusual = await screen.findByRole('heading', { name: 'Unusual' })
  const charts = document.querySelector('[data-slot="monitor-charts"]')
  const isFirst = charts !== null && (unusual.compareDocumentPosition(charts) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect(isFirst).toBe(width !== null)
})

it('what was decided before the stream opened is read when it opens', async () => {
  renderPage(createElement(MonitorPage))
  await waitFor(() => expect(volume()).toContain('4'))
  rejected = 9
  act(() => setLive(true))
  await waitFor(() => expect(volume()).toContain('10'))
})

it('decisions of the assessment are read at once, others are not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  renderPage(createElement(MonitorPage))
  await waitFor(() => expect(readings()).toBe(1))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  act(() => publishLiveEvent({ kind: 'decisions', environmentId, eventType: 'accountlogin', total: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(readings()).toBe(1)
  await decide(9)
  expect(readings()).toBe(2)
  await waitFor(() => expect(volume()).toContain('10'))
})

it('an assessment of the customer is read by its id, and its decisions arrive under its key', async () => {
  eventType = 'own_check'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  renderPage(createElement(MonitorPage), pageAddress.replace('/page', '/fraud/assessment7'))
  await waitFor(() => expect(volume()).toContain('4'))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  rejected = 9
  act(() => publishLiveEvent({ kind: 'decisions', environmentId, eventType: 'own_check', total: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(200))
  await waitFor(() => expect(volume()).toContain('10'))
})

/** Lets decisions arrive, with so many rejected. */
async function decide(count: number): Promise<void> {
  rejected = count
  act(() => publishLiveEvent({ kind: 'decisions', environmentId, eventType: 'purchase', total: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(200))
}

/** Shows the monitor with four transactions, long enough for the next decisions to be read at once. */
async function showCharts(): Promise<HTMLElement> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  renderPage(createElement(MonitorPage))
  await waitFor(() => expect(volume()).toContain('4'))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  return document.querySelector<HTMLElement>('[data-slot="monitor-charts"]')!
}

it('the figures stay while the pointer or the focus is on the charts', async () => {
  const charts = await showCharts()
  const [button] = await within(charts).findAllByRole('button')
  fireEvent.pointerEnter(charts)
  act(() => button?.focus())
  await decide(9)
  await waitFor(() => expect(screen.getByText(/newer figures/)).toBeTruthy())
  fireEvent.pointerLeave(charts)
  expect(volume()).toContain('4')
  fireEvent.pointerEnter(charts)
  act(() => button?.blur())
  expect(volume()).toContain('4')
  fireEvent.pointerLeave(charts)
  await waitFor(() => expect(volume()).toContain('10'))
})

it('another window is shown at once under the pointer, and then stays in its turn', async () => {
  const charts = await showCharts()
  fireEvent.pointerEnter(charts)
  rejected = 6
  fireEvent.click(screen.getByRole('radio', { name: 'Last 8 days' }))
  await waitFor(() => expect(volume()).toContain('7'))
  expect(screen.queryByText(/newer figures/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  await decide(9)
  await waitFor(() => expect(screen.getByText(/newer figures/)).toBeTruthy())
  expect(volume()).toContain('7')
  fireEvent.pointerLeave(charts)
  await waitFor(() => expect(volume()).toContain('10'))
})

it('nothing changes in the charts while the pointer is on them', async () => {
  const charts = await showCharts()
  fireEvent.pointerEnter(charts)
  await decide(9)
  await waitFor(() => expect(screen.getByText(/newer figures/)).toBeTruthy())
  expect(volume()).toContain('4')
  fireEvent.pointerLeave(charts)
  await waitFor(() => expect(volume()).toContain('10'))
})
