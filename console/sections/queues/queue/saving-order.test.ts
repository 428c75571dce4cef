// @vitest-environment jsdom
import type { CaseRow, Queue } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { createCase, createQueue, decisions, general, reviewers } from '../testing/queue-samples.ts'
import { Component } from './queue-page.tsx'
// What the page fetches with its settings.
import '../form/queue-panel.tsx'

let queue: Queue
let pending: CaseRow[]
let costs: { hourlyCostUsd: number | null; margin: number | null }
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  queue = createQueue(1, { name: 'Worth it', orderBy: 'expectedSaving', direction: 'descending' })
  pending = [30_00, 2_00, 40, null].map((savingPerMinuteUsd, index) =>
    createCase(index + 1, queue, { savingPerMinuteUsd, amountUsd: 250_00 }),
  )
  costs = { hourlyCostUsd: null, margin: null }
  const share = (value: number, cases: number, source: string) => ({ value, cases, source })
  calls = stubConsoleApi({
    'queues.get': () => queue,
    'queues.list': () => [general, queue],
    'queues.cases': ({ view }) => {
      if (view !== 'pending') return { rows: [], next: null, total: 0, breakEven: null }
      const costPerMinuteUsd = costs.hourlyCostUsd === null ? null : costs.hourlyCostUsd / 60
      const worthwhile =
        costPerMinuteUsd === null
          ? null
          : pending.filter(row => (row.savingPerMinuteUsd ?? 0) >= costPerMinuteUsd).length
      return { rows: pending, next: null, total: pending.length, breakEven: { costPerMinuteUsd, worthwhile } }
    },
    'queues.savingBasis': () => ({ environmentCases: 412, queueCases: 80, enoughCases: 20, costs }),
    'queues.saveCosts': ({ costs: next }) => {
      costs = next as typeof costs
      return costs
    },
    'cases.saving': () => ({
      estimate: {
        defaultAction: 'Approve',
        change: share(0.57, 20, 'band'),
        right: share(0.95, 80, 'environment'),
        minutes: share(4.5, 3, 'default'),
        margin: 0.2,
        stake: 0.94,
        perMinute: 0.12,
      },
    }),
    'cases.unfinished': () => ({ locked: [], assigned: [], onHold: [], approvals: [] }),
    'cases.reviewers': () => reviewers,
    'cases.decisions': () => decisions,
    'preferences.get': () => ({ version: 0, preferences: null }),
  })
})
const show = (query = '', page: ReactNode = createElement(Component)) => renderFailingPage(page, pageAddress + query)
const grid = () => screen.findByRole('grid', { name: 'Pending review' })
/** Names of the lines of the grid, from top to bottom. */
const lines = async () =>
  within(await grid())
    .getAllByRole('row')
    .slice(1)
    .map(row => /P-\d|Break-even line/.exec(row.textContent)?.[0])

it('the line is a row between the last case that is worth its review, and the first that is not', async () => {
  costs = { hourlyCostUsd: 60_00, margin: null }
  show()
  await waitFor(async () => expect(await lines()).toEqual(['P-1', 'P-2', 'Break-even line', 'P-3', 'P-4']))
  const line = within(await grid()).getByRole('row', { name: /Break-even line/ })
  expect(line.textContent).toMatch(/1\.00 per minute.*Suggestion.*Approve.*Nothing is decided/)
  expect(screen.getByText(/1\.00 per minute: 2 of 4 cases/)).toBeTruthy()
})

it('without the cost of an hour the manager sets it, and the line appears', async () => {
  show()
  await waitFor(async () => expect(await lines()).toEqual(['P-1', 'P-2', 'P-3', 'P-4']))
  await pressButton('Set the cost')
  const dialog = within(await screen.findByRole('dialog', { name: 'Costs of reviews' }))
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/Cost of an hour of review/).disabled).toBe(false))
  const hour = dialog.getByLabelText(/Cost of an hour of review/)
  fillField(hour, '60')
  fireEvent.blur(hour)
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await lines()).toContain('Break-even line'))
  expect(calls.find(({ procedure }) => procedure === 'queues.saveCosts')?.input).toMatchObject({
    costs: { hourlyCostUsd: 60_00, margin: null },
  })
  expect(await screen.findByRole('button', { name: 'Change the cost' })).toBeTruthy()
})

it('who cannot set it is told who can', async () => {
  show('', withReadAccess(createElement(Component)))
  expect(await screen.findByText(/A manager can set/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set the cost' })).toBeNull()
})

it('an amount explains itself by its three factors and the cases behind them', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: /30\.00 per minute: explain/ }))
  const popover = within(await screen.findByRole('dialog', { name: 'Expected saving per minute' }))
  expect(await popover.findByText(/30\.00 per minute = 57.* × .*235\.00 ÷ 4\.50 min/)).toBeTruthy()
  expect(popover.getByText(/similar score and amount.*20/)).toBeTruthy()
  expect(popover.getByText(/in this environment.*80/)).toBeTruthy()
  expect(popover.getByText(/Assumed for the most part.*3/)).toBeTruthy()
})

it('a queue in another order has neither column nor line, even by a link', async () => {
  queue = { ...queue, orderBy: 'riskScore' }
  show('&sort=expectedSaving')
  await grid()
  await waitFor(() => expect(calls.some(({ procedure }) => procedure === 'queues.cases')).toBe(true))
  expect(screen.queryByRole('columnheader', { name: /Expected saving/ })).toBeNull()
  const sent = calls.filter(({ procedure }) => procedure === 'queues.cases').map(({ input }) => input['orderBy'])
  expect(sent.every(orderBy => orderBy === undefined)).toBe(true)
})

it('the settings say what the order means and how many decided cases are behind it', async () => {
  show('&do=edit')
  expect(await screen.findByText(/80 in this queue, 412 in the environment/)).toBeTruthy()
})
