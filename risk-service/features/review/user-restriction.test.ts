import { expect, it } from 'vitest'
import { userRestriction } from './user-restriction.ts'

const now = new Date('2025-11-20T12:00:00Z')
const label = (day: number, isFraud: boolean | null, body: Record<string, unknown> = {}) => ({
  is_fraud: isFraud,
  label_at: new Date(Date.UTC(2025, 10, day)),
  received_at: new Date(Date.UTC(2025, 10, day)),
  body: { labelSource: 'CustomerEscalation', labelReasonCodes: 'AccountTakeOver', ...body },
})

it('a fraud label restricts its user, until its end when it has one', () => {
  expect(userRestriction([label(1, true)], now)).toEqual({
    source: 'CustomerEscalation',
    reasonCodes: 'AccountTakeOver',
    at: '2025-11-01T00:00:00.000Z',
    until: null,
  })
  expect(userRestriction([label(1, true, { effectiveEndDate: '2025-11-20T12:00:00Z' })], now)).toMatchObject({
    until: '2025-11-20T12:00:00.000Z',
  })
})

it.each([
  ['none', []],
  ['one that ended', [label(1, true, { effectiveEndDate: '2025-11-20T11:59:59Z' })]],
  ['one that has not begun', [label(1, true, { effectiveStartDate: '2025-11-21T00:00:00Z' })]],
  ['a later one that clears it', [label(1, true), label(2, false)]],
  ['an inquiry', [label(1, null)]],
])('%s restricts nobody', (_, labels) => {
  expect(userRestriction(labels, now)).toBeNull()
})

it('a later label that is not in effect, or says nothing, clears nobody', () => {
  const ended = label(3, false, { effectiveEndDate: '2025-11-04T00:00:00Z' })
  expect(userRestriction([label(4, null), ended, label(1, true)], now)).not.toBeNull()
})
