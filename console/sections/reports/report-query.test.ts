import { expect, it } from 'vitest'
import { reportQueryOptions } from './report-query.ts'

it('a report without data is asked for again, one with data is not', () => {
  const intervalOf = (data: { hasData: boolean } | undefined) => reportQueryOptions.refetchInterval({ state: { data } })
  expect(intervalOf({ hasData: false })).toBe(10_000)
  expect(intervalOf({ hasData: true })).toBe(false)
  expect(intervalOf(undefined)).toBe(false)
})
