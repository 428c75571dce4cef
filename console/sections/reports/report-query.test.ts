import { expect, it } from 'vitest'
import { reportQueryOptions, savedReport } from './report-query.ts'

const { refetchInterval, staleTime } = reportQueryOptions
const query = (data: { hasData: boolean; firstRead: boolean } | undefined) => ({ state: { data } })

it('a report without data, or of some transactions, is asked for again, one of all is not', () => {
  expect(refetchInterval(query({ hasData: false, firstRead: false }))).toBe(10_000)
  expect(refetchInterval(query({ hasData: false, firstRead: true }))).toBe(5_000)
  expect(refetchInterval(query({ hasData: true, firstRead: true }))).toBe(5_000)
  expect(refetchInterval(query({ hasData: true, firstRead: false }))).toBe(false)
  expect(refetchInterval(query(undefined))).toBe(false)
})

it('a report of some transactions is outdated at once', () => {
  expect(staleTime(query({ hasData: true, firstRead: true }))).toBe(0)
  expect(staleTime(query({ hasData: true, firstRead: false }))).toBe(15 * 60_000)
})

it('only a report of all transactions is saved, once it has arrived', () => {
  const report = { firstRead: false }
  expect(savedReport(report, false)).toBe(report)
  expect(savedReport(report, true)).toBeUndefined()
  expect(savedReport({ firstRead: true }, false)).toBeUndefined()
})
