// @vitest-environment jsdom
import type { Queue } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { createCase, createQueue, decisions, general, reviewers } from '../testing/queue-samples.ts'
import { Component } from './queues-page.tsx'

let queues: Queue[]
let calls: RecordedCall[]
let locked: unknown[]
let answerNext: () => unknown
beforeEach(() => {
  queues = [
    general,
    createQueue(1, { name: 'High value', counts: { pending: 2 }, rights: { assigned: true } }),
    createQueue(2, { name: 'Digital goods', counts: { pending: 1, overdue: 1 } }),
  ]
  locked = []
  answerNext = () => ({ case: null, underReview: 0 })
  calls = stubConsoleApi({
    'queues.list': () => queues,
    'queues.get': ({ queueId }) => queues.find(({ id }) => id === queueId),
    'queues.next': () => answerNext(),
    'queues.update': ({ queueId, settings }) => ({ ...queues.find(({ id }) => id === queueId), ...Object(settings) }),
    'queues.create': ({ queueId, settings }) => ({ ...createQueue(9), ...Object(settings), id: queueId }),
    'queues.assignUsers': ({ queueId }) => queues.find(({ id }) => id === queueId),
    'queues.remove': () => undefined,
    'cases.unfinished': () => ({ locked, assigned: [], onHold: [], approvals: [] }),
    'cases.reviewers': () => reviewers,
    'cases.decisions': () => decisions,
    'search.eventTypes': () => [{ key: 'purchase', name: 'purchase', search: true }],
  })
})
const show = (query = '') => renderFailingPage(createElement(Component), pageAddress + query)
const tileNames = () => screen.queryAllByRole('article').map(tile => tile.getAttribute('aria-label'))
const tile = (name: string) => screen.findByRole('article', { name })
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)

it('[S13] queues assigned to the caller are shown first, and all of them on request', async () => {
  show()
  await tile('High value')
  expect(tileNames()).toEqual(['High value'])
  fireEvent.click(screen.getByRole('radio', { name: /^All queues/ }))
  await tile('General')
  expect(tileNames()).toEqual(['Digital goods', 'General', 'High value'])
  fireEvent.click(screen.getByRole('radio', { name: /^With overdue cases/ }))
  await waitFor(() => expect(tileNames()).toEqual(['Digital goods']))
})

it('a scope and a search in the address are applied', async () => {
  show('&show=all&q=high')
  await tile('High value')
  expect(tileNames()).toEqual(['High value'])
  fillField(screen.getByRole('searchbox', { name: 'Search name or description' }), 'nothing like it')
  await screen.findByText('No queues match your search')
  await pressButton('Clear search')
  await waitFor(() => expect(tileNames()).toHaveLength(3))
})

it('who has no queue is shown the way to all of them', async () => {
  queues = queues.map(queue => ({ ...queue, rights: { ...queue.rights, assigned: false } }))
  show()
  await screen.findByText('No queues are assigned to you')
  await pressButton('Show all queues')
  await waitFor(() => expect(tileNames()).toHaveLength(3))
})

it('a review opens the page of the next case', async () => {
  const next = createCase(7, queues[1] ?? general)
  answerNext = () => ({ case: next, underReview: 0 })
  const router = show()
  await tile('High value')
  await pressButton('Start review')
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/casemanagement/queues/${next.queueId}/purchase/${environmentId}/P-7`),
  )
  expect(inputsOf('queues.next')).toEqual([{ environmentId, queueId: next.queueId }])
})

it('[S16] a queue without a free case says that others review what is left', async () => {
  answerNext = () => ({ case: null, underReview: 2 })
  show()
  await tile('High value')
  await pressButton('Start review')
  const dialog = within(await screen.findByRole('dialog', { name: 'All done' }))
  expect(dialog.getByText(/being reviewed by others: 2/)).toBeTruthy()
})

it('a reviewer with too many open cases is sent to them', async () => {
  answerNext = () => {
    throw new ORPCError('TOO_MANY_REQUESTS', { status: 429, data: { reason: 'locks.limit', limit: 3 } })
  }
  show()
  await tile('High value')
  await pressButton('Start review')
  expect(await screen.findByRole('dialog', { name: 'Finish an open case first' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'My open cases' }).getAttribute('href')).toContain('/casemanagement')
})

it('cases that are reviewed together are one open review', async () => {
  const digital = createQueue(2, { name: 'Digital goods' })
  const bundleId = '0198a000-0000-4000-8000-0000000000b1'
  locked = [1, 2, 3, 4].map(number => createCase(number, digital, { state: 'InReview', bundleId }))
  answerNext = () => ({ case: createCase(9, digital), underReview: 0 })
  show()
  await tile('High value')
  await waitFor(() => expect(inputsOf('cases.unfinished')).toHaveLength(1))
  await pressButton('Start review')
  await waitFor(() => expect(inputsOf('queues.next')).toHaveLength(1))
})

it('a button that cannot start a review says why, and starts none', async () => {
  queues = [createQueue(1, { name: 'Empty', rights: { assigned: true } })]
  show()
  const button = within(await tile('Empty')).getByRole('button', { name: 'Start review' })
  expect(button.getAttribute('aria-description')).toBe('Nothing to review.')
  fireEvent.click(button)
  expect(inputsOf('queues.next')).toEqual([])
})

it('no more queues than an environment can have are made', async () => {
  queues = [general, ...Array.from({ length: 29 }, (_, index) => createQueue(index + 1))]
  show('&show=all')
  await tile('Queue 29')
  expect(screen.getByText('An environment can have 29 queues.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'New queue' }).disabled).toBe(true)
})

it('[S46] a role that only reads has no command that changes something', async () => {
  queues = queues.map(queue => ({
    ...queue,
    rights: { define: false, review: false, manage: false, supervise: false, assigned: false },
  }))
  renderFailingPage(withReadAccess(createElement(Component)), `${pageAddress}&show=all`)
  await tile('High value')
  expect(screen.queryByRole('button', { name: 'New queue' })).toBeNull()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for High value' }), { key: 'Enter' })
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(['Settings'])
})

it('General opens read-only, and says so', async () => {
  show('&show=all')
  await tile('General')
  await chooseMenuItem('Actions for General', 'Settings')
  const panel = within(await screen.findByRole('complementary', { name: 'Settings of General' }))
  expect(panel.getByText(/cannot be changed or deleted/)).toBeTruthy()
  expect(panel.queryByRole('textbox')).toBeNull()
})

it('a queue is drained by its menu, with all its other settings', async () => {
  show()
  await tile('High value')
  await chooseMenuItem('Actions for High value', 'Drain')
  expect(await screen.findByText('High value accepts no new cases.')).toBeTruthy()
  expect(inputsOf('queues.update')).toMatchObject([
    { baseVersion: 1, settings: { name: 'High value', draining: true, timeoutMinutes: 1440, transfer: true } },
  ])
})

it('the assignment of cases is paused by the menu of a queue', async () => {
  queues = [createQueue(1, { name: 'High value', assignment: 'RoundRobin', rights: { assigned: true } })]
  show()
  expect(within(await tile('High value')).getByText('In turn')).toBeTruthy()
  await chooseMenuItem('Actions for High value', 'Pause assignment')
  expect(await screen.findByText('Cases of High value are not assigned any more.')).toBeTruthy()
  expect(inputsOf('queues.update')).toMatchObject([{ settings: { assignment: 'RoundRobin', assignmentPaused: true } }])
})

it('the cases of a deleted queue go to General by default', async () => {
  show()
  await tile('High value')
  await chooseMenuItem('Actions for High value', 'Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete queue High value?' }))
  expect(dialog.getByText('Pending: 2')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete queue' }))
  await waitFor(() => expect(inputsOf('queues.remove')).toMatchObject([{ moveTo: general.id, baseVersion: 1 }]))
  expect(await screen.findByText('High value deleted. Its open cases moved to General.')).toBeTruthy()
})

it('a queue with many open cases is deleted once its name is typed', async () => {
  queues = [general, createQueue(1, { name: 'Full', counts: { pending: 101 }, rights: { assigned: true } })]
  show()
  await tile('Full')
  await chooseMenuItem('Actions for Full', 'Delete')
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete queue' })
  expect(confirm.disabled).toBe(true)
  fillField(dialog.getByRole('textbox'), 'Full')
  expect(confirm.disabled).toBe(false)
})

it('a queue that rules name is not deleted, and the rules are listed', async () => {
  queues = [
    general,
    createQueue(1, {
      name: 'Named',
      rights: { assigned: true },
      routingRules: [{ id: environmentId, name: 'Gold customers', draft: true }],
    }),
  ]
  show()
  await tile('Named')
  await chooseMenuItem('Actions for Named', 'Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Named cannot be deleted' }))
  expect(dialog.getByRole('link', { name: 'Gold customers' })).toBeTruthy()
  expect(dialog.getByText('Draft')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Delete queue' })).toBeNull()
})

it('figures follow the live event of the environment', async () => {
  show()
  await tile('High value')
  queues = queues.map(queue => ({ ...queue, counts: { ...queue.counts, pending: 40 } }))
  act(() => publishLiveEvent({ kind: 'cases', environmentId, queueId: null, caseId: null }))
  await waitFor(async () => expect(within(await tile('High value')).getByText('40')).toBeTruthy())
})

it('[S47] a queue of an environment below names its environment in the table', async () => {
  stubTableLayout()
  queues = [createQueue(5, { name: 'Below', environmentName: 'Harbor-EU', rights: { assigned: true } })]
  show('&layout=table')
  const row = await screen.findByRole('row', { name: /Below/ })
  expect(within(row).getByRole('link', { name: 'Below' }).getAttribute('href')).toContain('/casemanagement/queues/')
})
