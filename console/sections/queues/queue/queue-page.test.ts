// @vitest-environment jsdom
import type { CaseRow, Queue } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities, withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseOption, pressButton } from '../../../platform/testing/user-input.ts'
import { ben, createCase, createQueue, decisions, general, reviewers } from '../testing/queue-samples.ts'
import { Component } from './queue-page.tsx'

let queue: Queue
let pending: CaseRow[]
let underReview: CaseRow[]
let ownReviews: CaseRow[]
let calls: RecordedCall[]
let answerQueue: () => unknown
let answerUnfinished: () => unknown
let answerNext: () => unknown
let answerEvent: () => unknown
let answerCase: (input: Record<string, unknown>) => unknown
let answerBulk: (cases: { id: string }[]) => unknown
beforeEach(() => {
  stubTableLayout()
  queue = createQueue(1, { name: 'Digital goods', counts: { pending: 3, inReview: 1 } })
  pending = [1, 2, 3].map(number => createCase(number, queue))
  const time = new Date().toISOString()
  const lock = { owner: ben, lockedAt: time, asksAt: time, expiresAt: time, extensions: 0 }
  underReview = [createCase(9, queue, { state: 'InReview', lock })]
  ownReviews = []
  answerQueue = () => queue
  answerNext = () => ({ case: null, underReview: 1 })
  answerEvent = unanswered
  answerCase = () => ({ ...pending[0], queueId: general.id, queueName: 'General' })
  answerUnfinished = () => ({ locked: ownReviews, assigned: [], onHold: [], approvals: [] })
  answerBulk = cases => cases.map(each => ({ ...each, result: 'applied', by: null, at: null, undoUntil: null }))
  calls = stubConsoleApi({
    'queues.get': () => answerQueue(),
    'queues.list': () => [general, queue],
    'queues.cases': ({ view }) => {
      const rows = view === 'pending' ? pending : view === 'inReview' ? underReview : []
      return { rows, next: null, total: rows.length }
    },
    'queues.next': () => answerNext(),
    'events.get': () => answerEvent(),
    'cases.lock': ({ id }) => [...pending, ...underReview].find(({ externalId }) => externalId === id),
    'cases.forceRelease': () => underReview[0],
    'cases.assign': ({ id }) => {
      if (id === 'P-2') throw new ORPCError('CONFLICT', { data: { reason: 'case.lockedByOther' } })
      return pending[0]
    },
    'cases.decideMany': ({ cases }) => answerBulk(cases as { id: string }[]),
    'cases.unfinished': () => answerUnfinished(),
    'cases.reviewers': () => reviewers,
    'cases.decisions': () => decisions,
    'cases.get': input => answerCase(input),
    'preferences.get': () => ({ version: 0, preferences: null }),
  })
})
const show = (query = '') => renderFailingPage(createElement(Component), pageAddress + query)
const grid = (name: string) => screen.findByRole('grid', { name })
const idsIn = (name: string) =>
  within(screen.getByRole('grid', { name }))
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const pendingRow = (id: string) => screen.findByRole('row', { name: new RegExp(`${id}\\b`) })
async function tick(...ids: string[]) {
  for (const id of ids) fireEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`${id}$`) }))
}
const key = (name: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, code: `Key${name.toUpperCase()}`, ...more })

it('the page shows what waits and who reviews what', async () => {
  show()
  await grid('Pending review')
  await waitFor(() => expect(idsIn('Pending review')).toEqual(['P-1', 'P-2', 'P-3']))
  expect(idsIn('Under review')).toEqual(['P-9'])
  expect(within(await grid('Under review')).getByText('Ben Okafor')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Digital goods' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('[S38] ticked cases are decided with a reason, and the result names each', async () => {
  show()
  await tick('P-1', 'P-3')
  await pressButton('Reject 2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject: 2 cases' }))
  expect(dialog.getByText(/200\.00/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Reject 2' }))
  expect(await dialog.findByText('Choose a reason.')).toBeTruthy()
  expect(inputsOf('cases.decideMany')).toEqual([])
  await chooseOption(dialog.getByRole('combobox', { name: 'Reason' }), 'Abuse')
  fireEvent.click(dialog.getByRole('button', { name: 'Reject 2' }))
  expect(await screen.findByText('Applied: 2. Not applied: 0.')).toBeTruthy()
  expect(inputsOf('cases.decideMany')).toMatchObject([
    { decision: 'Reject', reason: 'Abuse', includeUnderReview: false, cases: [{ id: 'P-1' }, { id: 'P-3' }] },
  ])
})

it('[S39] a case that somebody else took stays ticked', async () => {
  answerBulk = cases =>
    cases.map(each =>
      each.id === 'P-1'
        ? { ...each, result: 'case.alreadyDecided', by: 'Ana', at: '2025-01-02T10:42:00.000Z', undoUntil: null }
        : { ...each, result: 'applied', by: null, at: null, undoUntil: null },
    )
  show()
  await tick('P-1', 'P-2')
  pending = pending.slice(1)
  act(() => publishLiveEvent({ kind: 'cases', environmentId, queueId: queue.id, caseId: null }))
  await waitFor(() => expect(idsIn('Pending review')).toEqual(['P-2', 'P-3']))
  await pressButton('Approve 2')
  const dialog = within(await screen.findByRole('dialog'))
  await chooseOption(dialog.getByRole('combobox', { name: 'Reason' }), 'Low risk')
  fireEvent.click(dialog.getByRole('button', { name: 'Approve 2' }))
  const result = await screen.findByRole('dialog', { name: 'Result' })
  expect(result.textContent).toMatch(/P-1Already decided by Ana \(.*:42/)
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Result' })).getAllByRole('button', { name: 'Close' })[0] as HTMLElement,
  )
  await screen.findByRole('button', { name: 'Approve 1' })
})

it('[S42] more cases than one decision can have are not sent, and the limit is said', async () => {
  pending = Array.from({ length: 201 }, (_, index) => createCase(index + 1, queue))
  show()
  await pendingRow('P-1')
  fireEvent.click(screen.getByRole('checkbox', { name: /Select all/i }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Approve 201' })).disabled).toBe(true)
  expect(screen.getByText(/At most 200 cases can be decided together/)).toBeTruthy()
})

it('cases are assigned one by one, and those that could not be stay ticked', async () => {
  show()
  await tick('P-1', 'P-2')
  fireEvent.click(within(screen.getByRole('group', { name: /actions/i })).getByRole('button', { name: 'Assign' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign 2 cases' }))
  await chooseOption(dialog.getByRole('combobox', { name: 'Assignee' }), 'Ben Okafor')
  fireEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Changed: 1. Not changed: 1.')).toBeTruthy()
  expect(inputsOf('cases.assign').map(({ id, userId }) => [id, userId])).toEqual([
    ['P-1', ben.id],
    ['P-2', ben.id],
  ])
  await screen.findByRole('button', { name: 'Approve 1' })
})

it('[S62] the keys move, tick, decide and start', async () => {
  const router = show()
  await pendingRow('P-1')
  key('j')
  expect(document.activeElement?.textContent).toBe('P-1')
  key('x')
  await screen.findByRole('button', { name: 'Approve 1' })
  key('J', { shiftKey: true })
  await screen.findByRole('button', { name: 'Approve 2' })
  key('d')
  expect(document.activeElement?.textContent).toBe('Approve 2')
  const last = await pendingRow('P-3')
  act(() => last.querySelector<HTMLElement>('a')?.focus())
  key('S', { shiftKey: true })
  await waitFor(() => expect(router.state.location.pathname).toContain(`/${queue.id}/purchase/${environmentId}/P-3`))
  expect(inputsOf('cases.lock')).toMatchObject([{ id: 'P-3' }])
})

it.each([
  { name: 'the first one', query: '', reviews: [], fetched: [{ id: 'P-1' }] },
  { name: 'the one that the caller reviews', query: '', reviews: [9], fetched: [{ id: 'P-9' }] },
  { name: 'none that a filter puts first', query: '&minScore=500', reviews: [], fetched: [] },
])(
  'the next case is fetched with its event before its review is asked for: $name',
  async ({ query, reviews, fetched }) => {
    ownReviews = reviews.map(number => createCase(number, queue, { state: 'InReview' }))
    queue = { ...queue, ownCase: ownReviews[0] ?? null }
    show(query)
    await pendingRow('P-1')
    await waitFor(() => expect(inputsOf('cases.unfinished')).toHaveLength(1))
    await waitFor(() => expect(inputsOf('cases.get')).toMatchObject(fetched))
    expect(inputsOf('events.get')).toMatchObject(fetched)
    await screen.findByRole('button', { name: /^Start review/ })
    expect(inputsOf('queues.next')).toEqual([])
    key('s')
    await waitFor(() => expect(inputsOf('queues.next')).toHaveLength(1))
    expect(inputsOf('events.get')).toMatchObject(fetched)
    expect(calls.filter(({ procedure }) => ['cases.lock', 'events.viewers'].includes(procedure))).toEqual([])
  },
)

it('the own review is fetched before it is known what else the caller has begun', async () => {
  answerUnfinished = unanswered
  queue = { ...queue, ownCase: createCase(9, queue, { state: 'InReview' }) }
  show()
  await pendingRow('P-1')
  await waitFor(() => expect(inputsOf('events.get')).toMatchObject([{ id: 'P-9' }]))
})

it('nothing is fetched ahead for who may not read events, or not start a review', async () => {
  const withoutSearch = withCapabilities(createElement(Component), ({ search: _search, ...others }) => others)
  renderFailingPage(withoutSearch, pageAddress)
  await pendingRow('P-1')
  cleanup()
  queue = { ...queue, counts: { ...queue.counts, pending: 0 } }
  show()
  await pendingRow('P-1')
  await waitFor(() => expect(inputsOf('cases.unfinished')).toHaveLength(2))
  expect(inputsOf('events.get')).toEqual([])
  expect(inputsOf('cases.get')).toEqual([])
})

describe('The page of the next case', () => {
  const ready = (startRefusal: string | null = null) => {
    answerEvent = () => ({})
    answerCase = ({ id }) => ({ ...pending.find(({ externalId }) => externalId === id), own: { startRefusal } })
  }
  const fetched = async () => {
    await pendingRow('P-1')
    await waitFor(() => expect(inputsOf('events.get')).toMatchObject([{ id: 'P-1' }]))
    await waitFor(() => expect(inputsOf('cases.get')).toMatchObject([{ id: 'P-1' }]))
    await screen.findByRole('button', { name: /^Start review/ })
    // Both answers arrive.
    await act(() => new Promise(resolve => void setTimeout(resolve)))
  }

  it('opens at once when the case has been fetched, and is asked for once', async () => {
    ready()
    answerNext = unanswered
    const router = show()
    await fetched()
    key('s')
    key('s')
    await waitFor(() => expect(router.state.location.pathname).toContain(`/${queue.id}/purchase/${environmentId}/P-1`))
    expect(inputsOf('queues.next')).toEqual([{ environmentId, queueId: queue.id }])
    await act(() => router.navigate(-1))
    expect(router.state.location.pathname).toBe('/page')
  })

  it('waits for the service where the review cannot begin, as far as is known', async () => {
    ready('assigned')
    answerNext = unanswered
    const router = show()
    await fetched()
    key('s')
    await waitFor(() => expect(inputsOf('queues.next')).toHaveLength(1))
    expect(router.state.location.pathname).toBe('/page')
  })

  it('that has not been fetched opens when the service has chosen it', async () => {
    const answer = Promise.withResolvers<unknown>()
    answerNext = () => answer.promise
    const router = show()
    await pendingRow('P-1')
    await screen.findByRole('button', { name: /^Start review/ })
    key('s')
    await waitFor(() => expect(inputsOf('queues.next')).toHaveLength(1))
    expect(router.state.location.pathname).toBe('/page')
    answer.resolve({ case: pending[1], underReview: 0 })
    await waitFor(() => expect(router.state.location.pathname).toContain('/P-2'))
  })
})

it('a new case waits while the pointer is over the grid, and comes in on request', async () => {
  show()
  await pendingRow('P-1')
  fireEvent.pointerEnter((await grid('Pending review')).closest('[data-slot="data-table"]')?.parentElement as Element)
  pending = [createCase(7, queue), ...pending]
  act(() => publishLiveEvent({ kind: 'cases', environmentId, queueId: queue.id, caseId: null }))
  fireEvent.click(await screen.findByRole('button', { name: /1 new/ }))
  await waitFor(() => expect(idsIn('Pending review')).toEqual(['P-7', 'P-1', 'P-2', 'P-3']))
})

it('[S63] after events were missed the grid equals a fresh load', async () => {
  show()
  const focused = await pendingRow('P-2')
  act(() => focused.querySelector<HTMLElement>('a')?.focus())
  pending = [createCase(8, queue), createCase(7, queue), ...pending.slice(2)]
  act(() => publishLiveEvent({ kind: 'reset' }))
  await waitFor(() => expect(idsIn('Pending review')).toEqual(['P-8', 'P-7', 'P-3']))
})

it('a queue with a fixed order says why it cannot be sorted, and offers no choice of cases', async () => {
  queue = { ...queue, sequence: 'Restricted', rights: { ...queue.rights, manage: false } }
  show('&sort=riskScore')
  await pendingRow('P-1')
  expect(screen.getByText(/columns cannot be sorted/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(within(await pendingRow('P-1')).queryByRole('button', { name: 'Start review' })).toBeNull()
  expect(inputsOf('queues.cases').every(({ orderBy }) => orderBy === undefined)).toBe(true)
})

it('filters of the address are sent, and the order of review is not changed', async () => {
  show('&minScore=600&maxAmount=50&overdue=yes')
  await grid('Pending review')
  await waitFor(() =>
    expect(inputsOf('queues.cases')[0]).toMatchObject({
      filter: { minScore: 600, maxAmountUsd: 5000, overdue: true },
    }),
  )
  expect(screen.getByRole('group', { name: /filters/i }).textContent).toContain('600')
})

it('a manager ends the review of another person', async () => {
  show()
  // Commands of a row are there while it has the focus.
  const row = await pendingRow('P-9')
  act(() => row.querySelector<HTMLElement>('a')?.focus())
  fireEvent.click(await within(row).findByRole('button', { name: 'Force release' }))
  expect(await screen.findByText('P-9 is back in the queue. Review by Ben Okafor ended.')).toBeTruthy()
})

it('[S46] who only reads sees cases and no command', async () => {
  queue = {
    ...queue,
    rights: { define: false, review: false, manage: false, supervise: false, assigned: false },
  }
  renderFailingPage(withReadAccess(createElement(Component)), pageAddress)
  await pendingRow('P-1')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Start review' }).getAttribute('aria-description')).toBe(
    'Your role does not review cases here.',
  )
})

it('tabs of parked cases are there when the queue has them', async () => {
  queue = { ...queue, escalation: true, counts: { ...queue.counts, onHold: 2 } }
  show()
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Pending and under review4',
    'On hold2',
    'Escalated0',
  ])
  fireEvent.mouseDown(screen.getByRole('tab', { name: /On hold/ }))
  fireEvent.click(screen.getByRole('tab', { name: /On hold/ }))
  await grid('On hold')
})

it('[C8] a queue that is deleted while it is open names the queue of its cases', async () => {
  show()
  await pendingRow('P-1')
  answerQueue = () => {
    throw new ORPCError('NOT_FOUND')
  }
  act(() => publishLiveEvent({ kind: 'cases', environmentId, queueId: queue.id, caseId: null }))
  expect(await screen.findByText(/This queue was deleted. Its open cases moved to/)).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'General' })).getAttribute('href')).toContain(general.id)
})

it('a queue that does not exist says so', async () => {
  answerQueue = () => {
    throw new ORPCError('NOT_FOUND')
  }
  show()
  expect(await screen.findByRole('heading', { name: 'Queue not found' })).toBeTruthy()
})

it('an empty queue says when cases come', async () => {
  pending = []
  underReview = []
  queue = { ...queue, counts: { ...queue.counts, pending: 0, inReview: 0 } }
  show()
  expect(await screen.findByText('No cases waiting')).toBeTruthy()
  expect(await screen.findByText('No one is reviewing a case')).toBeTruthy()
})
