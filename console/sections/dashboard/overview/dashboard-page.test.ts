// @vitest-environment jsdom
import { capabilitiesOf, type RoleId } from '@assay/risk-service/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import { environmentId, type RecordedCall } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import {
  analyst,
  createAnswers,
  engineer,
  figures,
  healthy,
  manager,
  otherEnvironmentId,
  showDashboard,
} from './testing.ts'

let answers: ReturnType<typeof createAnswers>
let recorded: RecordedCall[]
beforeEach(() => {
  stubLayout()
  answers = createAnswers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (rights: Parameters<typeof showDashboard>[1]) => {
  recorded = showDashboard(answers, rights).recorded
}
const rightsOf = (role: RoleId) => capabilitiesOf([role])
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
  await waitFor(() => expect(procedures()).toEqual(new Set(['dashboard.health'])))
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
    expect.stringMatching(/^VelocitiesFailed reads in the last 24 hours: 0, all environmentsHealthy$/),
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
  await waitFor(() => expect(screen.queryByText('Health')).toBeNull())
  cleanup()
  show({ dashboard: 'write', 'integration.dashboard': 'read' })
  await screen.findByText('https://risk.example.com')
  expect(screen.queryByText('Health')).toBeNull()
  expect(procedures().has('dashboard.health')).toBe(false)
})

it.each(['TechnicalDeveloper', 'ProductAdmin'] as const)('a %s is shown how to send the first purchase', async role => {
  const integration = answers['dashboard.integration']
  answers['dashboard.integration'] = () => ({ ...(integration?.() as object), hasEvents: false })
  show(rightsOf(role))
  expect(await screen.findByText('Send your first purchase')).toBeTruthy()
  // The figures do not open for every role that integrates.
  expect(procedures().has('dashboard.get')).toBe(role === 'ProductAdmin')
})

it('who integrates nothing, or has events, is not shown how to send the first purchase', async () => {
  show(rightsOf('TechnicalDeveloper'))
  expect(await screen.findByText('https://risk.example.com')).toBeTruthy()
  expect(screen.queryByText('Send your first purchase')).toBeNull()
  cleanup()
  answers['dashboard.get'] = () => ({ ...figures, hasEvents: false })
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
