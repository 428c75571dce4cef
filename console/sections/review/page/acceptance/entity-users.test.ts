// @vitest-environment jsdom
import type { EventDetail } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { AddressesCard } from '../../facts/addresses-card.tsx'
import { AccountCard, DeviceCard } from '../../facts/fact-cards.tsx'
import { PaymentCards } from '../../facts/payment-cards.tsx'
import { eventOf } from '../../testing/case-fixture.ts'
import { ValueSearchProvider } from '../../values/value-search.tsx'

const entity = (type: string, display: string) => ({
  type,
  display,
  value: display.toLowerCase(),
  events: 3,
  firstSeen: '2026-01-01T00:00:00Z',
})
const counted = (type: string, users: number, instruments: number | null = null, complete = true) => ({
  type,
  users,
  instruments,
  complete,
})

beforeEach(() => storeLastEnvironment('tenant', environmentId))

function show(instruments = ['pi-1', 'pi-2']) {
  const event = eventOf('P-1')
  const detail = {
    ...event,
    row: { ...event.row, email: 'A@example.com', phone: '+49 30 1', deviceId: 'd-1' },
    view: {
      deviceContext: { externalDeviceId: 'd-1' },
      paymentInstrumentList: instruments.map(merchantPaymentInstrumentId => ({ merchantPaymentInstrumentId })),
      shippingAddress: { street1: 'Main St. 1', street2: 'Floor 2', zipCode: '89501', city: 'Reno', country: 'us' },
      storeAddress: 'Pier 1',
    },
    entities: [
      entity('email', 'a@example.com'),
      entity('device', 'd-1'),
      ...instruments.map(each => entity('payment', each)),
      entity('phone', '+49 30 1'),
      entity('address', 'Main St. 1, 89501 Reno, US'),
    ],
  } as unknown as EventDetail
  stubConsoleApi({
    'supportEntries.get': () => [],
    'searchSwitch.get': () => ({ state: 'On' }),
    'search.fields': () => [{ id: 'email', type: 'text' }],
    'events.entityUsers': () => [
      counted('email', 4),
      counted('device', 9_876, 12, false),
      counted('payment', instruments[0] === 'pi-1' ? 0 : 3),
      counted('payment', 2),
      counted('phone', 0),
      counted('address', 1),
    ],
  })
  renderFailingPage(
    createElement(
      ValueSearchProvider,
      { row: detail.row, children: null },
      createElement(
        Fragment,
        null,
        createElement(AccountCard, { detail }),
        createElement(DeviceCard, { detail }),
        createElement(PaymentCards, { detail }),
        createElement(AddressesCard, { detail, mapHref: '/map' }),
      ),
    ),
  )
}
const factOf = (term: string, index = 0) =>
  screen.getAllByText(term)[index]?.closest('[data-slot=key-value]')?.textContent ?? ''

it('says beside a value how many other users have it, with a way to the search', async () => {
  show()
  const link = await screen.findByRole('link', { name: '4 other users' })
  expect(link.getAttribute('href')).toContain('/search')
  expect(factOf('Instrument ID', 1)).toContain('2 other users')
  expect(factOf('Instrument ID', 0)).not.toContain('other user')
  expect(factOf('Phone')).not.toContain('other user')
  expect(factOf('Shipping')).toContain('1 other user')
})

it('counts users and instruments of the device, and marks what was not counted to the end', async () => {
  show()
  await screen.findByText('9,876+ other users')
  expect(factOf('Payment instruments in 90 days')).toContain('12+')
})

it('shows the address of the store', () => {
  show()
  expect(factOf('Store')).toContain('Pier 1')
})

it('says nothing of values that are masked alike', async () => {
  show(['***1111', '***1111'])
  await screen.findByRole('link', { name: '4 other users' })
  expect(factOf('Instrument ID', 0)).not.toContain('other user')
  expect(factOf('Instrument ID', 1)).not.toContain('other user')
})
