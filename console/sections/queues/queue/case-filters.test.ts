import { expect, it } from 'vitest'
import { addressOf, caseFilterOf, conditionsOf } from './case-filters.ts'

const address = (more: Partial<ReturnType<typeof addressOf>>) => ({ ...addressOf([]), ...more })

it('a filter is the same in the address and in the bar', () => {
  const filled = address({
    minScore: '600',
    maxScore: '900',
    maxAmount: '99.5',
    country: 'SE',
    tag: 'VIP',
    overdue: 'yes',
    escalated: 'no',
    notes: 'yes',
    text: 'P-1',
  })
  expect(addressOf(conditionsOf(filled))).toEqual(filled)
  expect(conditionsOf(filled).map(({ field, operator, values }) => [field, operator, ...values])).toEqual([
    ['score', 'between', '600', '900'],
    ['amount', 'lte', '99.5'],
    ['country', 'eq', 'SE'],
    ['tag', 'eq', 'VIP'],
    ['overdue', 'yes'],
    ['escalated', 'no'],
    ['notes', 'yes'],
    ['text', 'contains', 'P-1'],
  ])
  expect(conditionsOf(address({}))).toEqual([])
})

it('what is sent has the units of the contract', () => {
  expect(
    caseFilterOf(address({ minScore: '600.4', maxAmount: '99.5', country: 'se', overdue: 'yes', text: ' a ' })),
  ).toEqual({
    minScore: 600,
    maxAmountUsd: 9950,
    country: 'SE',
    overdue: true,
    text: 'a',
  })
})

it('a question is sent with its answer', () => {
  expect(caseFilterOf(address({ escalated: 'no', notes: 'yes' }))).toEqual({ escalated: false, hasNotes: true })
  expect(conditionsOf(address({ escalated: 'perhaps', notes: '' }))).toEqual([])
})

it('what the service would refuse is not sent', () => {
  expect(
    caseFilterOf(
      address({ minScore: 'x', maxScore: '1000', minAmount: '-1', country: 'SWE', assignee: 'me', overdue: 'no' }),
    ),
  ).toEqual({})
})
