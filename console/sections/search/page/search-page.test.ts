// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import { defaultSearch } from '../../../platform/search-url/search-url.ts'
import {
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { loadPreferences, storedPreferences } from '../../../platform/testing/preferences.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component } from './search-page.tsx'
import { SearchViews } from './search-views.tsx'

let answerCount: () => unknown
let answerEvents: () => unknown
let answerExport: (input: Record<string, unknown>) => unknown
let answerSave: (input: Record<string, unknown>) => unknown
let preferences = storedPreferences({})
let views: unknown[] = []
let removals: unknown[] = []
const fields = [
  { id: 'email', group: 'user', type: 'text', many: false, indexed: true },
  { id: 'riskScore', group: 'scores', type: 'number', many: false, indexed: false },
  { id: 'shippingAddress.zipCode', group: 'addresses', type: 'text', many: false, indexed: false },
]
let calls: RecordedCall[] = []
let eventTypes: string[] = []
beforeEach(() => {
  eventTypes = ['purchase', 'accountcreation', 'accountlogin']
  views = []
  removals = []
  answerEvents = () => ({ rows: [], nextCursor: null, queryMs: 7 })
  calls = stubConsoleApi({
    'preferences.get': () => preferences,
    'preferences.update': ({ changes }) => ({
      version: preferences.version + 1,
      preferences: { ...preferences.preferences, ...(changes as object) },
    }),
    'savedViews.list': () => views,
    'savedViews.remove': () => ({}),
    'savedViews.save': input => answerSave(input),
    'search.events': () => answerEvents(),
    'search.count': () => answerCount(),
    'search.fields': () => fields,
    'search.removals': () => removals,
    'search.export': input => answerExport(input),
    'search.eventTypes': () => eventTypes.map(key => ({ key, name: key, search: true })),
  })
})

it('what could not be counted is not counted for ever', async () => {
  let fail = () => {}
  answerCount = () => new Promise((_resolve, reject) => (fail = () => reject(new ORPCError('INTERNAL_SERVER_ERROR'))))
  renderFailingPage(createElement(Component))
  expect(await screen.findByText('Counting…')).toBeTruthy()
  await waitFor(() => {
    fail()
    expect(screen.queryByText('Counting…')).toBeNull()
  })
  expect(screen.getByRole('grid', { name: 'Events found' })).toBeTruthy()
})

it('a search that is left ends what it was still asking for', async () => {
  answerCount = unanswered
  answerEvents = unanswered
  const signals = new Map<string, AbortSignal | null | undefined>()
  const answer = fetch
  vi.stubGlobal('fetch', (request: Request, init: RequestInit) => {
    signals.set(new URL(request.url).pathname.replace(/^.*\/rpc\//, ''), init.signal)
    return answer(request, init)
  })
  renderFailingPage(createElement(Component))
  await waitFor(() => expect([...signals.keys()]).toEqual(expect.arrayContaining(['search/events', 'search/count'])))
  expect(signals.get('search/events')?.aborted).toBe(false)
  cleanup()
  await waitFor(() => expect(signals.get('search/events')?.aborted).toBe(true))
  expect(signals.get('search/count')?.aborted).toBe(true)
})

it('an assessment that was made since its types were read is searched, and one that does not exist is not', async () => {
  answerCount = () => ({ count: 0, limited: false })
  const queryClient = createQueryClient()
  renderFailingPage(createElement(Component), pageAddress, queryClient)
  await screen.findByRole('button', { name: 'Event type: Purchase' })
  cleanup()
  eventTypes = [...eventTypes, 'Opinion']
  const opened = renderFailingPage(createElement(Component), `${pageAddress}&type=Opinion`, queryClient)
  await screen.findByRole('button', { name: 'Event type: Opinion' })
  await waitFor(() => expect(calls.filter(({ procedure }) => procedure === 'search.eventTypes')).toHaveLength(2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(opened.state.location.search).toContain('type=Opinion')
  cleanup()
  renderFailingPage(createElement(Component), `${pageAddress}&type=Nothing`, queryClient)
  await screen.findByRole('button', { name: 'Event type: Purchase' })
})

/** The menu of views above the table. */
const renderViews = (
  props: { view: string | null; onName?: () => void },
  surround: (content: ReactNode) => ReactNode = content => content,
) =>
  renderFailingPage(
    surround(
      createElement(SearchViews, {
        state: defaultSearch,
        columns: { order: [], visibility: {}, pinned: { start: [], end: [] } },
        plain: false,
        onView: () => undefined,
        onName: () => undefined,
        onColumns: () => undefined,
        ...props,
      }),
    ),
  )

it('a network that drops while a view is saved leaves its name in the form, from where it is saved', async () => {
  answerSave = () => {
    throw new TypeError('Failed to fetch')
  }
  const onName = vi.fn()
  renderViews({ view: null, onName })
  await chooseMenuItem('View actions', 'Save as…')
  const findName = async () =>
    within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  fillField(await findName(), 'Dropped view')
  await pressButton('Save view')
  expect(await screen.findByText('The view could not be saved.')).toBeTruthy()
  expect((await findName()).value).toBe('Dropped view')
  answerSave = input => ({ ...input, mine: true, default: false, version: 1 })
  await pressButton('Save view')
  expect(await screen.findByRole('radio', { name: 'Dropped view' })).toBeTruthy()
  await vi.waitFor(() => expect(onName).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('who changes nothing here saves views for themselves only', async () => {
  renderViews({ view: null }, content => withCapabilities(content, ({ notes: _write, ...others }) => others))
  await chooseMenuItem('View actions', 'Save as…')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toBeTruthy()
  expect(dialog.queryByRole('checkbox')).toBeNull()
  cleanup()
  renderViews({ view: null })
  await chooseMenuItem('View actions', 'Save as…')
  expect(within(await screen.findByRole('dialog')).getByRole('checkbox', { name: 'Share with the team' })).toBeTruthy()
})

it('a view is deleted once its new name is stored', async () => {
  const view = {
    id: '0198a000-0000-7000-8000-0000000000a1',
    name: 'Rejects',
    shared: false,
    state: {},
    own: true,
    ownerName: '',
    removable: true,
    isDefault: false,
    version: 1,
    updatedAt: '2026-11-01T10:00:00.000Z',
  }
  views = [view]
  let store = () => {}
  answerSave = ({ name }) => new Promise(resolve => (store = () => resolve({ ...view, name, version: 2 })))
  const asked = () => calls.map(({ procedure }) => procedure).filter(name => /^savedViews\.(save|remove)$/.test(name))
  renderViews({ view: view.id })
  await chooseMenuItem('View actions', 'Rename or share…')
  fillField(within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Name' }), 'Rejected')
  await pressButton('Save')
  await vi.waitFor(() => expect(asked()).toEqual(['savedViews.save']))
  await chooseMenuItem('View actions', 'Delete view')
  await vi.waitFor(() => expect(screen.queryByRole('radio', { name: 'Rejected' })).toBeNull())
  expect(asked()).toEqual(['savedViews.save'])
  store()
  expect(await screen.findByText('View Rejected deleted.')).toBeTruthy()
  expect(asked()).toEqual(['savedViews.save', 'savedViews.remove'])
})

/** Columns of the table for somebody who left it like this in another browser. */
async function readColumns(visibility: Record<string, boolean>): Promise<(string | null)[]> {
  const search = { order: [], visibility, pinned: { start: [], end: [] }, sizes: {}, density: null }
  preferences = storedPreferences({ tables: { search } })
  await loadPreferences()
  renderFailingPage(createElement(Component))
  await screen.findByRole('columnheader', { name: /^Transaction date/ })
  return screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
}

it('the table of the search has the columns that a person left in another browser', async () => {
  answerCount = () => ({ count: 0, capped: false })
  expect(await readColumns({})).toContain('Email')
  cleanup()
  expect(await readColumns({ email: false })).not.toContain('Email')
})

const signIn = {
  eventId: '0198a000-0000-7000-8000-0000000000b1',
  eventType: 'accountlogin',
  environmentId: '0198a000-0000-7000-8000-000000000001',
  externalId: 'L-1',
  at: '2026-11-20T10:00:00.000Z',
  decision: 'Reject',
  riskScore: 700,
  reason: '',
}

it('the search for another type of event has its columns, filters and views, and asks for it alone', async () => {
  stubTableLayout()
  answerCount = () => ({ count: 1, queryMs: 1 })
  answerEvents = () => ({ rows: [signIn], nextCursor: null, queryMs: 7 })
  const view = { shared: false, own: true, ownerName: '', removable: true, isDefault: false, version: 1 }
  views = [
    { ...view, id: '0198a000-0000-7000-8000-0000000000a1', name: 'Rejects', state: { query: '' } },
    { ...view, id: '0198a000-0000-7000-8000-0000000000a2', name: 'Robots', state: { query: 'type=accountlogin' } },
  ]
  renderFailingPage(
    createElement(Component),
    `${pageAddress}&f=amountUsd:gte:500&f=email:eq:a@b.example&sort=amount:asc`,
  )
  expect((await screen.findAllByRole('columnheader', { name: /^Amount/ })).length).toBeGreaterThan(0)
  expect(await screen.findByRole('radio', { name: /Rejects/ })).toBeTruthy()
  await chooseMenuItem('Event type: Purchase', 'Account login', 'menuitemradio')
  expect(await screen.findByRole('button', { name: 'Event type: Account login' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /^Amount/ })).toBeNull())
  expect(screen.getByRole('columnheader', { name: /^Event ID/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /All: Account login/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /Robots/ })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /Rejects/ })).toBeNull()
  const [asked] = calls.filter(({ procedure }) => procedure === 'search.events').slice(-1)
  expect(asked?.input).toMatchObject({
    eventType: 'accountlogin',
    filter: { conditions: [{ column: 'email', op: 'eq', value: 'a@b.example' }] },
    sort: { column: 'at', direction: 'desc' },
  })
  expect((await screen.findByRole('link', { name: 'L-1' })).getAttribute('href')).toContain(
    `/search/accountlogin/${signIn.environmentId}/L-1`,
  )
})

it('a type that the environment does not have gives way to purchases', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  renderFailingPage(createElement(Component), `${pageAddress}&type=CardAuthorization`)
  expect(await screen.findByRole('button', { name: 'Event type: Purchase' })).toBeTruthy()
})

const lastFilter = () => calls.findLast(({ procedure }) => procedure === 'search.events')?.input['filter']

it('a group takes five conditions and no sixth', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  const five = Array.from({ length: 5 }, (_, n) => `f=riskScore:gte:${n + 1}`).join('&')
  renderFailingPage(createElement(Component), `${pageAddress}&${five}`)
  const add = await screen.findByRole('button', { name: 'Filter: add a condition' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Conditions: 5 at most')).toBeTruthy()
  await pressButton('Filter: add a condition')
  expect(screen.queryByRole('dialog')).toBeNull()
  await pressButton('Remove condition: Risk score at least 5')
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull())
})

it('conditions are joined by one connective, and groups by another', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  renderFailingPage(createElement(Component), `${pageAddress}&f=riskScore:gte:600&f=email:eq:a@b.example`)
  await chooseMenuItem('How the conditions are joined: All of', 'Any of', 'menuitemradio')
  await waitFor(() => expect(lastFilter()).toMatchObject({ match: 'any', groups: [] }))
  fireEvent.click(screen.getByRole('switch', { name: 'Advanced' }))
  const group = { match: 'any', conditions: [{ column: 'riskScore' }, { column: 'email' }] }
  await waitFor(() => expect(lastFilter()).toMatchObject({ match: 'all', conditions: [], groups: [group] }))
  await pressButton('Add group')
  expect(screen.getAllByRole('group', { name: /^Group [12]$/ })).toHaveLength(2)
  fireEvent.click(screen.getByRole('switch', { name: 'Advanced' }))
  expect(await screen.findByRole('button', { name: 'How the conditions are joined: Any of' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Group 1' })).toBeNull()
})

it('a comparison with a part of a masked value is refused by the name of the field, and can be removed', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  answerEvents = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      status: 422,
      defined: true,
      data: { issues: [{ path: ['filter', 'conditions', 0, 'op'], message: '', code: 'search.masked' }] },
    })
  }
  renderFailingPage(createElement(Component), `${pageAddress}&f=email:contains:kayla`)
  expect(
    await screen.findByText(
      'Values of Email are masked for you. Compare the whole value, or remove the marked condition.',
    ),
  ).toBeTruthy()
  answerEvents = () => ({ rows: [], nextCursor: null, queryMs: 7 })
  await pressButton('Remove condition')
  await waitFor(() => expect(lastFilter()).toMatchObject({ conditions: [] }))
})

it('a condition on a field that is gone is marked, and nothing is found until it is removed', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  answerEvents = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      status: 422,
      defined: true,
      data: {
        issues: [{ path: ['filter', 'groups', 0, 'conditions', 1, 'column'], message: '', code: 'search.field' }],
      },
    })
  }
  renderFailingPage(createElement(Component), `${pageAddress}&f1=riskScore:gte:600&f1=retired.field:eq:x`)
  expect(await screen.findByText('A condition uses an unknown field')).toBeTruthy()
  expect(screen.getByText('Unknown field:')).toBeTruthy()
  answerEvents = () => ({ rows: [], nextCursor: null, queryMs: 7 })
  await pressButton('Remove condition')
  await waitFor(() =>
    expect(lastFilter()).toMatchObject({ groups: [{ conditions: [{ column: 'riskScore', op: 'gte', value: 600 }] }] }),
  )
  expect(await screen.findByText('No events match')).toBeTruthy()
})

it('a search that takes its time says so after five seconds, and ends when it is cancelled', async () => {
  answerCount = unanswered
  answerEvents = unanswered
  renderFailingPage(createElement(Component))
  await screen.findByRole('grid', { name: 'Events found' })
  expect(screen.queryByText('Still searching')).toBeNull()
  expect(await screen.findByText('Still searching', undefined, { timeout: 8_000 })).toBeTruthy()
  answerEvents = () => ({ rows: [], nextCursor: null, queryMs: 7 })
  await pressButton('Cancel search')
  expect(await screen.findByText('Search cancelled')).toBeTruthy()
  await pressButton('Search again')
  expect(await screen.findByText('No events match')).toBeTruthy()
}, 20_000)

it('a search is written as a text, which names its first fault and where it is', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  answerEvents = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      data: { issues: [{ path: ['filter', 'conditions', 1, 'column'], message: '', code: 'search.field' }] },
    })
  }
  renderFailingPage(createElement(Component), `${pageAddress}&f=riskScore:gte:600&f=nobody:eq:x`)
  await screen.findByText('A condition uses an unknown field')
  await pressButton('Edit as query')
  const editor = await screen.findByRole('textbox', { name: 'Query of the search' })
  expect(editor.textContent).toBe('WHEN @riskScore >= 600  && @nobody == "x"')
  await pressButton('Search')
  expect(await screen.findByText('Events of this type have no field nobody.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /line 2, column 6/i })).toBeTruthy()
})

it('a text that is right becomes the search, and its editor closes', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  renderFailingPage(createElement(Component), `${pageAddress}&f1=riskScore:gte:600&f1=email:contains:shop`)
  await pressButton('Edit as query')
  expect((await screen.findByRole('textbox', { name: 'Query of the search' })).textContent).toBe(
    'WHEN (@riskScore >= 600 && @email.Contains("shop"))',
  )
  await pressButton('Search')
  await waitFor(() =>
    expect(lastFilter()).toMatchObject({
      conditions: [
        { column: 'riskScore', op: 'gte', value: 600 },
        { column: 'email', op: 'contains', value: 'shop' },
      ],
      groups: [],
    }),
  )
  expect(screen.queryByRole('textbox', { name: 'Query of the search' })).toBeNull()
})

it('an export is refused when the search finds too much, and is cancelled while it runs', async () => {
  answerCount = () => ({ count: 10_001, queryMs: 1 })
  answerExport = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'export.tooLarge', limit: 10_000 } })
  }
  renderFailingPage(createElement(Component), `${pageAddress}&f=riskScore:gte:600`)
  await chooseMenuItem('Export', 'Current columns')
  expect(await screen.findByText('A file has at most 10,000 rows. Narrow the search and export again.')).toBeTruthy()
  const sent = calls.findLast(({ procedure }) => procedure === 'search.export')?.input
  expect(sent).toMatchObject({ filter: { conditions: [{ column: 'riskScore' }] }, sort: { column: 'at' } })
  expect(sent?.['columns']).toContainEqual({ column: 'externalId', name: 'Purchase ID' })
  let end = () => {}
  answerExport = () => new Promise((_resolve, reject) => (end = () => reject(new DOMException('', 'AbortError'))))
  await chooseMenuItem('Export', 'All columns')
  expect(await screen.findByText('Exporting…')).toBeTruthy()
  expect(calls.findLast(({ procedure }) => procedure === 'search.export')?.input['columns']).toBe('all')
  await pressButton('Cancel export')
  end()
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
})

it('nothing found names the condition that removes most, and searches without it', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  removals = [
    { group: null, index: 0, count: 214 },
    { group: null, index: 1, count: 0 },
  ]
  renderFailingPage(createElement(Component), `${pageAddress}&f=email:eq:a@b.example&f=riskScore:gte:600`)
  expect(
    await screen.findByText('Most events are removed by the condition on Email: without it there are 214.'),
  ).toBeTruthy()
  await pressButton('Remove this condition')
  await waitFor(() =>
    expect(lastFilter()).toMatchObject({ conditions: [{ column: 'riskScore', op: 'gte', value: 600 }] }),
  )
})

it('a search that was run is among the recent ones, from where it runs again', async () => {
  answerCount = () => ({ count: 0, queryMs: 1 })
  preferences = storedPreferences({ recentSearches: ['period=90d&f=email%3Aeq%3Aa%40b.example'] })
  await loadPreferences()
  renderFailingPage(createElement(Component), `${pageAddress}&f=riskScore:gte:600`)
  await screen.findByText('No events match')
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Recent' }), { key: 'Enter' })
  const items = () => screen.getAllByRole('menuitem')
  await waitFor(() =>
    expect(items().map(({ textContent }) => textContent)).toEqual([
      '@riskScore >= 600Purchase',
      '@email == "a@b.example"Purchase',
    ]),
  )
  fireEvent.click(items()[1] ?? document.body)
  await waitFor(() =>
    expect(lastFilter()).toMatchObject({
      period: '90d',
      conditions: [{ column: 'email', op: 'eq', value: 'a@b.example' }],
    }),
  )
})

it('a search to which someone returns, or that is run once more, is read again at once', async () => {
  preferences = storedPreferences({})
  await loadPreferences()
  answerCount = () => ({ count: 0, queryMs: 1 })
  const reads = (procedure: string) => calls.filter(call => call.procedure === procedure).length
  const readTimes = (count: number) =>
    waitFor(() => expect(['search.events', 'search.count'].map(reads)).toEqual([count, count]))
  const router = renderFailingPage(createElement(Component), `${pageAddress}&f=email:eq:a@b.example`)
  await readTimes(1)
  await act(() => router.navigate(`${pageAddress}&f=email:eq:c@d.example`))
  await readTimes(2)
  await act(() => router.navigate(-1))
  await readTimes(3)
  await pressButton('Edit as query')
  await pressButton('Search')
  await readTimes(4)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Recent' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: /a@b\.example/ }))
  await readTimes(5)
})
