import { expect, it } from 'vitest'
import { changeOf, failedShare, transactionFigures } from './tile-figures.ts'

const totals = {
  events: 200,
  amountUsd: 0,
  labelledFraud: 0,
  decisions: { Approve: 150, Review: 30, Challenge: 10, Reject: 10 },
}
const point = { start: '2026-11-20T10:00:00.000Z', amountUsd: 0, Approve: 6, Review: 2, Challenge: 1, Reject: 1 }

it('tiles show transactions, and the shares of them that were rejected and sent to review', () => {
  expect(transactionFigures.map(({ id, value, line }) => [id, value(totals), line(point)])).toEqual([
    ['Transactions', 200, 10],
    ['RejectedRate', 0.05, 0.1],
    ['ReviewRate', 0.15, 0.2],
  ])
})

it('shares of nothing are zero', () => {
  const none = { ...totals, events: 0, decisions: { Approve: 0, Review: 0, Challenge: 0, Reject: 0 } }
  expect(transactionFigures.map(({ value }) => value(none))).toEqual([0, 0, 0])
  expect(failedShare({ calls: 0, failed: 0 })).toBe(0)
  expect(failedShare({ calls: 1000, failed: 6 })).toBe(0.006)
})

it('a figure is not compared with that of a period that had hardly an event', () => {
  expect(changeOf('count', { value: 300, events: 300 }, { value: 200, events: 200 })).toBe(0.5)
  expect(changeOf('rate', { value: 0.05, events: 300 }, { value: 0.03, events: 200 })).toBeCloseTo(2)
  expect(changeOf('rate', { value: 0.05, events: 300 }, { value: 0.03, events: 9 })).toBeNull()
})
