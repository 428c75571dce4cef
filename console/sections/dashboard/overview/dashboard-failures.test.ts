// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { createAnswers, engineer, fails, failure, manager, showDashboard, stale } from '../testing/dashboard-samples.ts'

let answers: ReturnType<typeof createAnswers>
beforeEach(() => {
  stubLayout()
  answers = createAnswers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (rights: Parameters<typeof showDashboard>[1]) => showDashboard(answers, rights)
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
