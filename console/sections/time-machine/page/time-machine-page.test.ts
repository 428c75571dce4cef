// @vitest-environment jsdom
import type { TimeMachineHead, TimeMachineResult } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem, chooseOption, pressButton } from '../../../platform/testing/user-input.ts'
import { resultRows } from '../result/result-file.ts'
import { sampleResult, sampleRun } from '../testing/run-samples.ts'
import { Component } from './time-machine-page.tsx'

const draftId = '0198a000-0000-7000-8000-000000000201'
const templateId = '0198a000-0000-7000-8000-000000000202'
const stored = { from: '2026-01-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z', events: 1329, labelled: 62 }
let runs: () => TimeMachineHead[]
let result: TimeMachineResult
let history: () => object
let start: () => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  runs = () => [sampleRun()]
  result = sampleResult
  history = () => stored
  start = () => ({ ...sampleRun({ state: 'waiting' }), result: null })
  calls = stubConsoleApi({
    'timeMachine.list': () => runs(),
    'timeMachine.get': ({ runId }) => ({ ...runs().find(({ id }) => id === runId), result }),
    'timeMachine.history': () => history(),
    'timeMachine.start': () => start(),
    'timeMachine.cancel': () => ({ cancelled: true }),
    'timeMachine.remove': () => ({ deleted: true }),
    'reports.assessments': () => ({ assessments: [{ eventType: 'purchase', name: 'Purchase', reported: true }] }),
    'reports.recordChart': () => ({ recorded: true }),
    'rules.list': () => [
      { id: draftId, name: 'Many attempts', hasDraft: true, inherited: false, type: 'decision' },
      { id: environmentId, name: 'Published alone', hasDraft: false, inherited: false, type: 'decision' },
    ],
    'ruleTemplates.list': () => ({ templates: [{ id: templateId, name: 'Card testing' }], used: 1, limit: 50 }),
  })
})
afterEach(() => void vi.restoreAllMocks())
const show = (query = '') => renderFailingPage(createElement(Component), pageAddress + query)
const inputs = (name: string) => calls.filter(({ procedure }) => procedure === name).map(({ input }) => input)

describe('a result', () => {
  it('says in one sentence how much of the fraud would have been stopped', async () => {
    show()
    expect((await screen.findByText(/You would have stopped/)).textContent).toMatch(
      /stopped .*41,200\.00 of .*58,900\.00 in fraud/,
    )
    expect(screen.getByText('Rejected: 70 of 100 confirmed frauds.')).toBeTruthy()
  })
  it('has each outcome in money and counts, with examples that open', async () => {
    show()
    const stopped = await screen.findByRole('article', { name: 'Stopped' })
    expect(stopped.textContent).toMatch(/41,200\.00.*70 events/)
    expect(screen.getByRole('article', { name: 'Missed' }).textContent).toMatch(/17,700\.00.*30 events/)
    expect(screen.getByRole('article', { name: 'Wrongly stopped' }).textContent).toMatch(/640\.00.*5 events/)
    expect(screen.getByRole('article', { name: 'For review' }).textContent).toMatch(/1,200\.00.*15 events/)
    const link = screen.getByRole('link', { name: 'order-22' })
    expect(link.getAttribute('href')).toContain(`/search/purchase/${environmentId}/order-22`)
  })
  it('is told by rule and by month, and says what it is based on', async () => {
    show()
    const rules = await screen.findByRole('table', { name: 'By rule' })
    expect(within(rules).getByRole('row', { name: /Many attempts › Reject/ }).textContent).toContain('41,200.00')
    expect(within(screen.getByRole('table', { name: 'By month' })).getByText('Mar 2026')).toBeTruthy()
    expect(screen.getByText(/100 confirmed as fraud and 820 as good/)).toBeTruthy()
    expect(screen.getByText(/409 have none of these\. They are unknown, not good; 9 of them/)).toBeTruthy()
    expect(screen.getByText(/1,329 events have no score\. Rules that read it saw 0/)).toBeTruthy()
    expect(screen.getByText(/Support-list entries/)).toBeTruthy()
    expect(screen.getByText(/rule set/).textContent).toContain('a1b2c3d4')
    expect(screen.getByText(/uploaded events have no decision/)).toBeTruthy()
  })
  it('says where scores were fitted to the history', async () => {
    result = { ...sampleResult, scores: { stored: 10, fitted: 900, none: 419, read: true } }
    show()
    expect(await screen.findByText(/^900 events were scored by models .* 419 have no score/)).toBeTruthy()
  })
  it('is compared with what was decided, where the history has decisions', async () => {
    result = {
      ...sampleResult,
      compared: { events: 900, before: sampleResult.outcomes, after: sampleResult.outcomes },
    }
    show()
    const table = await screen.findByRole('table', { name: /Compared with the decisions/ })
    expect(within(table).getByRole('row', { name: /^Stopped/ }).textContent).toContain('70')
    expect(screen.getByText(/900 of 1,329 events have a decision/)).toBeTruthy()
  })
  it('without any confirmed fraud says so, and counts what has no amounts', async () => {
    const none = { events: 0, amountUsd: 0 }
    const empty = { Approve: none, Review: none, Challenge: none, Reject: none }
    result = {
      ...sampleResult,
      outcomes: { fraud: empty, good: empty, unknown: { ...empty, Approve: { events: 3, amountUsd: 0 } } },
    }
    show()
    expect(await screen.findByText(/No event of this period is confirmed as fraud/)).toBeTruthy()
    expect(screen.getByRole('article', { name: 'Stopped' }).textContent).toContain('0 events')
  })
  it('that is out of date says so', async () => {
    runs = () => [sampleRun({ stale: ['rules'] })]
    show()
    expect(await screen.findByText(/have changed since this run/)).toBeTruthy()
  })
  it('is saved as a file once the activity log has recorded it', async () => {
    show()
    await screen.findByText(/You would have stopped/)
    await chooseMenuItem('Export Time machine', 'All figures (CSV)')
    await waitFor(() => expect(inputs('reports.recordChart')).toHaveLength(1))
    expect(inputs('reports.recordChart')[0]).toMatchObject({
      page: '/data/upload/timemachine',
      format: 'csv',
      rows: resultRows(sampleResult).length,
    })
  })
})

describe('a run', () => {
  it('starts over the whole history with the published rules', async () => {
    runs = () => []
    show()
    expect(await screen.findByText('No run yet')).toBeTruthy()
    await screen.findByText(/1,329 stored events/)
    await pressButton('Start')
    await waitFor(() => expect(inputs('timeMachine.start')).toHaveLength(1))
    const [sent] = inputs('timeMachine.start')
    expect(sent).toMatchObject({ environmentId, eventType: 'purchase', subject: { kind: 'live' } })
    expect(sent).not.toHaveProperty('from')
  })
  it('tries a draft or a template over chosen days, which the address has', async () => {
    show('&period=custom&from=2026-02-01&to=2026-02-28')
    await chooseOption(await screen.findByRole('combobox', { name: 'Rules to run' }), 'Card testing')
    await pressButton('Start')
    await waitFor(() => expect(inputs('timeMachine.start')).toHaveLength(1))
    expect(inputs('timeMachine.start')[0]).toMatchObject({
      subject: { kind: 'template', templateId },
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    })
  })
  it('a draft of the address is what runs', async () => {
    show(`&rules=draft.${draftId}`)
    await screen.findByText(/You would have stopped/)
    await pressButton('Start')
    await waitFor(() =>
      expect(inputs('timeMachine.start')[0]).toMatchObject({ subject: { kind: 'draft', ruleId: draftId } }),
    )
  })
  it('shows how far it is, and can be cancelled', async () => {
    runs = () => [sampleRun({ state: 'running', progress: { events: 400, total: 1329 } })]
    show()
    expect(await screen.findByText(/400 of 1,329 events/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true)
    await pressButton('Cancel run')
    await waitFor(() => expect(inputs('timeMachine.cancel')).toHaveLength(1))
  })
  it.each([
    ['noEvents', /no events in this period/],
    ['ruleGone', /A rule has errors/],
    ['internal', /The run failed/],
  ] as const)('that failed because of %s says what to do', async (failure, text) => {
    runs = () => [sampleRun({ state: 'failed', failure })]
    show()
    expect(await screen.findByText(text)).toBeTruthy()
  })
  it.each([
    [{ issues: [{ path: ['from'], message: 'x' }] }, /Choose other dates/],
    [
      { issues: [{ path: ['subject', 'templateId'], message: 'x' }] },
      /names something that the environment does not have/,
    ],
  ])('that is refused by %j says why', async (data, text) => {
    start = () => {
      throw new ORPCError('UNPROCESSABLE_CONTENT', { status: 422, data })
    }
    show()
    await pressButton('Start')
    expect(await screen.findByText(text)).toBeTruthy()
  })
  it('that is one too many says so', async () => {
    start = () => {
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'backtest.limit', limit: 3 } })
    }
    show()
    await pressButton('Start')
    expect(await screen.findByText(/Too many runs are waiting/)).toBeTruthy()
  })
})

describe('the page', () => {
  it('without a history teaches what to do', async () => {
    runs = () => []
    history = () => ({ from: null, to: null, events: 0, labelled: 0 })
    show()
    expect(await screen.findByText('There is no history yet')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true)
  })
  it('of a user who may not change rules shows results and starts nothing', async () => {
    renderFailingPage(withReadAccess(createElement(Component)))
    expect(await screen.findByText(/You would have stopped/)).toBeTruthy()
    expect(screen.getByText(/you need permission to change rules/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })
  it('that cannot read its runs offers to try again', async () => {
    let isBroken = true
    runs = () => {
      if (isBroken) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return [sampleRun()]
    }
    show()
    await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await pressButton('Try again')
    expect(await screen.findByText(/You would have stopped/)).toBeTruthy()
  })
  it('the address chooses the run', async () => {
    const other = sampleRun({ id: '0198a000-0000-7000-8000-000000000101', startedBy: 'Max' })
    runs = () => [sampleRun(), other]
    const router = show(`&run=${other.id}`)
    expect((await screen.findByText(/rule set/)).textContent).toContain('Max')
    expect(inputs('timeMachine.get').map(({ runId }) => runId)).toEqual([other.id])
    expect(router.state.location.search).toContain(`run=${other.id}`)
  })
  it('the address names the finished run that is shown, so that it survives a reload', async () => {
    const [first] = runs()
    const router = show()
    await screen.findByText(/You would have stopped/)
    await waitFor(() => expect(router.state.location.search).toContain(`run=${first?.id}`))
  })
  it('a run that is gone is named, and the latest is shown', async () => {
    const gone = '0198a000-0000-7000-8000-000000000999'
    const router = show(`&run=${gone}`)
    expect(await screen.findByText(/This run does not exist any more/)).toBeTruthy()
    expect(await screen.findByText(/You would have stopped/)).toBeTruthy()
    expect(router.state.location.search).toContain(gone)
  })
})
