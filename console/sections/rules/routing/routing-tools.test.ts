// @vitest-environment jsdom
import type { Reroute, RoutingPreview, Rule, SimulatedRoute } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { bodyOf, draftRule, finding, idOf, summaryOf } from '../testing/rules.ts'
// What the page fetches when a rule or a tool is opened.
import '../case-routing/reroute-dialog.tsx'
import '../case-routing/route-simulator.tsx'
import '../case-routing/routing-preview-panel.tsx'
import '../editor/rule-editor-page.tsx'
import { Component as RoutingRulesPage } from './routing-rules-page.tsx'

const body = bodyOf('Large orders', 'ROUTETO Queue("High")')
const figures = { queues: ['High'], missingQueues: [], hits24h: 0, hits7d: 0, errors7d: 0 }
const draft: Rule = { ...draftRule(body), id: idOf(11), type: 'routing' }

const waiting: RoutingPreview = {
  id: idOf(41),
  environmentId,
  eventType: 'purchase',
  ruleId: idOf(11),
  name: 'Large orders',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-08T00:00:00Z',
  limit: 5000,
  state: 'running',
  progress: { events: 100, total: 400 },
  failure: null,
  result: null,
  stale: false,
  startedBy: 'engineer@example.com',
  createdAt: new Date().toISOString(),
}
const count = (queue: string, before: number, after: number) => ({ environmentId, queue, before, after })
const done: RoutingPreview = {
  ...waiting,
  state: 'done',
  result: {
    events: 400,
    available: 1200,
    first: '2026-01-02T00:00:00Z',
    changed: 150,
    errors: 2,
    queues: [count('General', 300, 150), count('High', 100, 250)],
    days: [
      { ...count('General', 100, 50), day: '2026-01-06' },
      { ...count('High', 40, 90), day: '2026-01-06' },
      { ...count('High', 60, 160), day: '2026-01-07' },
    ],
  },
}
const reroute: Reroute = {
  id: idOf(61),
  createdAt: '2026-01-08T00:00:00Z',
  checked: 12,
  unchecked: 3,
  unreadable: 0,
  moves: [
    {
      environmentId,
      from: { id: idOf(71), name: 'General' },
      to: { id: idOf(72), name: 'High' },
      cases: 7,
    },
  ],
  result: null,
}

let previews: RoutingPreview[]
let answers: Record<string, (input: Record<string, unknown>) => unknown>
let calls: RecordedCall[]
beforeEach(() => {
  previews = []
  answers = {}
  const stub = (procedure: string, otherwise: (input: Record<string, unknown>) => unknown) => ({
    [procedure]: (input: Record<string, unknown>) => (answers[procedure] ?? otherwise)(input),
  })
  calls = stubConsoleApi({
    'routingRules.list': () => [{ ...summaryOf(11, 'Large orders'), type: 'routing', routing: figures }],
    'routingRules.assessments': () => [{ eventType: 'purchase', name: null, botScore: false, payload: {} }],
    'routingRules.get': () => draft,
    'routingRules.queues': () => ({ names: ['General', 'High'], otherwise: 'General' }),
    'routingRules.evaluate': () => ({ problems: [], result: null }),
    'routingRules.vocabulary': () => ({ attributes: [], queues: ['General', 'High'] }),
    'routingPreviews.list': () => previews,
    ...stub('routingPreviews.start', ({ previewId }) => {
      previews = [{ ...waiting, id: String(previewId) }]
      return previews[0]
    }),
    ...stub('routingPreviews.cancel', () => {
      previews = []
      return { cancelled: true }
    }),
    ...stub('caseRouting.plan', () => reroute),
    ...stub('caseRouting.confirm', () => reroute),
    ...stub('caseRouting.simulate', () => []),
  })
})
const inputOf = (procedure: string) => calls.find(call => call.procedure === procedure)?.input
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.querySelectorAll('th, td')].map(cell => cell.textContent))

it('a back-test from the list shows its progress, can be cancelled, and counts cases per queue and day', async () => {
  renderPage(createElement(RoutingRulesPage))
  await chooseMenuItem('Actions for Large orders', 'Back-test')
  const panel = within(await screen.findByRole('dialog', { name: 'Back-test: Large orders' }))
  expect(await panel.findByText('No back-test yet')).toBeTruthy()
  await chooseOption(panel.getByRole('combobox', { name: 'Period' }), 'Last 30 days')
  await chooseOption(panel.getByRole('combobox', { name: 'Events at most' }), '1,000')
  await pressButton('Start')
  expect(await panel.findByRole('progressbar', { name: 'Progress' })).toBeTruthy()
  expect(inputOf('routingPreviews.start')).toMatchObject({ ruleId: idOf(11), days: 30, events: 1000, status: 'active' })
  await pressButton('Cancel back-test')
  expect(await panel.findByText('No back-test yet')).toBeTruthy()
  answers['routingPreviews.start'] = () => (previews = [done])[0]
  await pressButton('Start')
  expect(await panel.findByText('150 of 400 events would go to a different queue.', { exact: false })).toBeTruthy()
  expect(panel.getByText(/^The latest 400 of 1,200 events sent to review, since/)).toBeTruthy()
  expect(panel.getByText('The rule failed for 2 events. The clause counted as false.')).toBeTruthy()
  expect(rowsOf(panel.getByRole('table', { name: 'Cases per queue' }))).toEqual([
    ['General', '300', '150', '-150'],
    ['High', '100', '250', '+150'],
  ])
  await chooseOption(panel.getByRole('combobox', { name: 'Cases per day (UTC)' }), 'High')
  expect(rowsOf(panel.getByRole('table', { name: 'Cases per day (UTC)' }))).toEqual([
    ['Jan 6, 2026', '40', '90', '+50'],
    ['Jan 7, 2026', '60', '160', '+100'],
  ])
})

it('a draft is published with its numbers in view, and its faults are named where it cannot be tried', async () => {
  answers['routingPreviews.start'] = ({ status, previewId }) => {
    if (status === 'inactive')
      throw new ORPCError('UNPROCESSABLE_CONTENT', { data: { issues: [], problems: [finding({ column: 16 })] } })
    return (previews = [{ ...done, id: String(previewId) }])[0]
  }
  renderPage(createElement(RoutingRulesPage))
  ;(await screen.findByRole('link', { name: 'Large orders' })).click()
  await pressButton('Publish')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('table', { name: 'Cases per queue' })).toBeTruthy()
  expect(inputOf('routingPreviews.start')).toMatchObject({ days: 7, events: 5000, status: 'active' })
  dialog.getByRole('radio', { name: 'Inactive' }).click()
  expect(await dialog.findByText('clause1 1:16 Unknown name “Nowhere”.')).toBeTruthy()
  // Numbers of another status would mislead.
  expect(dialog.queryByRole('table', { name: 'Cases per queue' })).toBeNull()
})

it('waiting cases are moved after a look at how many, and those that changed are named', async () => {
  const result: Reroute['result'] = {
    at: '2026-01-08T00:01:00Z',
    moved: 6,
    left: [
      { environmentId, eventType: 'purchase', externalId: 'P-1', obstacle: 'underReview', by: 'Ana' },
      { environmentId, eventType: 'purchase', externalId: 'P-2', obstacle: 'changed', by: null },
    ],
  }
  answers['caseRouting.confirm'] = () => ({ ...reroute, result })
  renderPage(createElement(RoutingRulesPage))
  await pressButton('Re-route waiting cases')
  const dialog = within(await screen.findByRole('dialog', { name: 'Re-route waiting cases' }))
  expect(rowsOf(await dialog.findByRole('table', { name: 'Cases to move' }))).toEqual([['General', 'High', '7']])
  expect(dialog.getByText('12 waiting cases checked.')).toBeTruthy()
  expect(dialog.getByText('3 more cases wait. Re-route again for them.')).toBeTruthy()
  await pressButton('Move 7 cases')
  expect(await dialog.findByText('6 cases moved.')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'P-1Under review by Ana',
    'P-2Changed in the meantime',
  ])
  expect(inputOf('caseRouting.confirm')?.rerouteId).toBe(inputOf('caseRouting.plan')?.rerouteId)
})

it('nothing is moved after rules have changed: a new preview is offered', async () => {
  answers['caseRouting.confirm'] = () => {
    throw new ORPCError('CONFLICT', { data: { reason: 'version.conflict' } })
  }
  renderPage(createElement(RoutingRulesPage))
  await pressButton('Re-route waiting cases')
  await pressButton('Move 7 cases')
  expect(await screen.findByText(/Nothing was moved\.$/)).toBeTruthy()
  answers['caseRouting.plan'] = () => ({ ...reroute, moves: [] })
  await pressButton('New preview')
  expect(
    await screen.findByText('Every waiting case is already in the queue that the rules name.', { exact: false }),
  ).toBeTruthy()
  const ids = calls.flatMap(({ procedure, input }) => (procedure === 'caseRouting.plan' ? [input.rerouteId] : []))
  expect(new Set(ids).size).toBe(2)
})

it('only managers are offered to move waiting cases', async () => {
  renderPage(withCapabilities(createElement(RoutingRulesPage), ({ 'cases.queues.define': _, ...others }) => others))
  expect(await screen.findByRole('button', { name: 'Simulator' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Re-route waiting cases' })).toBeNull()
})

it('the simulator names the rule, the clause and the queue of a stored event', async () => {
  const found: SimulatedRoute = {
    environmentId,
    eventType: 'purchase',
    externalId: 'order-1',
    at: '2026-01-08T00:00:00Z',
    decision: 'Review',
    route: { queue: 'High', ruleId: idOf(11), rule: 'Large orders', clause: 'clause1', errors: [] },
    case: { state: 'Pending', queue: 'General', rule: null },
  }
  renderPage(createElement(RoutingRulesPage))
  await pressButton('Simulator')
  const panel = within(await screen.findByRole('dialog', { name: 'Simulator' }))
  fillField(panel.getByRole('textbox', { name: 'Event ID' }), ' nothing ')
  await pressButton('Show route')
  expect(await panel.findByText('No event with this id is stored here.')).toBeTruthy()
  expect(inputOf('caseRouting.simulate')).toMatchObject({ eventId: 'nothing' })
  answers['caseRouting.simulate'] = () => [
    found,
    { ...found, eventType: 'Signup', route: { ...found.route, ruleId: null, rule: null, clause: null }, case: null },
  ]
  fillField(panel.getByRole('textbox', { name: 'Event ID' }), 'order-1')
  await pressButton('Show route')
  const [first, second] = await panel.findAllByRole('region', { name: 'order-1' })
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'Large orders' })
      .getAttribute('href'),
  ).toContain(idOf(11))
  expect(first?.textContent).toContain('clause1')
  expect(first?.textContent).toContain('Case is inGeneral')
  expect(second?.textContent).toContain('No rule matches')
})
