import { expect, it } from 'vitest'
import { isUnusual } from './unusual-figure.ts'

it.each([
  [{ total: 9412.6, averageMonth: 138.42, last30Days: 1384.8, last24Hours: 148 }, true],
  [{ total: 86, averageMonth: 1.3, last30Days: 3, last24Hours: 1 }, false],
  // Everything happened in the last 30 days: there is nothing to compare with.
  [{ total: 400, averageMonth: 100, last30Days: 400, last24Hours: 0 }, false],
  [{ total: 0, averageMonth: 0, last30Days: 0, last24Hours: 0 }, false],
])('%j is unusual: %s', (figure, unusual) => {
  expect(isUnusual(figure)).toBe(unusual)
})
