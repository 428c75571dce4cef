// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { createAgeing, createQuality, createQueues, createValue } from '../testing/tab-samples.ts'
import { Component } from './case-report-page.tsx'

let calls: RecordedCall[]
let answers: { queues: typeof createQueues }
beforeEach(() => {
  stubTableLayout()
  answers = { queues: createQueues }
  calls = stubConsoleApi({
    'caseReport.queues': () => answers.queues(),
    'caseReport.quality': createQuality,
    'caseReport.value': createValue,
    'caseReport.ageing': createAgeing,
    'search.eventTypes': () => [],
    'queues.list': () => [],
    'cases.reviewers': () => [],
  })
})
const show = (tab: string, query = '') =>
  renderFailingPage(createElement(Component), `${pageAddress}&tab=${tab}${query}`)
const inputs = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
/** A row of a table of the report. */
const row = async (table: string, name: RegExp) =>
  within(await screen.findByRole('grid', { name: table })).findByRole('row', { name })

it('queues have flow, times and rates; open and decided cases open in the search', async () => {
  show('queues')
  const cards = await row('Queues', /Gift cards/)
  for (const text of ['190', '200', '182', '5.21%', '90.00%', '3m 12s', '97.87%'])
    expect(cards.textContent).toContain(text)
  expect(within(cards).getByRole('link', { name: 'Gift cards 50: show cases' })).toBeTruthy()
  expect(within(cards).getByRole('link', { name: 'Gift cards 182: show cases' })).toBeTruthy()
  const deleted = await row('Queues', /Old orders/)
  expect(deleted.textContent).toContain('Deleted')
  expect(deleted.textContent).toContain('–')
  expect(within(deleted).queryByRole('link')).toBeNull()
})

it('queues of several environments are named with theirs', async () => {
  answers.queues = () => {
    const { rows, ...answer } = createQueues()
    const [first, ...others] = rows
    const elsewhere = { environmentId: '0198a000-0000-4000-8000-000000000099', environmentName: 'Harbor EU' }
    return { ...answer, rows: first ? [{ ...first, queue: { ...first.queue, ...elsewhere } }, ...others] : [] }
  }
  show('queues')
  const cards = await row('Queues', /Gift cards/)
  expect(within(cards).getByText('Harbor EU')).toBeTruthy()
  expect(within(cards).getByRole('link', { name: 'Gift cards (Harbor EU) 50: show cases' })).toBeTruthy()
  const share = within(await screen.findByRole('region', { name: 'Routing share' }))
  fireEvent.click(await share.findByRole('button', { name: 'View as table' }))
  expect((await share.findAllByRole('rowheader')).map(cell => cell.textContent)).toContain('Gift cards (Harbor EU)')
})

it('too large a share of General is a warning', async () => {
  show('queues')
  expect(await screen.findByText('General receives more than 20% of the cases.')).toBeTruthy()
})

it('quality has second looks and rules; few pairs have no kappa', async () => {
  show('quality')
  expect((await screen.findByText('Cohen’s kappa')).parentElement?.textContent).not.toMatch(/\d/)
  expect(screen.getByText('Disagreement').parentElement?.textContent).toContain('25.00%')
  const rule = await row('Usefulness of rules', /Gift card limits/)
  for (const text of ['40', '66.67%', '13.33%', '20.00%']) expect(rule.textContent).toContain(text)
})

it('quality says in how many ratings summaries helped, and how sure that is', async () => {
  show('quality')
  const cards = await row('Summaries of cases', /Gift cards/)
  for (const text of ['20', '15', '75.00%', '53.13%', '88.81%']) expect(cards.textContent).toContain(text)
  const one = await row('Summaries of cases', /Old orders/)
  for (const text of ['0.00%', '79.35%']) expect(one.textContent).toContain(text)
})

it('another maturity is asked for', async () => {
  const router = show('quality')
  await screen.findByText('Cohen’s kappa')
  fireEvent.click(screen.getByRole('radio', { name: '30 days' }))
  await waitFor(() => expect(inputs('caseReport.quality').at(-1)).toMatchObject({ maturityDays: 30 }))
  expect(router.state.location.search).toContain('maturity=30')
})

it('values are amounts or numbers of cases, with the change of what can be compared', async () => {
  show('value')
  const tile = (name: string) => screen.findByRole('article', { name, busy: false })
  expect(within(await tile('Rejected')).getByRole('link', { name: 'Rejected: show cases' })).toBeTruthy()
  expect(within(await tile('Fraud stopped')).queryByRole('link')).toBeNull()
  expect((await tile('Fraud stopped')).textContent).toMatch(/USD.786\.6k/)
  const missed = await tile('Fraud missed')
  expect(missed.textContent).toContain('500.50')
  expect(missed.textContent).not.toContain('%')
  fireEvent.click(screen.getByRole('radio', { name: 'Count' }))
  expect((await tile('Fraud missed')).textContent).toMatch(/12.*\+20%/)
})

it('without a cost there is no net value, and the chart says why', async () => {
  show('value')
  expect(await screen.findByText('Without hourly cost or margin in the settings, there is no net value.')).toBeTruthy()
  expect((await row('Value by queue', /Gift cards/)).textContent).toContain('–')
})

it('ageing has the open cases of each queue and state', async () => {
  show('ageing')
  const cards = await row('Age by queue', /Gift cards/)
  expect(within(cards).getByRole('link', { name: 'Gift cards 6: show cases' })).toBeTruthy()
  expect(cards.textContent).toContain('2 days ago')
  const fresh = within(cards).getByRole('link', { name: 'Gift cards 3: show cases' })
  expect(fresh.getAttribute('href')).toContain('enteredQueueAt')
  const states = within(await screen.findByRole('region', { name: 'Age by state' }))
  fireEvent.click(await states.findByRole('button', { name: 'View as table' }))
  expect((await states.findAllByRole('rowheader')).map(cell => cell.textContent)).toEqual(['Pending'])
})
