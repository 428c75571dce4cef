// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unanswered } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { refetchSpan } from '../figures/part-query.ts'
import { createAnswers, engineer, fails, failure, manager, showDashboard, stale } from './testing.ts'

let answers: ReturnType<typeof createAnswers>
beforeEach(() => {
  stubLayout()
  answers = createAnswers()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (rights: Parameters<typeof showDashboard>[1]) => showDashboard(answers, rights)
type Client = ReturnType<typeof show>['client']
/** How often the parts of the page repeat a read. */
const intervalsOf = (client: Client, procedure: string) =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey: [path] }) => String(path) === procedure.replace('.', ',') })
    .flatMap(query =>
      query.observers.map(({ options: { refetchInterval } }) =>
        typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval,
      ),
    )
const tile = (name: string) => screen.findByRole('article', { name })

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

it.each([
  ['alertIncidents.list', 'Many rejects'],
  ['dashboard.reviews', 'No events were sent to review.'],
  ['queues.list', '43'],
  ['dashboard.apiCalls', '0.60%'],
  ['dashboard.get', '200'],
])('what %s read before is marked as old where it cannot be read again', async (procedure, text) => {
  const { client } = show(manager)
  await screen.findByText(text)
  expect(screen.queryByText(stale)).toBeNull()
  expect(intervalsOf(client, procedure)).toEqual([refetchSpan])
  answers[procedure] = fails
  await act(() => client.refetchQueries())
  expect(await screen.findAllByText(stale)).toHaveLength(1)
  expect(screen.getByText(text)).toBeTruthy()
})

it('health that cannot be read again is not called healthy', async () => {
  const { client } = show(engineer)
  await screen.findByText('Healthy')
  answers['dashboard.health'] = fails
  await act(() => client.refetchQueries())
  await screen.findByText(stale)
  expect(screen.queryByText('Healthy')).toBeNull()
  await pressButton('Show parts: 5')
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByText('Healthy')).toBeNull()
})

it.each([
  ['Open alerts', 'alertIncidents.list', manager],
  ['Latest reviews', 'dashboard.reviews', manager],
  ['Health', 'dashboard.health', engineer],
  ['Failed API calls', 'dashboard.apiCalls', engineer],
  ['Open cases', 'queues.list', manager],
  ['Score bands', 'dashboard.get', manager],
] as const)(
  '%s that could not be loaded waits for its button, which retains the focus',
  async (name, procedure, rights) => {
    answers[procedure] = fails
    const { recorded, client } = show(rights)
    const countReads = () => recorded.filter(call => call.procedure === procedure).length
    const heading = () => screen.getByRole('heading', { name })
    const part = () => heading().closest('article, section') as HTMLElement
    await waitFor(() => expect(within(part()).getByText(failure)).toBeTruthy())
    const reads = countReads()
    expect(intervalsOf(client, procedure)).toEqual([false])
    const button = within(part()).getByRole('button', { name: 'Try again' })
    // Not answered yet.
    answers[procedure] = unanswered
    button.focus()
    await act(async () => button.click())
    await waitFor(() => expect(countReads()).toBe(reads + 1))
    expect(within(part()).getByText(failure)).toBeTruthy()
    expect(document.activeElement).toBe(button)
    expect(intervalsOf(client, procedure)).toEqual([false])
  },
)

it('health shows its frame while it loads', async () => {
  answers['dashboard.health'] = unanswered
  const { recorded } = show(engineer)
  await waitFor(() => expect(recorded.map(({ procedure }) => procedure)).toContain('dashboard.health'))
  expect(screen.getByRole('heading', { name: 'Health' }).closest('[aria-busy=true]')).toBeTruthy()
})
