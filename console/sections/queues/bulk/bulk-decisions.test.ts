import { expect, it } from 'vitest'
import { bulkDecisionsOf, totalsOf } from '../../../platform/cases/bulk/bulk-decisions.ts'
import { createCase, createQueue, decisions } from '../testing/queue-samples.ts'

const [approve, reject] = decisions.queueDecisions
const configuration = (...queueDecisions: unknown[]) => ({ queueDecisions }) as unknown as typeof decisions

it('cases of several assessments have the decisions and reasons that all of these accept', () => {
  const own = configuration({ ...reject, reasons: ['Abuse', 'Resale'] }, { ...approve, name: 'Release' })
  const offered = bulkDecisionsOf(createQueue(1), [decisions, own] as Parameters<typeof bulkDecisionsOf>[1])
  expect(offered.map(({ name, reasons }) => [name, reasons])).toEqual([['Reject', ['Abuse']]])
})

it('a queue offers only its own decisions', () => {
  const queue = createQueue(1, { allowedDecisions: ['Approve'] })
  const offered = bulkDecisionsOf(queue, [decisions] as Parameters<typeof bulkDecisionsOf>[1])
  expect(offered.map(({ name }) => name)).toEqual(['Approve'])
  expect(bulkDecisionsOf(queue, [])).toEqual([])
})

it('amounts are added up by currency', () => {
  const queue = createQueue(1)
  const rows = [
    createCase(1, queue, { amount: 1000, currency: 'JPY' }),
    createCase(2, queue, { amount: 12_50 }),
    createCase(3, queue, { amount: 7_50 }),
    createCase(4, queue, { amount: null }),
  ]
  expect(totalsOf(rows)).toEqual([
    { currency: 'EUR', amount: 20 },
    { currency: 'JPY', amount: 1000 },
  ])
})
