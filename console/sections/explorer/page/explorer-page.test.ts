// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubMedia } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem, pressButton } from '../../../platform/testing/user-input.ts'
import { userOf } from '../testing/graph-sample.ts'
import { ringOf } from '../testing/ring-sample.ts'
import { Component } from './explorer-page.tsx'

interface Range {
  from: string
  to: string
}
const ranges: (Range | undefined)[] = []

beforeEach(() => {
  ranges.length = 0
  stubConsoleApi({
    'graph.neighbourhood': input => {
      ranges.push((input as { dates?: Range }).dates)
      return { start: null, nodes: [], edges: [], hubs: [], complete: true, queryMs: 1 }
    },
    'ontology.types': () => ({
      nodes: [
        { id: 'Purchase', kind: 'event', key: 'purchaseId', attributes: ['purchaseId', 'midFlag'] },
        { id: 'Address', kind: 'address', key: null, attributes: ['shippingAddress.city'] },
      ],
      edges: [{ id: 'PurchaseAddress', from: 'Purchase', to: 'Address', attributes: ['type', 'firstName'] }],
    }),
    'rings.list': () => ({ rings: [], total: 0, currentUntil: null }),
    'rings.find': () => ({ rings: [], events: 0, complete: true, unreported: 0, queryMs: 1 }),
    'search.eventTypes': () => [],
    'savedViews.list': () => [],
  })
})

it('a value that nothing has is named, with a way to look 13 months back', async () => {
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u-9`)
  await screen.findByText('Nothing found for User: ID, u-9 in the last 90 days')
  expect(ranges).toEqual([undefined])
  await pressButton('Widen dates')
  await waitFor(() => expect(ranges).toHaveLength(2))
  const { from = '', to = '' } = ranges[1] ?? {}
  const months = (Date.parse(to) - Date.parse(from)) / (86_400_000 * 30.4)
  expect(Math.round(months)).toBe(13)
  await screen.findByText(/^Nothing found for User: ID, u-9 between /)
  expect(screen.queryByRole('button', { name: 'Widen dates' })).toBeNull()
})

it('the query before returns with its button, and the history has both', async () => {
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u-9`)
  await screen.findByText('Nothing found for User: ID, u-9 in the last 90 days')
  const previous = screen.getByRole('button', { name: 'Previous query' })
  expect((previous as HTMLButtonElement).disabled).toBe(true)
  await pressButton('Widen dates')
  await screen.findByText(/^Nothing found for User: ID, u-9 between /)
  await pressButton('Previous query')
  await screen.findByText('Nothing found for User: ID, u-9 in the last 90 days')
  fireEvent.keyDown(screen.getByRole('button', { name: 'History' }), { key: 'Enter' })
  const entries = await screen.findAllByRole('menuitem', { name: 'Go to query User: ID, u-9' })
  expect(entries.map(entry => entry.getAttribute('aria-disabled'))).toEqual([null, 'true'])
})

it('rings are beside a graph that is not there', async () => {
  stubMedia('1200px')
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u-9`)
  await screen.findByText('Nothing found for User: ID, u-9 in the last 90 days')
  await screen.findByRole('heading', { name: /^Rings/ })
  await pressButton('Find rings')
  await screen.findByRole('heading', { name: /^Rings found/ })
})

it('the members of a ring are selected, and the focus goes to the acts on them', async () => {
  stubTableLayout()
  stubMedia('40rem')
  const id = 'a55a0003-0000-4000-8000-000000000001'
  const nodes = [userOf('u'), userOf('v')]
  stubConsoleApi({
    'graph.neighbourhood': () => ({ start: 'u', nodes, edges: [], hubs: [], complete: true, queryMs: 1 }),
    'rings.get': () => ({
      ...ringOf(1, { id, grown: 2 }),
      members: nodes.map(member => ({ id: member.id, type: 'user', users: 1 })),
      complete: true,
    }),
    'rings.list': () => ({ rings: [], total: 0, currentUntil: null }),
    'search.eventTypes': () => [],
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&ring=${id}`)
  const bar = await screen.findByRole('region', { name: 'Ring 1' })
  expect(bar.textContent).toMatch(/First event Oct 3, 2025, last Nov 1, 2025.*2 new users in 7 days/)
  await pressButton('Close panel')
  // A frame may come before the selection does.
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    draw(0)
    return 0
  })
  await pressButton('Select 2 members')
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-slot=selection-acts]')?.getAttribute('aria-label')).toMatch(/2/),
  )
})

it('begins with the types of the graph, as the service has them, and shows what an edge has', async () => {
  stubTableLayout()
  // On a narrow page the list is the first view; there is no canvas in this test.
  stubMedia('40rem')
  renderFailingPage(createElement(Component), pageAddress)
  expect(await screen.findByText('midFlag')).toBeTruthy()
  fireEvent.click(await screen.findByRole('radio', { name: 'Links' }))
  const row = await screen.findByRole('rowheader')
  fireEvent.click(row)
  await screen.findByRole('heading', { name: 'PurchaseAddress' })
  expect(screen.getByText('firstName')).toBeTruthy()
})

it('on a narrow page the attributes of a type stand under the picture', async () => {
  stubTableLayout()
  stubMedia('width <')
  renderFailingPage(createElement(Component), pageAddress)
  const attribute = await screen.findByText('midFlag')
  expect(attribute.closest('[data-slot="graph-canvas"]')).toBeNull()
  expect(screen.getByRole('region', { name: 'Purchase' })).toBeTruthy()
})

const neighbourhood = () => ({
  start: 'u',
  nodes: [userOf('u'), userOf('v')],
  edges: [],
  hubs: [],
  complete: true,
  queryMs: 1,
})
const pages = {
  'graph.neighbourhood': neighbourhood,
  'rings.list': () => ({ rings: [], total: 0, currentUntil: null }),
  'ontology.types': () => ({ nodes: [], edges: [] }),
  'search.eventTypes': () => [],
}

it('a graph that takes long says so, and can be stopped and read again', async () => {
  const answer = Promise.withResolvers<unknown>()
  let reads = 0
  stubConsoleApi({
    ...pages,
    'graph.neighbourhood': () => {
      reads += 1
      return answer.promise
    },
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u-9`)
  await screen.findByRole('progressbar')
  await pressButton('Stop')
  await screen.findByText('The graph was stopped before it was read.')
  answer.resolve({ start: null, nodes: [], edges: [], hubs: [], complete: true, queryMs: 1 })
  await pressButton('Read the graph')
  await screen.findByText('Nothing found for User: ID, u-9 in the last 90 days')
  expect(reads).toBe(2)
})

it('a path that takes long can be stopped, and the focus goes to the graph', async () => {
  stubTableLayout()
  stubMedia('40rem')
  stubConsoleApi({
    ...pages,
    'graph.path': () => new Promise(() => undefined),
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u&path=u&path=v`)
  const tree = await screen.findByRole('tree')
  await screen.findByRole('progressbar', { name: 'Finding a path…' })
  await pressButton('Stop')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(document.activeElement).toBe(tree)
})

it('rings are looked for among the nodes of the graph alone', async () => {
  stubTableLayout()
  stubMedia('40rem')
  const calls = stubConsoleApi({
    ...pages,
    'graph.selection': () => ({ events: [], complete: true, openCases: [], missing: [], queryMs: 1 }),
    'rings.find': () => ({ rings: [], events: 4, complete: true, unreported: 0, queryMs: 1 }),
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u&sel=u&sel=v`)
  await screen.findByRole('group', { name: 'Acts on 2 nodes' })
  await chooseMenuItem('More', 'Find rings among these')
  await waitFor(() =>
    expect(calls.find(({ procedure }) => procedure === 'rings.find')?.input.nodes).toEqual(['u', 'v']),
  )
  // The menu gives the focus back as it closes; what was found stays open.
  await screen.findByText('4 events checked.')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(screen.getByText('4 events checked.')).toBeTruthy()
})

it('a graph above the limits shows what it has, and what to narrow', async () => {
  stubTableLayout()
  stubMedia('40rem')
  const nodes = [userOf('u'), { ...userOf('w'), text: 'Office network', type: 'ip' as const }]
  stubConsoleApi({
    ...pages,
    'graph.neighbourhood': () => ({ start: 'u', nodes, edges: [], hubs: ['w'], complete: false, queryMs: 1 }),
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u`)
  const notice = await screen.findByText(/^Too large/)
  expect(notice.closest('[data-slot="callout"]')?.textContent).toContain('Office network')
  expect(await screen.findByText(/^2 nodes/)).toBeTruthy()
})

it('on a narrow page the query is one line, which opens its fields', async () => {
  stubMedia('40rem')
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u-9`)
  const line = await screen.findByRole('button', { name: 'User: ID, u-9' })
  expect([line.getAttribute('aria-expanded'), screen.queryByRole('search')]).toEqual(['false', null])
  fireEvent.click(line)
  expect(line.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('search')).toBeTruthy()
})

it('on a narrow page the list comes first, and the panel that would cover it on request', async () => {
  stubTableLayout()
  stubMedia('width <')
  stubConsoleApi({
    ...pages,
    'graph.selection': () => ({ events: [], complete: true, openCases: [], missing: [], queryMs: 1 }),
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u`)
  const tree = await screen.findByRole('tree')
  fireEvent.keyDown(tree, { key: 'a', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getByRole('button', { name: 'Details and acts' })
  button.focus()
  fireEvent.click(button)
  await screen.findByRole('group', { name: 'Acts on 2 nodes' })
  expect(screen.getByRole('dialog')).toBeTruthy()
  await pressButton('Close panel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('a graph that takes too long says what to narrow', async () => {
  let reads = 0
  stubConsoleApi({
    ...pages,
    'graph.neighbourhood': () => {
      reads += 1
      if (reads === 1) throw new ORPCError('CONFLICT', { data: { reason: 'search.timeout', limit: 5 } })
      return { start: null, nodes: [], edges: [], hubs: [], complete: true, queryMs: 1 }
    },
    'savedViews.list': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u-9`)
  await screen.findByText(/time limit \(5 s\)/)
  await pressButton('Read the graph')
  await screen.findByText('Nothing found for User: ID, u-9 in the last 90 days')
})

it('the focus stays in the graph when the panel closes, and at undo or redo when one of them has nothing left', async () => {
  stubTableLayout()
  stubMedia('40rem')
  stubConsoleApi({ ...pages, 'savedViews.list': () => [] })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u`)
  const tree = await screen.findByRole('tree')
  // The button to close the panel goes with it.
  screen.getByRole('button', { name: 'Close panel' }).focus()
  await pressButton('Close panel')
  expect(document.activeElement).toBe(tree)
  fireEvent.keyDown(tree, { key: 'h' })
  const [undo, redo] = [screen.getByRole('button', { name: 'Undo' }), screen.getByRole('button', { name: 'Redo' })]
  undo.focus()
  fireEvent.click(undo)
  expect(document.activeElement).toBe(redo)
  fireEvent.click(redo)
  expect(document.activeElement).toBe(undo)
})

it('without a query the title of the page has the focus, for the button is disabled', async () => {
  stubTableLayout()
  stubMedia('40rem')
  stubConsoleApi({ ...pages, 'savedViews.list': () => [] })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u`)
  await screen.findByRole('tree')
  screen.getByRole('button', { name: 'Reset' }).focus()
  await pressButton('Reset')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

it('a graph is saved before its dialog closes, which stays with what was typed when that fails', async () => {
  stubTableLayout()
  stubMedia('40rem')
  const names: unknown[] = []
  stubConsoleApi({
    ...pages,
    'savedViews.list': () => [],
    'savedViews.save': input => {
      names.push(input['name'])
      if (names.length === 1) throw new Error('lost')
      return { ...input, id: input['viewId'], own: true, ownerName: '', removable: true, isDefault: false, watch: null }
    },
  })
  renderFailingPage(createElement(Component), `${pageAddress}&key=user&value=u`)
  await screen.findByRole('tree')
  await chooseMenuItem('Saved graphs', 'Save graph')
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  fireEvent.change(name, { target: { value: 'Lockers' } })
  await pressButton('Save')
  await waitFor(() => expect(names).toEqual(['Lockers']))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).ariaDisabled).toBeNull())
  expect((name as HTMLInputElement).value).toBe('Lockers')
  await pressButton('Save')
  await screen.findByText('View Lockers saved')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
