// @vitest-environment jsdom
import type { EventDetail, FinancialSnapshot } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { eventOf } from '../testing/case-fixture.ts'
import { FinancialSnapshotCard } from './financial-snapshot-card.tsx'

const figure = (total: number, averageMonth: number, last30Days: number) => ({
  total,
  averageMonth,
  last30Days,
  last24Hours: 0,
})
const snapshotOf = (more: Partial<FinancialSnapshot> = {}): FinancialSnapshot => ({
  by: 'user',
  complete: true,
  memberSince: '2021-03-14T00:00:00Z',
  memberSinceSource: 'account',
  currency: 'EUR',
  figures: {
    transactions: figure(5, 5 / 6, 3),
    spending: figure(200, 200 / 6, 80),
    chargebacks: figure(1, 1 / 6, 0),
    chargebackAmount: figure(20, 20 / 6, 0),
    refunds: figure(1, 1 / 6, 1),
    refundAmount: figure(40.5, 40.5 / 6, 40.5),
    daysOfUse: figure(5, 5 / 6, 3),
  },
  ...more,
})

beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
})
afterEach(cleanup)

const entry = {
  value: 'u-1',
  status: 'Watch',
  reason: '',
  comments: '',
  expiresAt: '2026-12-24T12:00:00Z',
  addedBy: 'Ben',
  addedAt: '2026-11-01T12:00:00Z',
  updatedBy: 'Ben',
  updatedAt: '2026-11-01T12:00:00Z',
}
const render = (answer: () => unknown, row: object = {}) => {
  const calls = stubConsoleApi({
    'supportEntries.get': () => [{ list: 'user', entry }],
    'events.financialSnapshot': answer,
  })
  const event = eventOf('P-1')
  const detail = { ...event, row: { ...event.row, email: 'ada@shop.example', ...row } } as unknown as EventDetail
  renderFailingPage(createElement(FinancialSnapshotCard, { detail }), '/')
  return calls
}
const plain = (element: Element) => element.textContent.replaceAll(/[\u00a0\u202f]/g, ' ')

it('has the rows of figures, since when somebody is a customer, and where they are listed', async () => {
  render(() => snapshotOf())
  const table = await screen.findByRole('table', { name: 'Figures of the account' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(row => [...row.children].map(plain)),
  ).toEqual([
    ['Category', 'Total', 'Average month', 'Last 30 days'],
    ['Transactions', '5', '0.83', '3Far above the average month'],
    ['Spending, EUR', '200.00', '33.33', '80.00'],
    ['Chargebacks', '1', '0.17', '0'],
    ['Chargeback amount, EUR', '20.00', '3.33', '0.00'],
    ['Refunds', '1', '0.17', '1'],
    ['Refund amount, EUR', '40.50', '6.75', '40.50'],
    ['Days with a purchase', '5', '0.83', '3Far above the average month'],
  ])
  await screen.findByText('Watch')
  expect([...document.querySelectorAll('[data-slot=key-value]')].map(plain)).toEqual([
    expect.stringMatching(/^Member since.*2021/),
    expect.stringMatching(/^User listWatch.*Nov 1, 2026.* to Dec 24, 2026/),
    'Email listNot on this list.',
  ])
})

it('says what is counted where that is not all, and by what the customer is known', async () => {
  render(() => snapshotOf({ complete: false, by: 'email', memberSinceSource: 'firstPurchase' }), { userId: null })
  await screen.findByText('This customer has more than 1,000 purchases. Only the newest 1,000 are counted.')
  screen.getByText('of this email address now, with this transaction')
  screen.getByText('first stored purchase')
})

it('a failed read is an error of this card alone, which can be tried again', async () => {
  let fails = true
  render(() => {
    if (fails) throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
    return snapshotOf()
  })
  await screen.findByRole('heading', { name: 'Financial snapshot' })
  await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 })
  fails = false
  pressButton('Try again')
  await screen.findByRole('table')
})

it('an event without a customer, and one about an account, has no snapshot and asks for none', async () => {
  const calls = render(() => snapshotOf(), { userId: null, email: null })
  render(() => snapshotOf(), { eventType: 'accountlogin' })
  expect(screen.queryByRole('heading')).toBeNull()
  expect(calls.filter(({ procedure }) => procedure === 'events.financialSnapshot')).toEqual([])
})
