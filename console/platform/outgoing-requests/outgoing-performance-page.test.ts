// @vitest-environment jsdom
import type { CallPerformance } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import arabic from '../../../locales/ar-AE.json' with { type: 'json' }
import { pageAddress, stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubLayout } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { pressButton } from '../testing/user-input.ts'
import { OutgoingPerformancePage } from './outgoing-performance-page.tsx'

const none: CallPerformance = {
  figures: { requests: 0, perSecond: 0, averageMs: null, successRate: null },
  step: 3600,
  points: [],
  errors: [],
}
const at = '2026-11-20T10:00:00.000Z'
const busy: CallPerformance = {
  figures: { requests: 72, perSecond: 0.02, averageMs: 41.4, successRate: 0.875 },
  step: 3600,
  points: [{ at, requests: 72, averageMs: 41.4, successRate: 0.875 }],
  errors: [
    { type: 'http', httpStatusCode: 503, requests: 6, points: [{ at, requests: 6 }] },
    { type: 'timeout', httpStatusCode: null, requests: 3, points: [{ at, requests: 3 }] },
  ],
}

const load = vi.fn<(range: { from: string; to: string }) => Promise<CallPerformance>>()
beforeEach(() => {
  stubLayout()
  stubConsoleApi({})
  load.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const page = createElement(OutgoingPerformancePage, { name: 'phone', breadcrumb: [], queryKey: ['performance'], load })
const show = (address = pageAddress) => renderFailingPage(page, address)

it('the latency of what rules call has its unit in the language of the reader', async () => {
  load.mockResolvedValue(none)
  renderFailingPage(createElement(IntlProvider, { locale: 'ar-AE', messages: arabic, children: page }))
  await screen.findByText('ملّي ثانية')
})

it('three figures stand above three charts and the errors', async () => {
  load.mockResolvedValue(busy)
  show()
  expect((await screen.findByText('0.02')).tagName).toBe('DD')
  expect(screen.getByText('41 ms')).toBeTruthy()
  expect(screen.getByText('87.50%')).toBeTruthy()
  for (const name of ['Requests per second', 'Average latency', 'Success rate', 'Errors'])
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
})

it('the charts wait in their places until the figures arrive', async () => {
  load.mockReturnValue(new Promise(() => undefined))
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Performance of phone' })).toBeTruthy()
  expect(screen.getByText('Average latency')).toBeTruthy()
  expect(screen.queryByText('No requests in this period')).toBeNull()
  expect(document.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(3)
})

it('a period without requests says so', async () => {
  load.mockResolvedValue(none)
  show()
  expect((await screen.findAllByText('No requests in this period')).length).toBeGreaterThan(3)
})

it('figures that could not be read are read again on demand', async () => {
  load.mockRejectedValue(new ORPCError('INTERNAL_SERVER_ERROR'))
  show()
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Average latency')).toBeNull()
  load.mockResolvedValue(busy)
  await pressButton('Try again')
  expect(await screen.findByText('41 ms')).toBeTruthy()
})

it('who may not read the figures is shown the missing right', async () => {
  load.mockRejectedValue(
    new ORPCError('FORBIDDEN', { data: { details: { capability: 'externalcalls', required: 'read' } } }),
  )
  show()
  expect(await screen.findByText('You cannot open this page')).toBeTruthy()
  expect(screen.queryByText('Average latency')).toBeNull()
})

it('errors are shown over time or by their shares, which the address contains', async () => {
  load.mockResolvedValue(busy)
  const router = show()
  fireEvent.click(await screen.findByRole('radio', { name: 'Breakdown' }))
  await waitFor(() => expect(router.state.location.search).toContain('errors=shares'))
  expect(await screen.findByRole('radio', { name: 'Breakdown', checked: true })).toBeTruthy()
})

it('the range is that of the address, at most three months', async () => {
  load.mockResolvedValue(busy)
  show(`${pageAddress}&range=7d`)
  await screen.findByText('41 ms')
  const [range] = load.mock.calls[0] ?? []
  expect(Date.parse(range?.to ?? '') - Date.parse(range?.from ?? '')).toBe(7 * 86_400_000)
  cleanup()
  load.mockClear()
  show(`${pageAddress}&range=200d`)
  await screen.findByText('41 ms')
  const [fallback] = load.mock.calls[0] ?? []
  expect(Date.parse(fallback?.to ?? '') - Date.parse(fallback?.from ?? '')).toBe(86_400_000)
})
