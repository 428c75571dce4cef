// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { storedPreferences } from '../../../platform/testing/preferences.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem } from '../../../platform/testing/user-input.ts'
import { fieldOfColumn } from '../field-columns.tsx'
import { Component } from './search-page.tsx'

const instrument = 'paymentInstrumentList.merchantPaymentInstrumentId'
const event = (externalId: string, instruments: string[]) => ({
  eventId: `id of ${externalId}`,
  eventType: 'purchase',
  environmentId,
  externalId,
  at: '2026-11-21T10:00:00Z',
  decision: 'Review',
  riskScore: 700,
  amount: 1250,
  currency: 'EUR',
  values: { [instrument]: instruments, reviewDecision: [], 'latestStatus.statusType': ['Approved'] },
})
let calls: RecordedCall[] = []
beforeEach(() => {
  stubTableLayout()
  calls = stubConsoleApi({
    'preferences.get': () => storedPreferences({}),
    'savedViews.list': () => [],
    'personalData.get': () => ({ masked: [] }),
    'search.events': () => ({
      rows: [event('P-1', ['PI-1', 'PI-2', 'PI-3']), event('P-2', ['PI-4'])],
      nextCursor: null,
      queryMs: 7,
    }),
    'search.count': () => ({ count: 2, queryMs: 1 }),
    'search.fields': () => [],
    'search.eventTypes': () => [{ key: 'purchase', name: 'purchase', search: true }],
    'search.export': () => new File([''], 'a.csv'),
  })
})
const inputOf = (procedure: string) => calls.findLast(each => each.procedure === procedure)?.input

it('a cell with several values shows the first, and lists all on a button', async () => {
  renderFailingPage(createElement(Component))
  const more = await screen.findByRole('button', { name: '+2: show all 3 values of Payment instrument' })
  expect(screen.getByText('PI-4')).toBeTruthy()
  expect(screen.queryByText('PI-2')).toBeNull()
  fireEvent.click(more)
  const list = await screen.findByRole('dialog', { name: 'Payment instrument' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['PI-1', 'PI-2', 'PI-3'])
  // The row is not opened by a click in the list.
  fireEvent.click(within(list).getByText('PI-2'))
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('asks for the values of the columns that are shown', async () => {
  renderFailingPage(createElement(Component))
  await screen.findByText('PI-4')
  expect(inputOf('search.events')).toMatchObject({ fields: ['reviewDecision', instrument, 'latestStatus.statusType'] })
})

it('exports the fields of the shown columns', async () => {
  renderFailingPage(createElement(Component))
  await screen.findByText('PI-4')
  await chooseMenuItem('Export', 'Current columns')
  await waitFor(() => expect(inputOf('search.export')).toBeDefined())
  expect(inputOf('search.export')?.['columns']).toEqual(
    expect.arrayContaining([
      { column: 'externalId', name: 'Purchase ID' },
      { column: instrument, name: 'Payment instrument' },
    ]),
  )
})

it.each([
  ['purchase', 'email', null],
  ['accountcreation', 'email', 'email.emailValue'],
  ['purchase', 'bin', 'bin'],
  ['purchase', 'caseTags', 'caseTags'],
])('all values of a column of %s: %s', (eventType, column, field) => {
  expect(fieldOfColumn(eventType, column)).toBe(field)
})
