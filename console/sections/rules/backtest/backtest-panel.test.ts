// @vitest-environment jsdom
import type { Backtest, BacktestEvent } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { chooseOption, pressButton } from '../../../platform/testing/user-input.ts'
import { finding, idOf } from '../testing/rules.ts'
import { BacktestPanel } from './backtest-panel.tsx'

const totals = (events: number, amountUsd = 0) => ({ events, amountUsd })
const running: Backtest = {
  id: idOf(41),
  environmentId,
  eventType: 'purchase',
  kind: 'draft',
  name: 'Tried',
  ruleId: idOf(11),
  branch: null,
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-08T00:00:00Z',
  state: 'running',
  progress: { events: 10, total: 40 },
  failure: null,
  result: null,
  stale: [],
  startedBy: 'engineer@example.com',
  createdAt: '2026-01-08T00:00:00Z',
  finishedAt: null,
}
const done: Backtest = {
  ...running,
  id: idOf(42),
  state: 'done',
  result: {
    events: 1_040,
    amountUsd: 500_000,
    asDecided: 1_040,
    matrix: [
      { before: 'Approve', after: 'Approve', ...totals(30, 300_000) },
      { before: 'Approve', after: 'Review', ...totals(1_000, 150_000) },
      { before: 'Review', after: 'Review', ...totals(10, 50_000) },
    ],
    changed: totals(1_000, 150_000),
    fraud: { ...totals(0), caught: { before: totals(0), after: totals(0) } },
    good: { ...totals(0), stopped: { before: totals(0), after: totals(0) } },
    savedUsd: 0,
    lostUsd: 0,
    rules: [{ ruleId: idOf(11), rule: 'Tried', clause: 'clause1', decision: 'Review', before: 0, after: 1_000 }],
    notes: [],
  },
}
const event: BacktestEvent = {
  eventId: idOf(51),
  environmentId,
  externalId: 'order-1',
  at: '2026-01-02T00:00:00Z',
  before: 'Approve',
  after: 'Review',
  rule: 'Tried',
  clause: 'clause1',
  amountUsd: 15_000,
  label: null,
}

let stored: Backtest[]
let start: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stored = []
  calls = stubConsoleApi({
    'backtests.list': () => stored,
    'backtests.start': input => start(input),
    'backtests.events': () => ({ rows: [event], nextCursor: null }),
  })
})

const flush = vi.fn(() => Promise.resolve())
const renderPanel = (backtest = 'latest') =>
  renderPage(
    createElement(BacktestPanel, {
      environmentId,
      eventType: 'purchase',
      subject: { kind: 'draft', ruleId: idOf(11) },
      name: 'Tried',
      flush,
    }),
    `${pageAddress}&backtest=${backtest}`,
  )
const findPanel = async () => within(await screen.findByRole('dialog', { name: 'Back-test: Tried' }))

it('a back-test whose answer was lost on its way is found all the same, and shows how far it is', async () => {
  stored = [done]
  start = ({ backtestId }) => {
    stored = [done, { ...running, id: String(backtestId) }]
    throw new TypeError('Failed to fetch')
  }
  renderPanel()
  const panel = await findPanel()
  expect(await panel.findByText(/^1,000 of 1,040 events/)).toBeTruthy()
  await chooseOption(panel.getByRole('combobox', { name: 'Period' }), 'Last 7 days')
  await pressButton('Start')
  expect(await panel.findByRole('progressbar', { name: 'Progress' })).toBeTruthy()
  expect(flush).toHaveBeenCalled()
  const { from, to } = calls.find(({ procedure }) => procedure === 'backtests.start')?.input ?? {}
  expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(7 * 86_400_000)
})

it('a draft with an error is not tried: the panel names the clause, the line and the error', async () => {
  start = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', { data: { issues: [], problems: [finding({ column: 45 })] } })
  }
  renderPanel()
  const panel = await findPanel()
  expect(await panel.findByText('No back-test yet')).toBeTruthy()
  await pressButton('Start')
  expect(await panel.findByText('The rule has errors. Fix them to start a back-test.')).toBeTruthy()
  expect(panel.getByRole('listitem').textContent).toBe('clause1 1:45 Unknown name “Nowhere”.')
  expect(panel.getByText('No back-test yet')).toBeTruthy()
})

it('a back-test that its address names says what the change comes to, and names the events that open', async () => {
  stored = [running, done]
  renderPanel(done.id)
  const panel = await findPanel()
  const figures = within(await panel.findByRole('table', { name: 'Figures before and after' }))
  const review = within(figures.getByRole('row', { name: /Sent to review/ }))
  expect(review.getAllByRole('cell').map(cell => cell.textContent)).toEqual(['10', '1,010', '+1,000'])
  expect(panel.getByText(/^1,000 of 1,040 events \(.+\) would get a different decision/)).toBeTruthy()
  expect(within(panel.getByRole('table', { name: 'Deciding rules' })).getByText('Tried › clause1')).toBeTruthy()
  const link = await within(await panel.findByRole('table', { name: 'Changed events' })).findByRole('link', {
    name: 'order-1',
  })
  expect(link.getAttribute('href')).toContain(`/search/purchase/${environmentId}/order-1`)
})
