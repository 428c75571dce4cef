// @vitest-environment jsdom
import type { EventDetail, SearchField } from '@assay/risk-service/contract'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { storedPreferences } from '../../../platform/testing/preferences.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { eventOf } from '../testing/case-fixture.ts'
import { valueCondition } from '../values/value-search.tsx'
import { TransactionTab } from './transaction-tab.tsx'

describe('the condition that finds a value', () => {
  const condition = (type: SearchField['type'], value: string | number | boolean, masked?: boolean) =>
    valueCondition({ id: 'f', type, ...(masked === undefined ? {} : { masked }) }, value, 'Asia/Tokyo')
  it.each([
    ['text', ' Ann ', { column: 'f', op: 'eq', value: 'Ann' }],
    ['ip', '198.51.100.7', { column: 'f', op: 'eq', value: '198.51.100.7' }],
    ['number', 12.5, { column: 'f', op: 'eq', value: '12.5' }],
    ['boolean', false, { column: 'f', op: 'eq', value: 'false' }],
    ['choice', 'Express', { column: 'f', op: 'in', value: ['Express'] }],
    // The day of the reader, not of UTC.
    ['time', '2026-11-20T18:00:00Z', { column: 'f', op: 'on', value: '2026-11-21' }],
  ] as const)('suits a field of the type %s', (type, value, expected) => {
    expect(condition(type, value)).toEqual(expected)
  })
  it('is none for a masked value, a blank, one that is too long, and one of another type', () => {
    expect(condition('text', 'Ann', true)).toBeNull()
    expect(condition('text', 'A***')).toBeNull()
    expect(condition('text', '  ')).toBeNull()
    expect(condition('text', 'x'.repeat(257))).toBeNull()
    expect(condition('number', 'twelve')).toBeNull()
    expect(condition('time', 'yesterday')).toBeNull()
  })
})

const fields = [
  { id: 'userId', group: 'user', type: 'text', many: false, indexed: true },
  { id: 'userName', group: 'user', type: 'text', many: false, indexed: false },
  { id: 'user.language', group: 'user', type: 'text', many: false, indexed: false },
  { id: 'totalAmount', group: 'order', type: 'number', many: false, indexed: false },
]
let state: 'On' | 'Off'
let calls: RecordedCall[]
beforeEach(() => {
  state = 'On'
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  calls = stubConsoleApi({
    'searchSwitch.get': () => ({ state, from: null }),
    'search.fields': () => fields,
    'supportEntries.get': () => [],
    'velocities.read': () => ({ values: [] }),
    'preferences.get': () => storedPreferences({}),
  })
})
const show = (mayRead = true) => {
  const event = eventOf('P-1')
  const detail = {
    ...event,
    row: { ...event.row, environmentId, userId: 'U-7', userName: 'Ana Cruz', currency: 'EUR' },
    request: { totalAmount: 20, salesTax: 2, user: { language: 'de-DE' }, customData: { shelf: 'B 12' } },
  } as unknown as EventDetail
  const page = createElement(TransactionTab, { detail, mapHref: '/map', rail: null })
  renderFailingPage(mayRead ? page : withCapabilities(page, ({ search: _search, ...others }) => others), '/')
}
const link = (label: string) => screen.findByRole('link', { name: `Search this value: ${label}` })

describe('the way from a value to its search', () => {
  it('stands beside each value that can be searched, and nowhere else', async () => {
    show()
    const search = `/search?env=${environmentId}&period=90d&f=`
    const address = async (label: string) => (await link(label)).getAttribute('href')
    expect(await address('User ID')).toBe(`${search}userId%3Aeq%3AU-7`)
    expect(await address('Name')).toBe(`${search}userName%3Aeq%3AAna+Cruz`)
    expect(await address('Total amount')).toBe(`${search}totalAmount%3Aeq%3A20`)
    expect(await address('Shelf')).toBe(`${search}customData.shelf%3Aeq%3AB+12`)
    expect(screen.getByRole('button', { name: 'Copy Sales tax' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Search this value: Sales tax' })).toBeNull()
  })
  it('is absent while the tenant has no search', async () => {
    state = 'Off'
    show()
    await waitFor(() => expect(calls.some(({ procedure }) => procedure === 'searchSwitch.get')).toBe(true))
    await screen.findByRole('button', { name: 'Copy Total amount' })
    expect(screen.queryByRole('link', { name: /Search this value/ })).toBeNull()
    expect(calls.some(({ procedure }) => procedure === 'search.fields')).toBe(false)
  })
  it('is absent for who may not search', async () => {
    show(false)
    await screen.findByRole('button', { name: 'Copy Total amount' })
    expect(screen.queryByRole('link', { name: /Search this value/ })).toBeNull()
    expect(calls.some(({ procedure }) => procedure === 'searchSwitch.get')).toBe(false)
  })
})
