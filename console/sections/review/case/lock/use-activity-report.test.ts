// @vitest-environment jsdom
import type { Case } from '@assay/risk-service/contract'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { caseOf, reviewedCase } from '../../testing/case-fixture.ts'
import { useActivityReport } from './use-activity-report.ts'

const reportActivity = vi.hoisted(() => vi.fn((_input: object) => Promise.reject(new Error('offline'))))
vi.mock('../../../../platform/api/client.ts', () => ({ client: { cases: { reportActivity } } }))

beforeEach(() => {
  vi.useFakeTimers()
  reportActivity.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const render = (row: Case | null) => renderHook(({ row: each }) => useActivityReport(each), { initialProps: { row } })

it('while the page is visible, the activity of the reviewer is reported every 20 seconds', () => {
  const row = reviewedCase()
  const { rerender, unmount } = render(row)
  vi.advanceTimersByTime(41_000)
  expect(reportActivity).toHaveBeenCalledTimes(2)
  expect(reportActivity).toHaveBeenLastCalledWith({
    environmentId: row.environmentId,
    eventType: row.eventType,
    id: row.externalId,
    leaseToken: row.own.leaseToken,
  })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(60_000)
  expect(reportActivity).toHaveBeenCalledTimes(2)
  hidden.mockReturnValue(false)
  // A new version of the same review does not begin the interval again.
  vi.advanceTimersByTime(10_000)
  rerender({ row: reviewedCase({ version: row.version + 1 }) })
  vi.advanceTimersByTime(10_000)
  expect(reportActivity).toHaveBeenCalledTimes(3)
  unmount()
  vi.advanceTimersByTime(60_000)
  expect(reportActivity).toHaveBeenCalledTimes(3)
})

it('nothing is reported about a case that the caller does not review', () => {
  const { rerender } = render(null)
  rerender({ row: caseOf() })
  vi.advanceTimersByTime(60_000)
  expect(reportActivity).not.toHaveBeenCalled()
})
