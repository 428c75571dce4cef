// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { chooseOption, pressButton } from '../../../platform/testing/user-input.ts'
import { ana, ben, createCase, createMember, createQueue, general } from '../testing/queue-samples.ts'
import { Component } from './case-work-page.tsx'

const figures = { decided: 7, medianHandlingMs: 218_000, overturned: 1, wastedMs: 0, productiveMs: 1_000_000 }
const ownFigures = {
  asOf: new Date().toISOString(),
  today: { ...figures, decided: 0, medianHandlingMs: null, overturned: 0 },
  week: figures,
}
let queues = [general]
let locked: unknown[] = []
let calls: RecordedCall[]
const leaseToken = '0198a000-0000-4000-8000-00000000000f'
const night = createQueue(1, {
  name: 'Night',
  rights: { assigned: true },
  counts: { pending: 4, inReview: 1, overdue: 2 },
})
const time = new Date().toISOString()
let mentions: object[]
let quality: { waiting: object[]; judged: object[] }
const sample = {
  environmentId,
  environmentName: 'Harbor',
  eventType: 'purchase',
  externalId: 'Q-1',
  queueName: 'Night',
  at: time,
  riskScore: 640,
  amount: 12_500,
  currency: 'EUR',
  userId: 'u-1',
  email: 'ana@shop.example',
  ip: null,
  country: 'DE',
  deviceId: null,
  paymentInstrumentId: null,
  rule: 'Large',
  reason: '',
  sampledAt: time,
}
const lock = { owner: ben, lockedAt: time, asksAt: time, expiresAt: time, extensions: 0 }
beforeEach(() => {
  queues = [general, night]
  quality = { waiting: [], judged: [] }
  locked = []
  mentions = []
  calls = stubConsoleApi({
    'queues.list': () => queues,
    'caseQuality.list': () => quality,
    'queues.cases': () => ({ rows: [createCase(9, night, { lock })], next: null, total: 1 }),
    'cases.unfinished': () => ({ locked, assigned: [createCase(3, night)], onHold: [], approvals: [] }),
    'cases.mentions': () => mentions,
    'team.availability': () => createMember(ana),
    'team.members': () => [createMember(ana), createMember(ben)],
    'team.groups': () => [],
    'cases.get': () => ({ ...createCase(2, night), own: { leaseToken } }),
    'cases.sendBack': () => createCase(2, night),
    'caseReport.own': () => ownFigures,
    'cases.forceRelease': () => createCase(9, night),
  })
})
const show = () => renderFailingPage(createElement(Component), pageAddress)
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)

it('work, queues, what needs attention and the team are there with their figures', async () => {
  show()
  const work = within(await screen.findByRole('table', { name: 'My work' }))
  const row = within(await work.findByRole('row', { name: /P-3/ }))
  expect(row.getByText('Assigned to you')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Open' }).getAttribute('href')).toContain(
    `/${night.id}/purchase/${environmentId}/P-3`,
  )
  const mine = within(await screen.findByRole('table', { name: 'My queues' }))
  expect(mine.getByRole('row', { name: /Night/ }).textContent).toContain('4')
  expect(screen.getByRole('link', { name: 'Night: 2 overdue' }).getAttribute('href')).toContain('overdue=yes')
  expect(await screen.findByRole('link', { name: 'P-9' })).toBeTruthy()
})

it('a case under review is sent back with the right that its reviewer has', async () => {
  locked = [createCase(2, night, { lock })]
  show()
  await pressButton('Send back')
  expect(await screen.findByText('P-2 is back in its queue.')).toBeTruthy()
  expect(inputsOf('cases.sendBack')).toMatchObject([{ id: 'P-2', leaseToken }])
})

it('notes that mention the user lead to their case, or to the event without one', async () => {
  const mention = { environmentId, eventType: 'purchase', author: 'Ben', text: 'Look here, @Ana', at: time }
  mentions = [
    { ...mention, noteId: 'one', externalId: 'P-7', unread: true, queueId: night.id },
    { ...mention, noteId: 'two', externalId: 'P-8', unread: false, queueId: null },
  ]
  show()
  const card = within((await screen.findByText('Mentions of me')).closest('section') as HTMLElement)
  expect(card.getByText('1 unread')).toBeTruthy()
  const [first, second] = card.getAllByRole('listitem').map(entry => within(entry))
  const hrefOf = (entry = first, name = 'P-7') => entry?.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf()).toMatch(`/${night.id}/purchase/${environmentId}/P-7`)
  expect(hrefOf()).toContain('notes=open')
  expect(hrefOf(second, 'P-8')).toContain(`/search/purchase/${environmentId}/P-8`)
  expect(first?.queryByText('New')).toBeTruthy()
  expect(second?.queryByText('New')).toBeNull()
})

it('a manager ends the review of another person', async () => {
  show()
  await pressButton('Force release')
  await waitFor(() => expect(inputsOf('cases.forceRelease')).toMatchObject([{ id: 'P-9' }]))
})

it('no card is there without data, and who has no queue is shown the way to all of them', async () => {
  queues = [general]
  show()
  expect(await screen.findByRole('heading', { name: 'No queues are assigned to you' })).toBeTruthy()
  expect(screen.queryByText('Needs attention')).toBeNull()
  expect(screen.queryByText('Team now')).toBeNull()
  expect(screen.queryByText('My queues')).toBeNull()
})

it('who opens no queue is led to the routing rules', async () => {
  const content = withCapabilities(createElement(Component), ({ 'cases.queues': _none, ...others }) => others)
  const router = renderFailingPage(content, pageAddress)
  await waitFor(() => expect(router.state.location.pathname).toBe('/casemanagement/routingrules'))
})

it('a decision of a colleague is judged without seeing it, and shown afterwards', async () => {
  quality = { waiting: [sample], judged: [] }
  const answered = stubConsoleApi({
    'queues.list': () => queues,
    'queues.cases': () => ({ rows: [], next: null, total: 0 }),
    'cases.unfinished': () => ({ locked: [], assigned: [], onHold: [], approvals: [] }),
    'team.availability': () => createMember(ana),
    'team.members': () => [createMember(ana)],
    'team.groups': () => [],
    'caseReport.own': () => ownFigures,
    'caseQuality.list': () => quality,
    'caseQuality.get': () => ({
      sample,
      request: { purchaseId: 'Q-1' },
      decisions: [
        { name: 'Approve', caseAction: 'Approve', labelAction: 'None', reasons: ['Low risk'], buttonSentiment: null },
      ],
    }),
    'caseQuality.judge': () => {
      const { environmentId: id, eventType, externalId, queueName } = sample
      const first = { decision: 'Reject', caseAction: 'Reject', reason: 'Abuse', by: 'Ben' }
      const second = { decision: 'Approve', caseAction: 'Approve', reason: 'Low risk', note: '' }
      const judgement = {
        environmentId: id,
        eventType,
        externalId,
        queueName,
        first,
        second,
        judgedAt: time,
        overturned: true,
      }
      quality = { waiting: [], judged: [judgement] }
      return judgement
    },
  })
  show()
  const row = within(await screen.findByRole('list', { name: 'Waiting for your judgement' }))
  expect(row.getByText('Q-1')).toBeTruthy()
  await pressButton('Judge')
  const dialog = within(await screen.findByRole('dialog', { name: 'Judge Q-1' }))
  expect(dialog.getByText('EUR 125.00', { normalizer: text => text.replaceAll('\u00a0', ' ') })).toBeTruthy()
  await pressButton('Submit judgement')
  await dialog.findByText('Choose a decision.')
  expect(answered.some(({ procedure }) => procedure === 'caseQuality.judge')).toBe(false)
  await chooseOption(dialog.getByRole('combobox', { name: /^Decision/ }), 'Approve')
  await chooseOption(dialog.getByRole('combobox', { name: /^Reason/ }), 'Low risk')
  await pressButton('Submit judgement')
  await waitFor(() => expect(screen.getAllByText(/Ben decided: Reject|decided:/).length).toBeGreaterThan(0))
  expect(answered.find(({ procedure }) => procedure === 'caseQuality.judge')?.input).toMatchObject({
    id: 'Q-1',
    decision: 'Approve',
    reason: 'Low risk',
  })
})

it('own figures are those of today and of seven days', async () => {
  show()
  const table = within(await screen.findByRole('table', { name: 'My performance' }))
  expect((await table.findByRole('row', { name: /^Decided/ })).textContent).toBe('Decided07')
  expect(table.getByRole('row', { name: /^Median/ }).textContent).toBe('Median handling time–3m 38s')
  expect(inputsOf('caseReport.own')).toEqual([{ environmentId }])
})

it('who reviews no cases has no figures of their own', async () => {
  const content = withCapabilities(createElement(Component), ({ 'cases.review': _none, ...others }) => others)
  renderFailingPage(content, pageAddress)
  await screen.findByRole('table', { name: 'My queues' })
  expect(screen.queryByText('My performance')).toBeNull()
  expect(inputsOf('caseReport.own')).toEqual([])
})

it('who opens neither queues nor routing rules is led to the report', async () => {
  const content = withCapabilities(
    createElement(Component),
    ({ 'cases.queues': _queues, routingrules: _rules, ...others }) => others,
  )
  const router = renderFailingPage(content, pageAddress)
  await waitFor(() => expect(router.state.location.pathname).toBe('/casemanagement/report'))
})
