// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { ReportBody } from '../report-body.tsx'
import { createSummary, reportedAssessments } from '../testing/summary-samples.ts'
import { SummaryPage as Component } from './summary-page.tsx'

afterEach(() => void vi.useRealTimers())

it('a report that takes more than ten seconds says that it is still loading, until it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  stubLayout()
  stubConsoleApi({})
  let arrive: () => void = () => undefined
  function Page() {
    const [report, setReport] = useState<ReturnType<typeof createSummary>>()
    arrive = () => setReport(createSummary())
    return createElement(ReportBody, { report, error: null, children: 'Figures' })
  }
  renderFailingPage(createElement(Page))
  await screen.findByText('Figures')
  await act(() => vi.advanceTimersByTimeAsync(8000))
  expect(screen.queryByText('Still loading…')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.getByText('Still loading…').closest('[role="status"]')).not.toBeNull()
  act(() => arrive())
  expect(screen.queryByText('Still loading…')).toBeNull()
})

it('a report of some transactions is read again until all of them are, and so are its filters', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  stubLayout()
  let answer = createSummary({ firstRead: true })
  const calls = stubConsoleApi({
    'reports.summary': () => answer,
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.olderMonths': () => ({ months: [] }),
    'reports.attributeValues': () => ({ attributes: {}, dataFilters: [] }),
  })
  const asked = (name: string) => calls.filter(({ procedure }) => procedure === `reports.${name}`).length
  renderFailingPage(createElement(Component), `${pageAddress}&from=2026-11-19&to=2026-11-20&country=XX`)
  const text = await screen.findByText('Transactions are being read for the first time')
  expect(text.closest('[role="status"]')).not.toBeNull()
  expect(screen.queryByRole('article', { name: 'Transaction volume' })).toBeNull()
  expect((screen.getByRole('button', { name: 'Export Summary' }) as HTMLButtonElement).disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(asked('summary')).toBeGreaterThan(1))
  const before = asked('attributeValues')
  answer = createSummary()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect((await screen.findByRole('article', { name: 'Transaction volume', busy: false })).textContent).toMatch(
    /1\.3m/i,
  )
  await waitFor(() => expect(asked('attributeValues')).toBeGreaterThan(before))
  // What is still under way, as charts that load, draws nothing after the test.
  cleanup()
  await act(() => vi.advanceTimersByTimeAsync(0))
})
