// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { ana, createCase, createQueue, general } from '../testing/queue-samples.ts'
import { WorkCommand, WorkMain, WorkSide, WorkTiles } from './dashboard-work.tsx'

const figures = { decided: 9, medianHandlingMs: 218_000, overturned: 1, wastedMs: 0, productiveMs: 1_000_000 }
const own = { asOf: new Date().toISOString(), today: { ...figures, decided: 4 }, week: figures }
const night = createQueue(1, {
  name: 'Night',
  rights: { assigned: true, manage: false },
  counts: { pending: 4, inReview: 1, overdue: 2 },
})
const lock = { owner: ana, lockedAt: own.asOf, asksAt: own.asOf, expiresAt: own.asOf, extensions: 0 }

let answers: Record<string, () => unknown>
let calls: RecordedCall[]
beforeEach(() => {
  answers = {
    'queues.list': () => [general, night],
    'cases.unfinished': () => ({ locked: [], assigned: [createCase(3, night)], onHold: [], approvals: [] }),
    'cases.mentions': () => [],
    'caseReport.own': () => own,
    'queues.next': () => ({ case: null, underReview: 0 }),
  }
})
const parts = createElement(
  Fragment,
  null,
  createElement(WorkCommand),
  createElement(WorkTiles),
  createElement(WorkMain),
  createElement(WorkSide),
)
/** Shows the parts for a reviewer, who watches no figures. */
function show(monitors = false) {
  calls = stubConsoleApi(answers)
  const content = withCapabilities(parts, ({ monitoring: _none, ...others }) =>
    monitors ? { ...others, monitoring: 'read' } : others,
  )
  const client = createQueryClient()
  renderFailingPage(content, pageAddress, client)
  return client
}
const tile = async (name: string) => within(await screen.findByRole('article', { name }))

it('reviewers see what is open, what is theirs, and their day', async () => {
  show()
  await (await tile('Open cases')).findByText('5')
  expect((await tile('Open cases')).getByText('2 overdue')).toBeTruthy()
  await (await tile('My work')).findByText('1')
  expect((await tile('Assigned to you')).getByText('1')).toBeTruthy()
  expect((await tile('Due within 1 hour')).getByText('0')).toBeTruthy()
  await (await tile('Decided today')).findByText('4')
  expect((await tile('Decided today')).getByText('9 in the last 7 days')).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'My work' })).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'My queues' })).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'My performance' })).toBeTruthy()
  expect(screen.queryByText('Needs attention')).toBeNull()
})

it('the next case is that of the most urgent queue', async () => {
  show()
  const [command] = await screen.findAllByRole('button', { name: 'Start review' })
  command?.click()
  await waitFor(() =>
    expect(calls.find(({ procedure }) => procedure === 'queues.next')?.input).toMatchObject({ queueId: night.id }),
  )
  expect(await screen.findByText('All done')).toBeTruthy()
})

it('a review that was begun is resumed first', async () => {
  answers['cases.unfinished'] = () => ({
    locked: [createCase(2, night, { lock })],
    assigned: [],
    onHold: [],
    approvals: [],
  })
  show()
  const link = await screen.findByRole('link', { name: 'Resume P-2' })
  expect(link.getAttribute('href')).toContain(`/casemanagement/queues/${night.id}/purchase/`)
})

it('who has no queue is shown the way to all of them, and no next case', async () => {
  answers['queues.list'] = () => [general]
  show()
  expect(await screen.findByRole('heading', { name: 'No queues are assigned to you' })).toBeTruthy()
  await (await tile('Decided today')).findByText('4')
  expect(screen.queryByRole('button', { name: 'Start review' })).toBeNull()
})

it('beside the figures stand the own queues and what managers have to see to', async () => {
  answers['queues.list'] = () => [createQueue(1, { name: 'Night', rights: { assigned: true }, counts: { overdue: 2 } })]
  show(true)
  expect(await screen.findByRole('table', { name: 'My queues' })).toBeTruthy()
  expect(screen.getByText('Needs attention')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'My work' })).toBeNull()
  expect(screen.queryByText('My performance')).toBeNull()
})

it('a figure that could not be read says so alone, and is read again', async () => {
  answers['caseReport.own'] = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  await (await tile('Decided today')).findByText('This information could not be loaded.')
  await (await tile('Open cases')).findByText('5')
  answers['caseReport.own'] = () => own
  ;(await tile('Decided today')).getByRole('button', { name: /again|Retry/i }).click()
  await (await tile('Decided today')).findByText('4')
})

const stale = 'The figures could not be refreshed. The last loaded figures are shown.'
it.each([
  // The tiles, and the card.
  ['queues.list', 'Open cases', '5', 2],
  ['cases.unfinished', 'My work', '1', 2],
  ['caseReport.own', 'Decided today', '4', 2],
  ['cases.mentions', 'Open cases', '5', 1],
])('what %s read before is marked as old where it cannot be read again', async (procedure, name, text, marks) => {
  answers['cases.mentions'] = () => [
    {
      environmentId: night.environmentId,
      eventType: 'purchase',
      externalId: 'P-9',
      queueId: night.id,
      noteId: 'n-1',
      author: 'Ana',
      text: 'Look at this',
      at: own.asOf,
      unread: true,
    },
  ]
  const client = show()
  await (await tile(name)).findByText(text)
  await screen.findByText('Look at this')
  await screen.findByRole('table', { name: 'My performance' })
  expect(screen.queryByText(stale)).toBeNull()
  answers[procedure] = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  await act(() => client.refetchQueries())
  expect(await screen.findAllByText(stale)).toHaveLength(marks)
  expect((await tile(name)).getByText(text)).toBeTruthy()
})
