// @vitest-environment jsdom
import type { SupportCandidate, SupportEntry } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../../platform/testing/lost-session.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
// What the page fetches with a tab.
import '../../../platform/event-map/event-map.tsx'
import { Component } from './support-page.tsx'

const day = 86_400_000
const email = 'ana@shop.example'
const account = { type: 'user', value: 'U-1' } as const
const candidate: SupportCandidate = {
  account,
  email,
  userId: 'U-1',
  userName: 'Ana Berg',
  keys: ['email'],
  order: null,
  transactions: 2,
  lastAt: '2026-11-20T10:00:00Z',
}
const figure = { total: 5, averageMonth: 0.5, last30Days: 1, last24Hours: 0 }
const blocked: SupportEntry = {
  value: email,
  status: 'Block',
  reason: 'Suspicious spend',
  comments: '',
  expiresAt: '2027-01-01T00:00:00Z',
  addedBy: 'Bo',
  addedAt: '2026-11-14T00:00:00Z',
  updatedBy: 'Bo',
  updatedAt: '2026-11-14T00:00:00Z',
}
const row = {
  eventId: '0198a000-0000-7000-8000-0000000000aa',
  eventType: 'purchase',
  environmentId,
  externalId: 'P-1',
  at: '2026-11-20T10:00:00Z',
  decision: 'Reject',
  reason: 'Blocked email',
  rule: 'Default Support Rule',
  clause: 'Blocked email',
  riskScore: 712,
  amount: 14_800,
  currency: 'EUR',
  ip: '10.0.0.1',
  ipCountry: 'DE',
  deviceId: 'device-1',
  chargebacks: 0,
  refunds: 1,
}
const detail = {
  row,
  shipping: { name: 'Ana Berg', street: 'Hauptstr. 1', place: '50667 Köln', country: 'DE' },
  shippingMethod: 'Express',
  payments: [{ value: 'PI-1', type: 'CreditCard', cardType: 'Visa', lastFour: '2208', holder: null, billing: null }],
  deviceType: 'Mobile',
  lines: [{ name: 'Camera', type: 'Physical', quantity: 2, price: 74, currency: 'EUR' }],
  tax: 10,
  shippingCost: null,
  employee: {
    cause: 'listBlock',
    list: 'email',
    rule: 'Default Support Rule',
    clause: 'Blocked email',
    reason: 'Blocked email',
    supportMessage: '',
    signals: [{ code: 'retryOrder', value: null, points: 30 }],
    next: 'allowAndOrderAgain',
  },
  customer: ['notAccepted', 'noDetails', 'refunded'],
}
const none = { events: 0, chargedBack: 0, bad: 0, good: 0, amountUsd: 0 }
const impact = {
  from: '2026-11-13T00:00:00Z',
  to: '2026-11-20T00:00:00Z',
  events: 4,
  replayed: 4,
  read: 4,
  passed: { events: 3, chargedBack: 1, bad: 1, good: 2, amountUsd: 0 },
  stopped: none,
  reviewed: none,
}

let calls: RecordedCall[]
let candidates: SupportCandidate[]
let entry: SupportEntry | null
let answerFind: () => unknown
let answerSet: () => unknown
let answerImpact: () => unknown
beforeEach(() => {
  stubTableLayout()
  candidates = [candidate]
  entry = blocked
  answerFind = () => ({ candidates, more: false })
  answerSet = () => null
  answerImpact = () => impact
  calls = stubConsoleApi({
    'support.find': () => answerFind(),
    'support.summary': () => ({
      account,
      email,
      userId: 'U-1',
      userName: 'Ana Berg',
      phone: '+45 20 10 30 40',
      city: 'Köln',
      country: 'DE',
      memberSince: '2021-03-14T00:00:00Z',
      memberSinceSource: 'account',
      currency: 'EUR',
      figures: {
        transactions: figure,
        spending: { total: 9412.6, averageMonth: 138.42, last30Days: 1384.8, last24Hours: 148 },
        chargebacks: figure,
        chargebackAmount: figure,
        refunds: figure,
        refundAmount: figure,
        daysOfUse: figure,
      },
      values: [
        { list: 'email', value: email, entry },
        { list: 'user', value: 'U-1', entry: null },
      ],
      instruments: [
        {
          list: 'payment',
          value: 'PI-1',
          entry: null,
          type: 'CreditCard',
          cardType: 'Visa',
          lastFour: '2208',
          email: null,
        },
      ],
    }),
    'support.activity': () => [
      {
        id: row.eventId,
        at: '2026-11-14T00:00:00Z',
        by: 'Bo',
        list: 'email',
        value: email,
        status: 'Block',
        reason: 'Suspicious spend',
        comments: 'Ten baskets',
        expiresAt: null,
      },
    ],
    'support.transactions': () => ({ rows: [row], total: 1, nextCursor: null }),
    'support.transaction': () => detail,
    'support.impact': () => answerImpact(),
    'support.set': () => answerSet(),
    'supportEntries.set': () => null,
  })
})

const callsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
async function search(text: string): Promise<void> {
  fillField(await screen.findByRole('searchbox', { name: 'Find a customer' }), text)
  await pressButton('Search')
}
const accountAddress = `${pageAddress}&q=${encodeURIComponent(email)}&account=user%3AU-1`

describe('finding a customer', () => {
  it('begins with what can be typed, and later with the latest lookups of the session', async () => {
    renderPage(createElement(Component))
    await screen.findByRole('heading', { name: 'Find a customer to see what happened' })
    expect(screen.queryByText('Recent lookups in this session')).toBeNull()
    await search(` ${email} `)
    await screen.findByRole('heading', { name: 'Account summary' })
    expect(callsOf('support.find')).toMatchObject([{ text: email, to: null }])
    document.body.replaceChildren()
    renderPage(createElement(Component))
    fireEvent.click(await screen.findByRole('button', { name: `${email}Ana Berg` }))
    await screen.findByRole('heading', { name: 'Account summary' })
  })
  it('opens the one account that fits, and puts the choice into the address', async () => {
    const { readSearch } = renderPage(createElement(Component))
    await search('ana')
    await screen.findByRole('heading', { name: 'Account summary' })
    expect(new URLSearchParams(readSearch()).get('account')).toBe('user:U-1')
    expect((await screen.findByText('1,384.80', { exact: false })).textContent).toContain('Far above the average month')
    await screen.findByText('Ten baskets')
  })
  it('opens an order with its texts', async () => {
    candidates = [{ ...candidate, keys: ['order'], order: 'P-1' }]
    const { readSearch } = renderPage(createElement(Component))
    await search('P-1')
    await screen.findByRole('heading', { name: 'What happened with P-1' })
    expect(new URLSearchParams(readSearch()).get('order')).toBe('P-1')
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Line items' }), { button: 0 })
    await screen.findByText('Camera')
  })
  it('lets the employee choose where several accounts fit', async () => {
    candidates = [candidate, { ...candidate, account: { type: 'email', value: 'bo@x.example' }, userName: 'Bo' }]
    renderPage(createElement(Component))
    await search('2208')
    fireEvent.click(await screen.findByRole('link', { name: /^Bo/ }))
    await screen.findByRole('heading', { name: 'Account summary' })
    expect(callsOf('support.summary')).toMatchObject([{ account: { type: 'email', value: 'bo@x.example' } }])
  })
  it('says what to do where nothing is found', async () => {
    candidates = []
    renderPage(createElement(Component))
    await search('nothing')
    await screen.findByRole('heading', { name: 'No customer found for “nothing”' })
    expect(screen.queryByRole('button', { name: 'Search all dates' })).toBeNull()
  })
  it('a search that failed is tried again', async () => {
    answerFind = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(Component))
    await search('ana')
    await screen.findByRole('button', { name: 'Try again' })
    answerFind = () => ({ candidates, more: false })
    await pressButton('Try again')
    await screen.findByRole('heading', { name: 'Account summary' })
  })
})

describe('the two texts', () => {
  it('tell the employee the cause, and the customer nothing of it', async () => {
    renderPage(createElement(Component), accountAddress)
    const customer = (await screen.findByText('You can tell the customer')).closest('[data-slot="callout"]')
    expect(customer?.textContent).toContain('We were unable to accept your order P-1 of Nov 20, 2026.')
    expect(customer?.textContent).not.toMatch(/rule|score|list|device|block|email/i)
    expect(screen.getByText(/A value is blocked on “Email Support List”/)).toBeTruthy()
    expect(screen.getByText('The order was retried')).toBeTruthy()
  })
})

describe('changing a list status', () => {
  it('takes three clicks, with reason and date filled in, and says what it would have done', async () => {
    renderPage(createElement(Component), accountAddress)
    await pressButton('Allow')
    await screen.findByText('Would have passed 3 purchases: 2 good, 1 bad later (1 charged back).')
    expect(callsOf('support.impact')).toEqual([{ environmentId, list: 'email', value: email, status: 'Safe', days: 7 }])
    await pressButton('Submit')
    await pressButton('Yes')
    await waitForCall(calls, 'support.set')
    const [sent] = callsOf('support.set')
    expect(sent).toMatchObject({
      list: 'email',
      value: email,
      status: 'Safe',
      reason: 'Verified customer',
      seen: blocked.updatedAt,
    })
    const expires = Date.parse(String(sent?.['expiresAt']))
    expect(expires - Date.now()).toBeGreaterThan(6.9 * day)
    expect(expires - Date.now()).toBeLessThan(8.1 * day)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull())
    // The toast leads back to the entry that was there.
    await pressButton('Undo')
    await waitForCall(calls, 'supportEntries.set')
    expect(callsOf('supportEntries.set')).toMatchObject([{ status: 'Block', reason: 'Suspicious spend' }])
  })
  it('No goes back, and a changed form asks again', async () => {
    renderPage(createElement(Component), accountAddress)
    await pressButton('Watch')
    await pressButton('Submit')
    await pressButton('No')
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull()
    await pressButton('Submit')
    fireEvent.click(screen.getByRole('radio', { name: 'Block' }))
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull()
    expect(callsOf('support.set')).toEqual([])
  })
  it('says that somebody was faster, and keeps what was typed', async () => {
    answerSet = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'version.conflict', changedBy: 'Cy' }, defined: true })
    }
    renderPage(createElement(Component), accountAddress)
    await pressButton('Allow')
    fillField(await screen.findByRole('textbox', { name: /^Comments/ }), 'Called back')
    await pressButton('Submit')
    await pressButton('Yes')
    expect((await screen.findByText(/changed this status in the meantime/)).textContent).toContain('Cy changed')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Comments/ }).value).toBe('Called back')
  })
  it('a value without an effect on the rules is said so', async () => {
    answerImpact = () => ({ ...impact, read: 0, passed: none })
    renderPage(createElement(Component), accountAddress)
    await pressButton('Change list status of Visa •••• 2208')
    await screen.findByText(/do not look this value up here/)
    expect(screen.queryByRole('radio', { name: 'Remove' })).toBeNull()
  })
  it('the panel is open again after a lost session, with what was chosen and typed', async () => {
    answerSet = unanswered
    const { loseSession } = renderPage(createElement(Component), accountAddress)
    await pressButton('Watch')
    fillField(await screen.findByRole('textbox', { name: /^Comments/ }), 'Asked twice')
    await pressButton('Submit')
    await pressButton('Yes')
    await waitForCall(calls, 'support.set')
    loseSession()
    await waitFor(() =>
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Comments/ }).value).toBe('Asked twice'),
    )
    expect(screen.getByRole('radio', { name: 'Watch' }).getAttribute('aria-checked')).toBe('true')
    expect(readRecoveryKeys()).toEqual([])
  })
  it('is not offered to a user who may only read', async () => {
    const readOnly = withCapabilities(createElement(Component), capabilities => ({
      ...capabilities,
      'lists.support.entry': 'read',
    }))
    renderPage(readOnly, accountAddress)
    await screen.findByText(/^You can view this page/)
    const summary = within(await screen.findByRole('main').catch(() => document.body))
    for (const name of ['Allow', 'Block', 'Watch']) expect(summary.queryByRole('button', { name })).toBeNull()
    expect(summary.queryByRole('button', { name: /^Change list status/ })).toBeNull()
  })
})
