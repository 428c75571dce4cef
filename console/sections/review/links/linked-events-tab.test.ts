// @vitest-environment jsdom
import type { EventDetail, EventRow, LinkAnalysis } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import { parseSearch } from '../../../platform/search-url/search-url.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { caseOf } from '../testing/case-fixture.ts'
import { linkSearch } from './link-search.ts'
import { LinkedEventsTab } from './linked-events-tab.tsx'

const eventRow = (externalId: string) =>
  ({
    eventId: `id of ${externalId}`,
    eventType: 'purchase',
    environmentId,
    externalId,
    at: '2025-03-03T09:00:00.000Z',
    riskScore: 700,
    decision: 'Review',
    amount: 100_00,
    currency: 'EUR',
    email: null,
    label: null,
  }) as unknown as EventRow
const openCase = (externalId: string, refusal: LinkAnalysis['open']['rows'][number]['refusal'] = null) => ({
  row: eventRow(externalId),
  links: [0],
  case: { ...caseOf(), id: `case of ${externalId}`, externalId },
  refusal,
})
const analysis: LinkAnalysis = {
  open: { total: 2, rows: [openCase('P-1002'), openCase('P-1003', 'case.escalated')] },
  decided: { total: 0, rows: [] },
  others: { total: 1, rows: [{ row: eventRow('P-9'), links: [0, 1] }] },
  complete: true,
}
const choices = [
  { type: 'user', value: 'u-1', display: 'U-1', count: 0 },
  { type: 'payment', value: 'pi-1', display: 'PI-1', count: 3 },
  { type: 'device', value: 'd-1', display: 'D-1', count: 10_001 },
]

let asked: { attributes: { type: string }[]; match: string; days: number }[]
let decided: { cases: { id: string }[]; origin: { id: string }; includeUnderReview: boolean }[]
let exported: { table: string; ids?: string[]; days: number }[]
beforeEach(() => {
  exported = []
  asked = []
  decided = []
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  stubConsoleApi({
    'linkAnalysis.counts': () => choices,
    'linkAnalysis.results': (input: unknown) => {
      asked.push(input as (typeof asked)[number])
      return analysis
    },
    'linkAnalysis.export': (input: unknown) => {
      exported.push(input as (typeof exported)[number])
      return new File(['a'], 'a.csv')
    },
    'cases.decisions': () => ({
      defaultDecisionName: 'Approve',
      queueDecisions: [
        { name: 'Reject', caseAction: 'Reject', labelAction: 'None', reasons: ['Abuse'], sentiment: 'Negative' },
      ],
    }),
    'cases.decideMany': (input: unknown) => {
      decided.push(input as (typeof decided)[number])
      return [
        { environmentId, eventType: 'purchase', id: 'P-1002', result: 'applied', by: null, at: null, undoUntil: null },
      ]
    },
  })
})
afterEach(cleanup)

const detail = { row: eventRow('P-1001'), view: {} } as EventDetail
const render = () => renderFailingPage(createElement(LinkedEventsTab, { detail }), '/')

it('values are toggles with their number of events, and those that nothing shares cannot be chosen', async () => {
  render()
  const payment = await screen.findByRole('button', { name: 'Payment instrument, 3 linked events' })
  expect(payment.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Device, 10,000+ linked events' })).toBeTruthy()
  expect((screen.getByRole('button', { name: 'User, 0 linked events' }) as HTMLButtonElement).disabled).toBe(true)
  await screen.findByRole('table', { name: 'Cases in review' })
  expect(asked.at(-1)).toMatchObject({ match: 'any', days: 90, attributes: [{ type: 'payment' }, { type: 'device' }] })
  fireEvent.click(payment)
  await waitFor(() => expect(asked.at(-1)?.attributes).toMatchObject([{ type: 'device' }]))
  expect(screen.getByRole('table', { name: 'Other events' })).toBeTruthy()
})

it('ticked cases are decided together from the event, also those under review, and others cannot be ticked', async () => {
  render()
  const table = await screen.findByRole('table', { name: 'Cases in review' })
  const [first, second] = within(table).getAllByRole('checkbox')
  expect([first?.hasAttribute('disabled'), second?.hasAttribute('disabled')]).toEqual([false, true])
  if (first) fireEvent.click(first)
  await pressButton('Reject 1')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
  fireEvent.click(within(dialog).getByRole('combobox'))
  fireEvent.click(await screen.findByRole('option', { name: 'Abuse' }))
  await pressButton('Reject 1')
  await screen.findByText('Decided')
  expect(decided).toMatchObject([{ cases: [{ id: 'P-1002' }], origin: { id: 'P-1001' }, includeUnderReview: true }])
})

it('a table is exported as a whole, or its ticked rows', async () => {
  render()
  const table = await screen.findByRole('table', { name: 'Cases in review' })
  await pressButton('Export: Cases in review')
  await waitFor(() => expect(exported).toHaveLength(1))
  expect(exported[0]).toMatchObject({ table: 'open', days: 90, match: 'any' })
  expect(exported[0]?.ids).toBeUndefined()
  const [first] = within(table).getAllByRole('checkbox')
  if (first) fireEvent.click(first)
  await pressButton('Export 1 event: Cases in review')
  await waitFor(() => expect(exported).toHaveLength(2))
  expect(exported[1]?.ids).toEqual([eventRow('P-1002').eventId])
})

it('a change of a shown case by somebody else is shown, others are not looked for', async () => {
  render()
  await screen.findByRole('table', { name: 'Cases in review' })
  const before = asked.length
  publishLiveEvent({ kind: 'cases', environmentId, queueId: null, caseId: 'another case' })
  publishLiveEvent({ kind: 'cases', environmentId, queueId: null, caseId: 'case of P-1002' })
  await waitFor(() => expect(asked.length).toBe(before + 1))
})

it('values open in the search, any of them by Or, all by And, up to five', () => {
  const row = { environmentId, eventType: 'purchase' }
  const user = { type: 'user' as const, display: 'U-1' }
  const ip = { type: 'ip' as const, display: '10.0.0.1' }
  expect(parseSearch(linkSearch(row, [user, ip], 'any', []) ?? new URLSearchParams()).filter).toMatchObject({
    match: 'any',
    conditions: [
      { column: 'userId', op: 'eq', value: 'U-1' },
      { column: 'ip', op: 'eq', value: '10.0.0.1' },
    ],
  })
  expect(linkSearch(row, [user, ip], 'all', [])?.has('match')).toBe(false)
  expect(linkSearch(row, [], 'any', [])).toBeNull()
  const six = Array.from({ length: 6 }, () => user)
  expect(linkSearch(row, six, 'any', [])).toBeNull()
  expect(linkSearch(row, [{ type: 'address', display: 'x' }], 'any', [])).toBeNull()
  // Search knows instruments by the merchant's id, not cards without one.
  expect(linkSearch(row, [{ type: 'payment', display: 'pi-1' }], 'any', ['pi-1'])).not.toBeNull()
  expect(linkSearch(row, [{ type: 'payment', display: 'card 1' }], 'any', ['pi-1'])).toBeNull()
})
