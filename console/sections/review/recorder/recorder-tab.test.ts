// @vitest-environment jsdom

import type { EventDetail, EventTestCase, RecorderStep, RecorderTimeline, Rerun } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { eventOf } from '../testing/case-fixture.ts'
import { RecorderTab } from './recorder-tab.tsx'

const at = '2026-11-20T09:00:00.000Z'
const base = { at, durationMs: null }
const eventId = '0198a000-0000-7000-8000-0000000000e1'
const steps: RecorderStep[] = [
  {
    ...base,
    kind: 'received',
    correlationId: 'call-1',
    clientId: 'shop',
    receivedBytes: null,
    storedBytes: 1234,
  },
  { ...base, kind: 'validated', durationMs: 0.25 },
  { ...base, kind: 'enriched', hasDeviceSession: true, facts: 2 },
  { ...base, kind: 'scored', riskScore: 720, botScore: null, reasonCodes: 'NewDevice', contributions: [] },
  {
    ...base,
    kind: 'reads',
    state: 'ready',
    reads: [{ kind: 'velocity', resource: 'emailAttempts', window: '1d', args: ['a@example.com'], result: '3' }],
    omitted: 0,
  },
  { ...base, kind: 'rules', durationMs: 1.5, rules: [], runtimeErrors: [], calls: [] },
  { ...base, kind: 'answered', decision: 'Review', reason: 'often', rule: 'Often', clause: 'c' },
  { ...base, kind: 'committed', latencyMs: 4, eventId },
  { ...base, kind: 'case', id: 'created', change: 'created', by: null, details: {} },
  {
    ...base,
    kind: 'delivery',
    subscription: 'Warehouse',
    sink: 'webhook',
    state: 'failed',
    attempts: 3,
    failure: 'status',
  },
  { ...base, kind: 'label', id: 'label', isFraud: true, source: 'Chargeback' },
  { ...base, kind: 'viewed', by: 'Ana', views: 2, lastAt: at },
]
const timeline: RecorderTimeline = {
  environmentId,
  eventType: 'purchase',
  externalId: 'P-1',
  eventId,
  steps,
  hidden: [],
}
const outcome = { decision: 'Review', reason: 'often', supportMessage: null, rule: 'Often', clause: 'c' } as const
const rerun: Rerun = {
  then: outcome,
  now: { ...outcome, decision: 'Reject', rule: 'Dear' },
  differs: true,
  replay: 'ready',
  inputs: 'recorded',
  riskScore: 720,
  botScore: null,
  variables: [{ name: '$limit', then: null, now: '500' }],
  outputs: [],
  rules: { added: ['Dear'], removed: [] },
  runtimeErrors: [],
}
const testCase: EventTestCase = { state: 'ready', file: '[{}]\n', masked: false, agrees: true, problem: null }

let calls: RecordedCall[]
let answers: Record<string, () => unknown>
const copied: string[] = []
beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  copied.length = 0
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  })
  answers = {
    'recorder.timeline': () => timeline,
    'recorder.rerun': () => rerun,
    'recorder.testCase': () => testCase,
  }
  calls = stubConsoleApi({
    'recorder.timeline': () => answers['recorder.timeline']?.(),
    'recorder.rerun': () => answers['recorder.rerun']?.(),
    'recorder.testCase': () => answers['recorder.testCase']?.(),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const detail = { ...eventOf('P-1'), enrichment: { ipCountry: 'HR' } } as unknown as EventDetail
const address = { environmentId, eventType: 'purchase', externalId: 'P-1' }
const render = (search = '') =>
  renderFailingPage(createElement(RecorderTab, { detail, address, jsonHref: '/json' }), `/?tab=recorder${search}`)
const findList = () => screen.findByRole('list', { name: 'Timeline of processing' })
const sentences = async () =>
  [...(await findList()).querySelectorAll('[data-slot=timeline-item]')].map(
    item => item.querySelector('p')?.textContent,
  )

it('one list has every step in its order, with durations and details, and says what was not recorded', async () => {
  render()
  await waitFor(async () =>
    expect(await sentences()).toEqual([
      'Call Request received',
      'Call Validated and normalized',
      'Enrichment and score Enriched with 2 facts',
      'Enrichment and score Risk score 720',
      'Rules Rules read 1 value of velocities, lists, models and calls',
      'Rules 0 of 0 rules matched',
      'Call Answered: Review',
      'Call Passed to the store',
      'Case Case created',
      'Deliveries Not accepted by Warehouse',
      'Statuses and labels Labeled as fraud',
      'Who looked Ana opened the event 2 times',
    ]),
  )
  const list = await findList()
  const [received, validated, enriched, , reads] = [...list.querySelectorAll<HTMLElement>('[data-slot=timeline-item]')]
  expect(received?.textContent).toContain('call-1')
  expect(received?.textContent).toContain('Size as the caller declared itnot recorded')
  expect(validated?.textContent).toContain('0.25 ms')
  expect(enriched?.textContent).toContain('Duration not recorded')
  expect(enriched?.textContent).toContain('ipCountry')
  expect(reads?.textContent).toContain('emailAttempts1 daya@example.com3')
  expect(within(list).getAllByRole('button', { name: /Correlation ID/ })).toHaveLength(1)
})

it('is filtered by kind of step, and the address keeps the choice', async () => {
  const router = render()
  await pressButton('Rules 2')
  await waitFor(async () => expect(await sentences()).toHaveLength(2))
  expect(new URLSearchParams(router.state.location.search).get('steps')).toBe('rules')
  cleanup()
  render('&steps=viewer')
  await waitFor(async () => expect(await sentences()).toEqual(['Who looked Ana opened the event 2 times']))
})

it('runs the event again with today’s rules on request, and shows the difference', async () => {
  const router = render()
  await findList()
  expect(calls.some(({ procedure }) => procedure === 'recorder.rerun')).toBe(false)
  await pressButton('Run again with today’s rules')
  expect(await screen.findByText('Today’s rules come to another result.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Variables that differ' }).textContent).toBe('$limit: – → 500')
  expect(new URLSearchParams(router.state.location.search).get('rerun')).toBe('today')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  await waitFor(() => expect(screen.queryByText('Today’s rules come to another result.')).toBeNull())
})

it('copies the event as a test case, and says when it is masked or cannot be one', async () => {
  render()
  await pressButton('Copy as test case')
  await waitFor(() => expect(copied).toEqual(['[{}]\n']))
  answers['recorder.testCase'] = () => ({ ...testCase, masked: true })
  await pressButton('Copy as test case')
  expect(await screen.findByText('Personal data in it is masked, as your roles say.')).toBeTruthy()
  answers['recorder.testCase'] = () => ({ ...testCase, state: 'notPossible', file: '', problem: 'FQL2002 c' })
  await pressButton('Copy as test case')
  expect(await screen.findByText('Today’s rules cannot run as a test case')).toBeTruthy()
  expect(copied).toHaveLength(2)
})

it('says which logs the caller may not see, and offers another attempt after a failure', async () => {
  answers['recorder.timeline'] = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  render()
  await screen.findByRole('button', { name: 'Try again' })
  answers['recorder.timeline'] = () => ({ ...timeline, hidden: ['case'] })
  await pressButton('Try again')
  expect(await screen.findByText(/Your roles do not include cases/)).toBeTruthy()
})
