// @vitest-environment jsdom
import type { GraphNode } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { chooseMenuItem, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import '../../../platform/event-actions/label-dialog.tsx'
import '../../../platform/event-actions/add-to-list-dialog.tsx'
import './note-dialog.tsx'
import { SelectionActs } from './selection-acts.tsx'

const node = { id: 'n', type: 'product', text: 'Gift card', key: 'gift', event: null } as unknown as GraphNode
const acts = (selected: boolean, nodes = [node]) =>
  createElement(SelectionActs, {
    view: { environmentId, timeZone: 'UTC', filter: {}, walk: [] },
    nodes,
    selected,
    onChanged: () => undefined,
    onFindRings: () => undefined,
  })

const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    environmentId,
    eventType: 'purchase',
    externalId: `P-${i}`,
    eventId: `${i}`,
  }))

function stub(count: number, createNote: (input: Record<string, unknown>) => unknown = () => ({})) {
  return stubConsoleApi({
    'graph.selection': () => ({ events: eventsOf(count), complete: true, openCases: [], missing: [], queryMs: 1 }),
    'notes.create': createNote,
    'customLists.list': () => ({ rows: [], total: 0 }),
    'supportLists.save': () => ({}),
    'search.sendLabels': ({ events }) =>
      (events as { id: string }[]).map(({ id }) => ({ environmentId, id, result: 'sent' })),
  })
}

async function readItems(): Promise<(string | null)[]> {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'More' }), { key: 'Enter' })
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

it('the events behind a node in hand are read when they are asked for', async () => {
  const calls = stub(3)
  renderFailingPage(acts(false))
  await screen.findByRole('button', { name: 'More' })
  await new Promise(resolve => setTimeout(resolve, 400))
  expect(calls).toHaveLength(0)
  await readItems()
  await screen.findByRole('menuitem', { name: 'Label 3 events' })
  expect(calls.map(({ procedure }) => procedure)).toEqual(['graph.selection'])
})

it('what nodes share is asked for when their events are known: the most frequent assessment is compared', async () => {
  const answer = Promise.withResolvers<unknown>()
  stubConsoleApi({ 'graph.selection': () => answer.promise })
  renderFailingPage(acts(true))
  await readItems()
  const item = () => screen.getByRole('menuitem', { name: 'What do these share' }).getAttribute('aria-disabled')
  expect(item()).toBe('true')
  answer.resolve({ events: eventsOf(1), complete: true, openCases: [], missing: [], queryMs: 1 })
  await waitFor(() => expect(item()).toBeNull())
})

it('a node whose events were erased meanwhile is counted', async () => {
  stubConsoleApi({
    'graph.selection': () => ({ events: eventsOf(1), complete: true, openCases: [], missing: ['n'], queryMs: 1 }),
  })
  renderFailingPage(acts(true, [node, { ...node, id: 'm' }]))
  await screen.findByText('1 node no longer has events in these days.')
})

it('who writes no notes is offered none', async () => {
  stub(3)
  renderFailingPage(withReadAccess(acts(true)))
  expect(await readItems()).toEqual(['What do these share', 'Find rings among these', 'Open in search', 'Copy IDs'])
})

it('a note goes to so many events, and a repeated attempt makes no second one', async () => {
  let refused = false
  const calls = stub(201, ({ eventId }) => {
    if (eventId !== 'P-1' || refused) return {}
    refused = true
    throw new ORPCError('BAD_REQUEST')
  })
  renderFailingPage(acts(true))
  const sent = () => calls.filter(({ procedure }) => procedure === 'notes.create')
  await waitFor(() => expect(calls).not.toHaveLength(0))
  await chooseMenuItem('More', 'Add a note to 201 events')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Only 200 of 201 events get the note.')
  fillField(within(dialog).getByRole('textbox', { name: /Note/ }), 'Same address')
  await pressButton('Add note')
  await waitFor(() => expect(refused).toBe(true))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add note' }).hasAttribute('disabled')).toBe(false))
  await pressButton('Add note')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [before, again] = sent().filter(({ input }) => input.eventId === 'P-1')
  expect(again?.input.noteId).toBe(before?.input.noteId)
  expect(new Set(sent().map(({ input }) => input.noteId)).size).toBe(200)
})

it('labels go in requests that the service takes', async () => {
  const calls = stub(401)
  renderFailingPage(acts(true))
  await waitFor(() => expect(calls).not.toHaveLength(0))
  await chooseMenuItem('More', 'Label 401 events')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('None of them is known to have a label.')
  fillField(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Same address')
  fireEvent.click(within(dialog).getByRole('button', { name: /401/ }))
  await screen.findByText('Sent: 401. Not sent: 0.')
  const sent = calls.filter(({ procedure }) => procedure === 'search.sendLabels')
  expect(sent.map(({ input }) => (input.events as unknown[]).length)).toEqual([200, 200, 1])
})

it('the open cases of the selection are reviewed together, those of the first one’s environment', async () => {
  const openCase = (id: string, environment = environmentId) => ({
    environmentId: environment,
    eventType: 'purchase',
    externalId: id,
    eventId: id,
    queueId: null,
    state: 'Pending',
    refusal: null,
  })
  const elsewhere = 'a55a0002-0000-4000-8000-0000000000ff'
  const locked = { ...openCase('P-0'), own: { leaseToken: 'lease' } }
  const calls = stubConsoleApi({
    'graph.selection': () => ({
      events: eventsOf(3),
      complete: true,
      openCases: [openCase('P-0'), openCase('P-1', elsewhere), openCase('P-2')],
      missing: [],
      queryMs: 1,
    }),
    'cases.configuration': () => ({ decisions: [], quick: [] }),
    'cases.lock': () => locked,
    'cases.takeBundle': () => locked,
  })
  renderFailingPage(acts(true))
  await chooseMenuItem('More', 'Review 2 cases together')
  await waitFor(() => expect(calls.some(({ procedure }) => procedure === 'cases.takeBundle')).toBe(true))
  const taken = calls.find(({ procedure }) => procedure === 'cases.takeBundle')?.input
  expect(taken).toMatchObject({ id: 'P-0', leaseToken: 'lease', cases: [{ eventType: 'purchase', id: 'P-2' }] })
})

it('entities of several kinds are blocked at once, each kind in its support list', async () => {
  const calls = stub(0)
  const entity = (type: string, key: string) => ({ ...node, id: key, type, key }) as unknown as GraphNode
  renderFailingPage(acts(true, [entity('user', 'u-1'), entity('user', 'u-2'), entity('device', 'd-1'), node]))
  await pressButton('Add to list')
  await screen.findByRole('dialog', { name: 'Add 4 nodes to a list' })
  await pressButton('Add 3 values')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const saved = calls.flatMap(({ procedure, input }) => (procedure === 'supportLists.save' ? [input] : []))
  expect(saved.map(({ list, values, status }) => [list, values, status])).toEqual([
    ['user', ['u-1', 'u-2'], 'Block'],
    ['device', ['d-1'], 'Block'],
  ])
})
