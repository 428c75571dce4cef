// @vitest-environment jsdom
import type { ScoreReport } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem } from '../../../platform/testing/user-input.ts'
import { createEmptyScores, createScoreProfit, createScoreSeries, createScores } from '../testing/score-samples.ts'
import { createSummary, reportedAssessments } from '../testing/summary-samples.ts'
import { Component } from './scores-page.tsx'

let answer: () => ScoreReport
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  answer = () => createScores()
  calls = stubConsoleApi({
    'reports.recordExport': () => ({ recorded: true }),
    'reports.scores': () => answer(),
    'reports.scoreCutoff': ({ cutoff }) => createScoreSeries(Number(cutoff)),
    'reports.scoreProfit': ({ margin }) => createScoreProfit(Number(margin ?? 20)),
    'reports.scoreTarget': ({ target }) => ({ cutoff: target === 'rejectRate' ? 610 : 420, achieved: 0.05 }),
    'reports.summary': () => createSummary(),
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.attributeValues': () => ({
      dataFilters: [],
      attributes: {
        segment: [],
        category: [],
        paymentType: [],
        cardType: [],
        osFamily: [],
        operatingSystem: [],
        browserFamily: [],
        country: [],
      },
    }),
    'rules.settings': () => ({ payload: {} }),
    'rules.create': () => ({ id: 'a0000000-0000-4000-8000-000000000009' }),
    'backtests.start': () => ({}),
  })
})
afterEach(() => void vi.restoreAllMocks())
const range = '&from=2026-11-19&to=2026-11-20'
const show = (query = '') => renderFailingPage(createElement(Component), pageAddress + range + query)
const inputs = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const slow = { timeout: 60_000 }
/** The code of the charts arrives late on a busy machine. */
const late = { timeout: 30_000 }
const whatIf = () => screen.findByRole('table', { name: 'What if' })
const figures = async (name: string) =>
  within(await whatIf()).getByRole('row', { name: new RegExp(`^${name}`) }).textContent

it('figures leave chargebacks out, and the address decides what the service is asked for', async () => {
  show('&score=30-69&view=amount&grain=week&country=DE')
  const tile = await screen.findByRole('article', { name: 'Transaction volume', busy: false })
  expect(tile.textContent).toMatch(/USD\s1\.3m/i)
  expect(screen.queryByRole('article', { name: 'Fraud chargeback rate' })).toBeNull()
  expect(inputs('reports.scores')).toMatchObject([
    {
      assessment: 'purchase',
      view: 'amount',
      grain: 'week',
      scoreFrom: 30,
      scoreTo: 69,
      attributes: { country: ['DE'] },
    },
  ])
})

/** The cut-off as a number; its handle is drawn where there is a layout. */
const cutoffField = () => screen.findByRole('spinbutton', { name: 'Cut-off' }, late)
const valueOf = (field: HTMLElement) => (field as HTMLInputElement).value

it('the cut-off moves with its figures, and comes to rest in the address', slow, async () => {
  const router = show('&tab=operation')
  const field = await cutoffField()
  expect(valueOf(field)).toBe('800')
  await waitFor(() => expect(inputs('reports.scoreCutoff')).toHaveLength(1))
  const before = calls.length
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(valueOf(field)).toBe('790')
  // Without a question to the service.
  expect(await figures('At or above the cut-off')).toMatch(/2,000.*2,100/)
  expect(screen.getByText(/^At 790 the cut-off stops .* of known fraud/)).toBeTruthy()
  expect(calls.length).toBe(before)
  await waitFor(() => expect(router.state.location.search).toContain('cutoff=790'))
  await waitFor(() => expect(inputs('reports.scoreCutoff').at(-1)).toMatchObject({ cutoff: 790 }))
})

it('a score that is entered is rounded down, and a row of the table is a cut-off', slow, async () => {
  show('&tab=operation')
  const field = await cutoffField()
  fireEvent.change(field, { target: { value: '725' } })
  fireEvent.blur(field)
  await waitFor(() => expect(valueOf(field)).toBe('720'))
  const table = screen.getByRole('table', { name: 'Score impact' })
  await waitFor(() => expect(within(table).getByRole('row', { current: true }).textContent).toContain('720'))
  fireEvent.click(within(table).getByRole('button', { name: '430' }))
  expect(valueOf(field)).toBe('430')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(valueOf(field)).toBe('800')
})

it('a cut-off is compared with what the rules decided, and with the one in force', slow, async () => {
  show('&tab=operation&cutoff=720&margin=35')
  await waitFor(async () => expect(await figures('Detection rate')).toMatch(/11\.10%.*64\.00%/))
  await waitFor(async () => expect(await figures('Net profit')).toMatch(/USD\s55\.00.*USD\s7,235\.00/))
  fireEvent.click(screen.getByRole('radio', { name: 'In force 800' }))
  expect(await figures('Detection rate')).toMatch(/60\.00%.*64\.00%/)
  expect(await figures('Net profit')).toMatch(/USD\s8,035\.00.*USD\s7,235\.00/)
})

it('without a rule in force it is compared with what the rules decided alone', async () => {
  answer = () => createScores({ inForce: null })
  show('&tab=operation&cutoff=720')
  expect(await screen.findByText(/^No published rule rejects by the score alone/)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /^In force/ })).toBeNull()
})

it('a rule from the cut-off is drafted, tested and opened', async () => {
  const router = show('&tab=operation&cutoff=720')
  fireEvent.click(await screen.findByRole('button', { name: 'Create rule from cut-off' }))
  await waitFor(() => expect(router.state.location.search).toContain('backtest=latest'))
  expect(inputs('rules.create')).toMatchObject([
    {
      eventType: 'purchase',
      body: {
        name: 'Score from 720',
        clauses: [
          { section: 'postRisk', text: 'RETURN Reject("Risk score of 720 or more")\nWHEN @"riskScore" >= 720\n' },
        ],
      },
    },
  ])
  expect(inputs('backtests.start')).toMatchObject([{ eventType: 'purchase', subject: { kind: 'draft' } }])
})

it('a rule of a tenant assessment asks the model for the score', async () => {
  show('&tab=operation&cutoff=720&assessment=Transfers')
  fireEvent.click(await screen.findByRole('button', { name: 'Create rule from cut-off' }))
  await waitFor(() => expect(inputs('rules.create')).toHaveLength(1))
  expect(inputs('rules.create')).toMatchObject([
    {
      eventType: 'Transfers',
      body: {
        clauses: [{ section: 'prior', text: expect.stringContaining('WHEN Model.Risk().Score >= 720') as string }],
      },
    },
  ])
})

it('who writes no rules reads the figures, and is told why there is no button', async () => {
  const page = withCapabilities(createElement(Component), capabilities => ({ ...capabilities, rules: 'read' }))
  renderFailingPage(page, `${pageAddress}${range}&tab=operation&cutoff=720`)
  expect(await screen.findByText('Creating a rule needs the right to change rules.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create rule from cut-off' })).toBeNull()
})

it('the curves name their area, and say when they cannot be drawn', slow, async () => {
  show('&tab=operation')
  expect(await screen.findByText('area 0.978', undefined, late)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'PR' }))
  expect(await screen.findByText('average precision 0.810')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Sum' }))
  expect(await screen.findByRole('region', { name: 'Cumulative distribution' })).toBeTruthy()
})

it('too few confirmed transactions draw no curve', slow, async () => {
  answer = () => createScores({ confirmed: 3, auc: null })
  show('&tab=operation')
  expect(await screen.findByText('Not enough confirmed transactions to draw this curve.', undefined, late)).toBeTruthy()
  expect(screen.getByText('Only 3 confirmed transactions. Rates may not be reliable.')).toBeTruthy()
})

it('the table by score has a line of what has no score, and is saved as raw numbers', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  show('&show=table')
  const table = await screen.findByRole('table', { name: 'Figures by score' })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(5))
  const [, first, , , last] = within(table).getAllByRole('row')
  expect(first?.textContent).toMatch(/120–129.*100.*0\.00%.*99.*1.*1\.00%/)
  expect(last?.textContent).toMatch(/^No score12$/)
  await chooseMenuItem('Export Scores', 'Figures by score (CSV)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(calls.find(({ procedure }) => procedure === 'reports.recordExport')?.input).toMatchObject({
    report: 'scores',
    rows: 4,
  })
  const lines = (await saved[0]?.text())?.split('\r\n') ?? []
  expect(lines[0]).toMatch(/^.?score,volume,rejectRate,nonFraudVolume,/)
  expect(lines[1]).toBe('120-129,100,0,99,1,0.01,99,1')
  expect(lines[4]).toMatch(/^none,12,,,/)
  await chooseMenuItem('Export Scores', 'Score impact (CSV)')
  await waitFor(() => expect(saved).toHaveLength(2))
  expect((await saved[1]?.text())?.split('\r\n')[1]).toBe('0,10000,1,1,1,0,0,1.5')
})

it('the profit of the tab is saved, too, at the margin that is shown', slow, async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  show('&tab=profit&margin=35')
  await screen.findByRole('table', { name: 'Profit by score range' })
  await chooseMenuItem('Export Scores', 'Profit by score (CSV)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect((await saved[0]?.text())?.split('\r\n').slice(1, 3)).toEqual([
    '120-129,900,10,900,0.9',
    '870-879,-300,400,600,0.6',
  ])
  expect(calls.find(({ procedure }) => procedure === 'reports.recordExport')?.input).toMatchObject({ rows: 2 })
  // Both parts of the page ask once.
  expect(inputs('reports.scoreProfit')).toMatchObject([{ margin: 35 }])
})

it('charts by score have their tables; the other view shows the figures by period', slow, async () => {
  show()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'View as table' })).toHaveLength(7), late)
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button)
  const rates = await screen.findByRole('table', { name: 'Rule decision rate' })
  expect(within(rates).getAllByRole('row')[1]?.textContent).toMatch(/120–129.*100.*90\.00%.*10\.00%.*0\.00%/)
  const observed = screen.getByRole('table', { name: 'Status of latest observation event by score' })
  expect(within(observed).getByRole('columnheader', { name: 'Others' })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Time series' }))
  await waitFor(() => expect(inputs('reports.summary')).toHaveLength(1))
  expect(await screen.findByText('Fraud volume and rate')).toBeTruthy()
})

it('the profit is that of the margin; what is no margin is refused at its field', slow, async () => {
  const router = show('&tab=profit')
  expect((await screen.findByRole('article', { name: 'Recommended cut-off' })).textContent).toContain('870')
  const field = screen.getByRole('spinbutton', { name: /^Estimated profit margin/ })
  expect(field).toHaveProperty('value', '20')
  fireEvent.change(field, { target: { value: '0' } })
  fireEvent.blur(field)
  expect(await screen.findByText('Enter a profit margin between 1 and 99 percent.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '35' } })
  fireEvent.blur(field)
  await waitFor(() => expect(router.state.location.search).toContain('margin=35'))
  await waitFor(() => expect(inputs('reports.scoreProfit').at(-1)).toMatchObject({ margin: 35 }))
  expect(screen.queryByText('Enter a profit margin between 1 and 99 percent.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Compare this cut-off' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatch(/cutoff=870.*tab=operation|tab=operation.*cutoff=870/),
  )
})

it('a target leads to its cut-off and what that does', async () => {
  show('&tab=impact&cutoff=725')
  fireEvent.click(await screen.findByRole('radio', { name: 'Target reject rate (%)' }))
  await waitFor(() => expect(screen.getByRole('article', { name: 'Cut-off' }).textContent).toContain('610'))
  expect(screen.getByRole('article', { name: 'Rejected rate' }).textContent).toContain('39.00%')
  expect(inputs('reports.scoreTarget').at(-1)).toMatchObject({ target: 'rejectRate', value: 0.05 })
  fireEvent.click(screen.getByRole('radio', { name: /^Estimated profit margin/ }))
  expect(screen.getByRole('article', { name: 'Cut-off' }).textContent).toContain('870')
})

it.each([
  [{ hasData: false }, '', /^There is no data for this report yet/],
  [{ firstRead: true }, '&country=XX', /^Transactions are being read for the first time/],
  [{ firstRead: true, hasData: false }, '', /^Transactions are being read for the first time/],
  [{}, '&country=XX', /^No transactions match these filters/],
])('nothing to count says why: %j %s', async (changes, query, text) => {
  answer = () => createEmptyScores(changes)
  show(query)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('what cannot be read offers to try again', async () => {
  let failing = true
  answer = () => {
    if (failing) throw new ORPCError('INTERNAL_SERVER_ERROR')
    return createScores()
  }
  show('&tab=operation')
  await waitFor(() => expect(screen.getAllByText('This could not be loaded').length).toBeGreaterThan(0))
  failing = false
  const [retry] = screen.getAllByRole('button', { name: /Retry|Try again/ })
  if (retry) fireEvent.click(retry)
  expect((await screen.findByRole('article', { name: 'Fraud rate', busy: false })).textContent).toContain('3.68%')
})

it('an assessment without amounts has no profit', async () => {
  show('&assessment=accountlogin&tab=profit&view=amount')
  await waitFor(() =>
    expect(inputs('reports.scores').at(-1)).toMatchObject({ assessment: 'accountlogin', view: 'count' }),
  )
  expect(screen.queryByRole('tab', { name: 'Profit optimizer' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Distribution and performance', selected: true })).toBeTruthy()
  expect(inputs('reports.scoreProfit')).toEqual([])
})

it('an assessment whose reports are off says so', async () => {
  answer = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'reports.off' } })
  }
  show('&assessment=payout')
  expect(await screen.findByText('Reporting is turned off for this assessment.')).toBeTruthy()
})

it('Reset takes the cut-off back to the one in force', slow, async () => {
  const router = show('&tab=operation&cutoff=720')
  expect(valueOf(await cutoffField())).toBe('720')
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(async () => expect(valueOf(await cutoffField())).toBe('800'))
  expect(router.state.location.search).not.toContain('cutoff')
})
