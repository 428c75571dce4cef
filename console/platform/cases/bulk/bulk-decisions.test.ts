import { defaultCaseConfiguration } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { bulkDecisionsOf, totalsOf } from './bulk-decisions.ts'

const [approve, reject] = defaultCaseConfiguration.queueDecisions as [
  (typeof defaultCaseConfiguration.queueDecisions)[number],
  (typeof defaultCaseConfiguration.queueDecisions)[number],
]
const every = { allowedDecisions: null }

it('cases of several assessments have the decisions and reasons that all of these accept', () => {
  const own = {
    queueDecisions: [
      { ...reject, reasons: ['Abuse', 'Resale'] },
      { ...approve, name: 'Release' },
    ],
  }
  const offered = bulkDecisionsOf(every, [defaultCaseConfiguration, own])
  expect(offered.map(({ name, reasons }) => [name, reasons])).toEqual([['Reject', ['Abuse']]])
})

it('a queue offers only its own decisions', () => {
  const offered = bulkDecisionsOf({ allowedDecisions: ['Approve'] }, [defaultCaseConfiguration])
  expect(offered.map(({ name }) => name)).toEqual(['Approve'])
  expect(bulkDecisionsOf(every, [])).toEqual([])
})

it('amounts are added up by currency', () => {
  const rows = [
    { amount: 1000, currency: 'JPY' },
    { amount: 12_50, currency: 'EUR' },
    { amount: 7_50, currency: 'EUR' },
    { amount: null, currency: 'EUR' },
  ]
  expect(totalsOf(rows)).toEqual([
    { currency: 'EUR', amount: 20 },
    { currency: 'JPY', amount: 1000 },
  ])
})
