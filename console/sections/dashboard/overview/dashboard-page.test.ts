// @vitest-environment jsdom
import type { Capability, Dashboard, HealthLine } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { Component as DashboardPage } from './dashboard-page.tsx'

const otherEnvironmentId = '0198a000-0000-7000-8000-000000000002'

const totals: Dashboard['totals'] = {
  events: 200,
  amountUsd: 100_00,
  labelledFraud: 0,
  decisions: { Approve: 150, Review: 30, Challenge: 10, Reject: 10 },
}
const figures: Dashboard = {
  from: '2026-11-19T13:00:00.000Z',
  to: '2026-11-20T13:00:00.000Z',
  bucket: 'hour',
  totals,
  previous: { ...totals, events: 100 },
  series: [{ start: '2026-11-20T12:00:00.000Z', amountUsd: 0, Approve: 150, Review: 30, Challenge: 10, Reject: 10 }],
  scoreLimits: [200, 400, 600, 800],
  scoreBands: [100, 40, 30, 20, 10],
  topRules: [{ ruleId: null, rule: 'Large orders', clause: null, decision: 'Review', events: 30 }],
  hasEvents: true,
}
const since = '2026-11-20T08:00:00.000Z'
const healthy: HealthLine[] = [
  { part: 'externalCalls', state: 'healthy', worst: { name: 'phone', requests: 40, successRate: 0.975 }, suspended: 0 },
  { part: 'externalAssessments', state: 'healthy', worst: null, suspended: 0 },
  { part: 'velocities', state: 'healthy', reads: 900, failed: 0, since },
  { part: 'followUps', state: 'healthy', failed: 0 },
  { part: 'jobs', state: 'healthy', waiting: 0 },
]
const calls = { calls: 1000, failed: 6 }
const counts = {
  pending: 40,
  inReview: 2,
  onHold: 0,
  escalated: 1,
  awaitingApproval: 0,
  overdue: 3,
  slaAtRisk: 5,
  oldestEnteredAt: null,
}
const fails = () => {
  throw new ORPCError('INTERNAL_SERVER_ERROR')
}
const work = {
  command: 'Next case',
  tiles: 'Own tiles',
  main: createElement('p', null, 'Own cases'),
  side: createElement('p', null, 'Own figures'),
}
const failure = 'This information could not be loaded.'

let answers: Record<string, () => unknown>
let recorded: RecordedCall[]
beforeEach(() => {
  stubLayout()
  answers = {
    'dashboard.get': () => figures,
    'dashboard.reviews': () => [],
    'dashboard.apiCalls': () => ({ totals: calls, previous: calls, series: [{ ...calls, start: figures.from }] }),
    'dashboard.health': () => healthy,
    'dashboard.integration': () => ({
      apiEndpoint: 'https://risk.example.com',
      tenantId: otherEnvironmentId,
      environmentId,
      apiClients: ['checkout'],
    }),
    'queues.list': () => [{ counts }],
    'alertIncidents.list': () => [
      { id: 'one', name: 'Many rejects', status: 'open', openedAt: since },
      { id: 'two', name: 'Few calls', status: 'resolved', openedAt: since },
    ],
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows the dashboard of a user with these rights alone. */
function show(rights: Partial<Record<Capability, 'read' | 'write'>>) {
  recorded = stubConsoleApi(answers)
  return renderFailingPage(
    withCapabilities(createElement(DashboardPage, { work }), () => rights),
    pageAddress,
  )
}
const analyst = { dashboard: 'write', search: 'read', 'cases.queues': 'write', 'cases.review': 'write' } as const
const manager = { ...analyst, monitoring: 'read', rules: 'write', apimanagement: 'read' } as const
const engineer = {
  dashboard: 'write',
  apimanagement: 'read',
  'integration.dashboard': 'read',
  externalcalls: 'write',
} as const

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const tile = (name: string) => screen.findByRole('article', { name })
const procedures = () => new Set(recorded.map(({ procedure }) => procedure))
const follows = (first: string, second: string) =>
  Boolean(screen.getByText(first).compareDocumentPosition(screen.getByText(second)) & Node.DOCUMENT_POSITION_FOLLOWING)

it('a manager sees the key figures, each with the way to its page', async () => {
  show(manager)
  await within(await tile('Transactions')).findByText('200')
  expect((await tile('Rejection rate')).textContent).toContain('5.00%')
  expect((await tile('Review rate')).textContent).toContain('15.00%')
  const cases = await tile('Open cases')
  await within(cases).findByText('43')
  expect(cases.textContent).toContain('3 overdue')
  expect(within(cases).getByRole('link').getAttribute('href')).toMatch(/^\/casemanagement\/queues\?.*show=all/)
  await within(await tile('Failed API calls')).findByText('0.60%')
  expect(
    within(await tile('Transactions'))
      .getByRole('link')
      .getAttribute('href'),
  ).toMatch(/^\/search\?/)
  await screen.findByText('Many rejects')
  expect(screen.queryByText('Few calls')).toBeNull()
  expect(await screen.findByText('Large orders')).toBeTruthy()
  expect(screen.getByText('Own cases')).toBeTruthy()
  expect(screen.queryByText('Own tiles')).toBeNull()
  expect(procedures().has('dashboard.integration')).toBe(false)
})

it('tiles lead to the monitor for users who search nothing', async () => {
  show({ dashboard: 'write', monitoring: 'read' })
  const link = within(await tile('Transactions')).getByRole('link', { name: 'Transactions: open page' })
  expect(link.getAttribute('href')).toMatch(/^\/fraud\/purchase\?/)
  await waitFor(() => expect(procedures()).toContain('alertIncidents.list'))
  expect(screen.queryByRole('article', { name: 'Open cases' })).toBeNull()
  expect(screen.queryByRole('article', { name: 'Failed API calls' })).toBeNull()
  expect(procedures().has('dashboard.reviews')).toBe(false)
  expect(procedures().has('queues.list')).toBe(false)
})

it('an analyst sees work first, and none of the figures', async () => {
  show(analyst)
  expect(screen.getByText('Next case')).toBeTruthy()
  expect(follows('Own tiles', 'Own cases')).toBe(true)
  expect(screen.getByText('Harbor', { exact: false }).textContent).toBe('Harbor')
  await screen.findByText('Health')
  expect(screen.queryByRole('button', { name: 'Last 24 hours' })).toBeNull()
  expect(procedures()).toEqual(new Set(['dashboard.health']))
})

it('an engineer sees health and integration first', async () => {
  show(engineer)
  expect(await screen.findByText('https://risk.example.com')).toBeTruthy()
  await screen.findByText('Health')
  await within(await tile('Failed API calls')).findByText('0.60%')
  expect(headings().slice(0, 4)).toEqual(['Health', 'Account information', 'Integration', 'Key figures'])
  expect(screen.getByText('checkout')).toBeTruthy()
  expect(procedures().has('dashboard.get')).toBe(false)
  expect(screen.queryByText('Own cases')).toBeNull()
})

it('health is one line while all of it is healthy, and opens', async () => {
  show(engineer)
  await screen.findByText('Healthy')
  expect(screen.queryByRole('list', { name: 'Health' })).toBeNull()
  await pressButton('Show parts: 5')
  const lines = within(screen.getByRole('list', { name: 'Health' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'External callsLowest success rate: phone, 97.50% of 40 requestsHealthy',
    'External assessmentsNo requests in the last 24 hoursHealthy',
    expect.stringMatching(/^VelocitiesFailed reads: 0 of 900 since .* UTC, all environmentsHealthy$/),
    'Follow-ups of casesFailed: 0Healthy',
    'Background jobsWaiting for more than 15 minutes: 0Healthy',
  ])
  await pressButton('Hide parts')
  expect(screen.queryByRole('list', { name: 'Health' })).toBeNull()
})

it('a part that is not healthy is shown with its state, figure and page', async () => {
  answers['dashboard.health'] = () => [
    { ...healthy[0], state: 'failing', suspended: 2 },
    { part: 'followUps', state: 'degraded', failed: 7 },
  ]
  show(engineer)
  const list = within(await screen.findByRole('list', { name: 'Health' }))
  expect(list.getByText('Failing')).toBeTruthy()
  expect(list.getByText('Suspended: 2')).toBeTruthy()
  expect(list.getByRole('link', { name: 'External calls' }).getAttribute('href')).toMatch(/^\/data\/externalcalls\?/)
  expect(list.getByText('Failed: 7')).toBeTruthy()
  expect(list.getByText('Degraded')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Show parts/ })).toBeNull()
})

it('there is no health panel for users who may open none of its pages', async () => {
  answers['dashboard.health'] = () => []
  show(engineer)
  await screen.findByText('https://risk.example.com')
  await waitFor(() => expect(procedures()).toContain('dashboard.health'))
  expect(screen.queryByText('Health')).toBeNull()
})

it('a part that fails says so in its place, is read again, and the others stay', async () => {
  answers['alertIncidents.list'] = fails
  show(manager)
  const alerts = within((await screen.findByText(failure)).closest('section') as HTMLElement)
  expect(alerts.getByRole('heading', { name: 'Open alerts' })).toBeTruthy()
  await within(await tile('Transactions')).findByText('200')
  expect(screen.getAllByText(failure)).toHaveLength(1)
  answers['alertIncidents.list'] = () => []
  await pressButton('Try again')
  expect(await screen.findByText('No open alerts.')).toBeTruthy()
  expect(screen.queryByText(failure)).toBeNull()
})

it('without the figures their tiles and cards say so, and those of other reads are shown', async () => {
  answers['dashboard.get'] = fails
  show(manager)
  await within(await tile('Transactions')).findByText(failure)
  await within(await tile('Failed API calls')).findByText('0.60%')
  expect(await screen.findByText('Many rejects')).toBeTruthy()
  // Three tiles, and the cards of decisions, bands and rules.
  expect(screen.getAllByText(failure)).toHaveLength(6)
})

it('who may send the first purchase is shown how, others are not', async () => {
  answers['dashboard.get'] = () => ({ ...figures, hasEvents: false })
  show({ ...engineer, monitoring: 'read' })
  expect(await screen.findByText('Send your first purchase')).toBeTruthy()
  cleanup()
  show(manager)
  await tile('Transactions')
  await screen.findByText('Many rejects')
  expect(screen.queryByText('Send your first purchase')).toBeNull()
})

it('the sentence of the decisions leaves out the hour that is not over', async () => {
  const hourOf = (at: number, Approve: number) => ({
    start: `2026-11-20T${at}:00:00.000Z`,
    amountUsd: 0,
    Approve,
    Review: 0,
    Challenge: 0,
    Reject: 0,
  })
  answers['dashboard.get'] = () => ({ ...figures, series: [hourOf(10, 100), hourOf(11, 100), hourOf(12, 17)] })
  show(manager)
  const chart = await screen.findByRole('region', { name: 'Decisions per hour' })
  await waitFor(() => expect(chart.textContent).toContain('stayed at 100'))
})

const countFetches = () => recorded.filter(({ procedure }) => procedure === 'dashboard.get').length
const passTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const decide = (id: string, eventType = 'purchase') =>
  act(() => publishLiveEvent({ kind: 'decisions', environmentId: id, eventType, total: 1 }))

it('the dashboard asks for its figures as decisions are made in its environment, at most once in five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  show({ dashboard: 'write', monitoring: 'read' })
  await waitFor(() => expect(countFetches()).toBe(1))
  await passTime(10_000)
  await decide(otherEnvironmentId)
  await decide(environmentId, 'accountlogin')
  await passTime(6_000)
  expect(countFetches()).toBe(1)
  for (let n = 0; n < 20; n++) await decide(environmentId)
  await passTime(100)
  expect(countFetches()).toBe(2)
  await passTime(4_800)
  expect(countFetches()).toBe(2)
  await passTime(1_000)
  expect(countFetches()).toBe(3)
})
