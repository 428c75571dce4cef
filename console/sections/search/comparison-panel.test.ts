// @vitest-environment jsdom
import { addDays, dayIn, monthsBefore } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { comparison, finding, share } from '../../platform/contrast/testing/comparison.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { storedPreferences } from '../../platform/testing/preferences.ts'
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { chooseOption, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './page/search-page.tsx'

const event = (externalId: string) => ({
  eventId: `id of ${externalId}`,
  eventType: 'purchase',
  environmentId,
  externalId,
  at: '2026-11-21T10:00:00Z',
  decision: 'Approve',
  riskScore: 700,
  label: null,
})
const device = finding({
  a: share(12, 16),
  same: [{ attribute: 'weekday', value: { kind: 'equals', text: '1' }, conditions: null, rule: null, opposite: true }],
})
const range = finding({
  attribute: 'amountUsd',
  value: { kind: 'range', from: 4000, to: null },
  conditions: [{ column: 'amountUsd', op: 'gte', value: 4000 }],
  a: share(4, 16),
  b: share(45, 60),
  ratio: { value: 0.25, low: 0.2, high: 0.5 },
  labels: { fraud: 0, labelled: 0 },
})
const masked = finding({
  attribute: 'email',
  value: { kind: 'equals', text: 'k***@x.example' },
  conditions: null,
  a: share(16, 16),
  b: share(45, 60),
  ratio: { value: 3, low: 2, high: 5 },
  labels: { fraud: 0, labelled: 0 },
})
const output = comparison([device, range, masked], {
  a: { found: 16, compared: 16, complete: true, missing: 0, labels: { fraud: 0, labelled: 0 } },
  b: { found: 90, compared: 60, complete: true, missing: 0, shared: 16, labels: { fraud: 1, labelled: 20 } },
  comparisons: 1234,
  more: 2,
  omitted: [{ attribute: 'bin', reason: 'masked', values: 0 }],
  rareValues: 77,
  moreAttributes: 12,
})

let calls: RecordedCall[] = []
let answer: () => unknown
beforeEach(() => {
  stubTableLayout()
  answer = () => output
  calls = stubConsoleApi({
    'preferences.get': () => storedPreferences({}),
    'savedViews.list': () => [],
    'personalData.get': () => ({ masked: [] }),
    'search.events': () => ({ rows: ['P-1', 'P-2'].map(event), nextCursor: null, queryMs: 7 }),
    'search.count': () => ({ count: 2, queryMs: 1 }),
    'search.fields': () => [],
    'search.eventTypes': () => [{ key: 'purchase', name: 'purchase', search: true }],
    'cases.decisions': () => [],
    'contrast.compare': () => answer(),
  })
})
const inputs = () => calls.filter(({ procedure }) => procedure === 'contrast.compare').map(({ input }) => input)
const panel = () => screen.findByRole('complementary', { name: 'What is different' })

it('ticked events are compared with the other results; a value that was found narrows the search', async () => {
  renderFailingPage(createElement(Component), `${pageAddress}&f=currency:eq:EUR`)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select P-2' }))
  await pressButton('Compare 1 event')
  const found = within(await panel())
  expect(await found.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  expect(inputs()).toMatchObject([
    {
      environmentId,
      eventType: 'purchase',
      a: { kind: 'events', events: [{ environmentId, id: 'P-2' }] },
      b: { kind: 'search', filter: { conditions: [{ column: 'currency', op: 'eq', value: 'EUR' }] } },
    },
  ])
  expect(found.getByText('75% (10% to 90%): 12 of 16')).toBeTruthy()
  expect(found.getByText('Fraud: 9 of 10 labeled events (90%).')).toBeTruthy()
  expect(found.getByText('4 times as frequent in B as in A (2 to 5 times).')).toBeTruthy()
  expect(found.getByText('At least USD 40.00')).toBeTruthy()
  expect(found.getByText(/^60 of 90 events, a random sample/)).toBeTruthy()
  expect(found.getByText(/^1,234 values were compared\. At most 5% of the values below/)).toBeTruthy()
  expect(found.getByText('2 more values differ.')).toBeTruthy()
  expect(found.getByText('Monday')).toBeTruthy()
  expect(found.getByText('12 more attributes of custom data')).toBeTruthy()
  // A masked value is no condition of a search.
  expect(found.getAllByRole('button', { name: /^Add to search/ })).toHaveLength(2)
  await pressButton('Add to search: Device ID D-1')
  await waitFor(() =>
    expect(calls.filter(({ procedure }) => procedure === 'search.events').at(-1)?.input).toMatchObject({
      filter: {
        conditions: [
          { column: 'currency', op: 'eq', value: 'EUR' },
          { column: 'deviceId', op: 'eq', value: 'D-1' },
        ],
      },
    }),
  )
  // The sets are still those that were compared.
  expect(await panel()).toBeTruthy()
  expect(inputs()).toHaveLength(1)
})

it('all results are compared with those of the days before, or with other events', async () => {
  renderFailingPage(createElement(Component), `${pageAddress}&f=currency:eq:EUR`)
  await pressButton('Compare results')
  const found = within(await panel())
  await found.findByText('A is all results of the search.')
  await chooseOption(found.getByRole('combobox', { name: 'Compared with (B)' }), 'All other events of the period')
  await waitFor(() => expect(inputs()).toHaveLength(2))
  expect(inputs()).toMatchObject([
    { a: { kind: 'search' }, b: { filter: { dates: { from: expect.any(String) } } } },
    { a: { kind: 'search' }, b: { filter: { period: '7d', conditions: [] } } },
  ])
  await pressButton('Close panel')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'What is different' })).toBeNull())
})

it('says that nothing tells the sets apart, with the number of comparisons, or that a set is too small', async () => {
  answer = () => ({ ...output, findings: [], more: 0 })
  renderFailingPage(createElement(Component), `${pageAddress}&f=currency:eq:EUR`)
  await pressButton('Compare results')
  expect(await screen.findByText('Nothing tells them apart')).toBeTruthy()
  expect(screen.getByText('1,234 values were compared. All differences can be chance.')).toBeTruthy()
  answer = () => ({ ...output, findings: [], comparisons: 0, b: { ...output.b, compared: 2 } })
  await chooseOption(screen.getByRole('combobox', { name: 'Compared with (B)' }), 'All other events of the period')
  expect(await screen.findByText('Both sets need at least 3 events.')).toBeTruthy()
  expect(screen.getByText('Too few events to compare')).toBeTruthy()
  expect(screen.queryByText('Nothing tells them apart')).toBeNull()
})

it('a comparison that failed is repeated', async () => {
  answer = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  renderFailingPage(createElement(Component))
  await pressButton('Compare results')
  const retry = await within(await panel()).findByRole('button', { name: /again/i })
  answer = () => output
  fireEvent.click(retry)
  expect(await screen.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
})

it('all events that there are have nothing to be compared with, and ask for nothing', async () => {
  renderFailingPage(createElement(Component), `${pageAddress}&period=all`)
  await pressButton('Compare results')
  const found = within(await panel())
  expect(await found.findByText('Nothing to compare with')).toBeTruthy()
  expect(found.queryByRole('combobox')).toBeNull()
  expect(inputs()).toHaveLength(0)
})

it('says that the days before are fewer than those of the search', async () => {
  const from = monthsBefore(dayIn(Date.now(), 'UTC'), 13)
  const days = { from: addDays(from, 5), to: addDays(from, 20) }
  renderFailingPage(createElement(Component), `${pageAddress}&dates=${days.from}_${days.to}`)
  await pressButton('Compare results')
  const found = within(await panel())
  expect(await found.findByText(/^Events can be searched back to /)).toBeTruthy()
  expect(inputs()[0]).toMatchObject({ b: { filter: { dates: { from, to: addDays(days.from, -1) } } } })
})
