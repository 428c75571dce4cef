// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { ReportBody } from '../report-body.tsx'
import { createSummary } from '../testing/summary-samples.ts'

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
