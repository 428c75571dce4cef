// @vitest-environment jsdom
import type { EventDetail, Preferences } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { preferencesStore } from '../../../platform/preferences/index.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { loadPreferences, storedPreferences } from '../../../platform/testing/preferences.ts'
import { eventOf } from '../testing/case-fixture.ts'

import { TransactionTab } from './transaction-tab.tsx'
import { usePageKeys } from './use-page-keys.ts'

let chosen: Partial<Preferences>
const figure = (total: number, averageMonth: number, last30Days: number) => ({
  total,
  averageMonth,
  last30Days,
  last24Hours: 0,
})
const snapshot = {
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
}
beforeEach(async () => {
  chosen = {}
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  stubConsoleApi({
    'supportEntries.get': () => [],
    'velocities.read': () => ({ values: [] }),
    'events.financialSnapshot': () => snapshot,
    'preferences.get': () => storedPreferences(chosen),
    'preferences.update': ({ changes }) => {
      chosen = { ...chosen, ...(changes as object) }
      return storedPreferences(chosen)
    },
  })
  await loadPreferences()
})
afterEach(cleanup)

function Page({ detail }: { detail: EventDetail }) {
  usePageKeys()
  return createElement(TransactionTab, { detail, mapHref: '/map', rail: null })
}
const render = (more: object, eventType = 'purchase') => {
  const event = eventOf('P-1')
  const detail = { ...event, row: { ...event.row, eventType, currency: 'EUR' }, ...more } as unknown as EventDetail
  renderFailingPage(createElement(Page, { detail }), '/')
}
const findCard = async (name: string): Promise<HTMLElement> => {
  const card = (await screen.findByRole('heading', { level: 2, name })).closest('section')
  if (card === null) throw new Error(`There is no card ${name}.`)
  return card
}
const factsOf = (card: HTMLElement) =>
  [...card.querySelectorAll('[data-slot=key-value]')].map(row => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent.replaceAll('\u00a0', ' '),
  ])

it('the order has its ids, times, amounts and flags, and the rest of the request on demand', async () => {
  render({
    request: {
      purchaseId: 'P-1',
      currency: 'EUR',
      merchantCategoryCode: '5732',
      totalAmount: 20,
      salesTax: 1.5,
      isTest: false,
      originalOrderId: 'O-7',
      note_to_shop: 'ring twice',
      customData: { giftMessage: 'Hi' },
    },
  })
  const card = await findCard('Transaction')
  const facts = factsOf(card)
  expect(facts.map(([term]) => term)).toEqual([
    'Purchase ID',
    'Original order ID',
    'Total amount',
    'Sales tax',
    'Test order',
    'Received',
  ])
  expect(facts.slice(1, 5).map(([, value]) => value)).toEqual([
    'O-7',
    'EUR 20.0020.00 euros',
    'EUR 1.501.50 euros',
    'No',
  ])
  fireEvent.click(within(card).getByRole('button', { name: '2 more values' }))
  expect(factsOf(card).slice(-2)).toEqual([
    ['Merchant category', '5732'],
    ['note_to_shop', 'ring twice'],
  ])
  expect(factsOf(await findCard('Custom data'))).toEqual([['Gift Message', 'Hi']])
})

it('fields of an assessment have the names that the customer gave them', async () => {
  render(
    {
      request: { custom: { gift_note: 'Hi', nested: { level: 3 }, other_field: 'x' } },
      fieldNames: { 'custom.gift_note': 'Message for the gift', 'custom.nested.level': 'Level of trust' },
    },
    'RentalRequest',
  )
  await screen.findByText('Message for the gift')
  const names = [...document.querySelectorAll('dt')].map(term => term.textContent)
  expect(names).toEqual(expect.arrayContaining(['Message for the gift', 'Level of trust', 'Other Field']))
  expect(names).not.toContain('Gift Note')
})

it('an account login shows what its request says: recent updates and marketing have cards of their own', async () => {
  render(
    {
      request: {
        metadata: { loginId: 'L-1', customerLocalDate: '2026-11-20T08:00:00Z' },
        user: { userId: 'u1', membershipId: 'gold' },
        recentUpdate: { lastEmailUpdateDate: '2026-11-19T08:00:00Z' },
        marketingContext: { campaignType: 'Mail' },
      },
    },
    'accountlogin',
  )
  expect(factsOf(await findCard('Event')).map(([term]) => term)).toContain('Customer’s local time')
  expect(factsOf(await findCard('Recent updates')).map(([term]) => term)).toEqual(['Email changed'])
  expect(factsOf(await findCard('Marketing'))).toEqual([['campaignType', 'Mail']])
  expect(screen.queryByRole('heading', { name: 'Payment instrument' })).toBeNull()
})

it('a fraud label on the user is a warning, with its source and end', async () => {
  render({
    userRestriction: {
      source: 'CustomerEscalation',
      reasonCodes: 'AccountTakeOver',
      at: '2026-11-01T12:00:00Z',
      until: '2026-12-24T12:00:00Z',
    },
  })
  const title = await screen.findByText('User restricted')
  expect(title.parentElement?.textContent).toContain(
    'The user carries a fraud label of Nov 1, 2026 from “CustomerEscalation, AccountTakeOver”, until Dec 24, 2026.',
  )
})

it('the lines of an order end with its amounts, and a total that is not theirs is pointed out', async () => {
  render({
    view: { productList: [{ productId: 'a', purchasePrice: 10, quantity: 2 }], salesTax: 1, totalAmount: 22 },
  })
  const card = await findCard('Order lines')
  expect(factsOf(card).map(([term]) => term)).toEqual(['Sales tax', 'Total amount'])
  within(card).getByText(/Lines do not add up/)
})

it('a closed card stays closed on every event, and one key closes and opens all of them', async () => {
  render({ request: { originalOrderId: 'O-7' } })
  await screen.findByText('O-7')
  fireEvent.click(screen.getByRole('button', { name: 'Collapse Transaction' }))
  await waitFor(() => expect(screen.queryByText('O-7')).toBeNull())
  expect(preferencesStore.getState().preferences.closedCards).toEqual(['transaction'])
  cleanup()
  render({ request: { originalOrderId: 'O-8' } })
  expect(factsOf(await findCard('Transaction'))).toEqual([])
  fireEvent.keyDown(document.body, { key: 'x' })
  await screen.findByRole('button', { name: 'Expand Account' })
  expect(screen.queryByRole('button', { name: /^Collapse / })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'x' })
  await screen.findByText('O-8')
  expect(preferencesStore.getState().preferences.closedCards).toEqual([])
})

it('a key copies the address of the page', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void copied.push(text) } })
  render({})
  await findCard('Transaction')
  fireEvent.keyDown(document.body, { key: 'u' })
  await screen.findAllByText('The link was copied.')
  expect(copied).toEqual([window.location.href])
  vi.unstubAllGlobals()
})
