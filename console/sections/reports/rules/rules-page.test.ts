// @vitest-environment jsdom
import type { RulesReport } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubMedia } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem } from '../../../platform/testing/user-input.ts'
import { createRulesReport, geoId, scoreId } from '../testing/rules-samples.ts'
import { reportedAssessments } from '../testing/summary-samples.ts'
import { Component } from './rules-page.tsx'

let answer: () => RulesReport
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  answer = () => createRulesReport()
  calls = stubConsoleApi({
    'reports.recordExport': () => ({ recorded: true }),
    'reports.rules': () => answer(),
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
  })
})
afterEach(() => void vi.restoreAllMocks())
const range = '&from=2026-11-19&to=2026-11-20'
const show = (query = range, content: ReactNode = createElement(Component)) =>
  renderFailingPage(content, pageAddress + query)
const inputs = () => calls.filter(({ procedure }) => procedure === 'reports.rules').map(({ input }) => input)
const grid = () => screen.findByRole('treegrid', { name: 'Rules and clauses' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })

it('rules are rows by volume; a rule opens its clauses', async () => {
  show()
  const geo = await row(/^Geo/)
  expect(geo.textContent).toMatch(/9,480.*0\.74%.*67\.09%.*20\.17%.*19\.60%.*24\.21%23\.01% to 25\.45%.*3,711.*318/)
  expect(geo.getAttribute('aria-expanded')).toBe('false')
  expect(within(await grid()).queryByText('Block country')).toBeNull()
  geo.focus()
  fireEvent.keyDown(geo, { key: 'ArrowRight' })
  expect((await row(/^Block country/)).getAttribute('aria-level')).toBe('2')
  expect((await row(/^Review country/)).textContent).toMatch(/–/)
  expect((await row(/^Score/)).textContent).toContain('Deleted')
  expect(screen.getByText('By volume. Without a deciding rule and left out: 785 transactions')).toBeTruthy()
})

it('rules are cards on a phone: they narrow the report as rows do, and open their clauses', async () => {
  stubMedia('40rem')
  const router = show()
  const list = within(await screen.findByRole('list', { name: 'Rules and clauses' }))
  expect(screen.queryByRole('treegrid')).toBeNull()
  const geo = list.getByRole('button', { name: 'Geo' })
  const card = geo.closest('li')
  expect(card?.textContent).toMatch(/9,480.*67\.09%.*20\.17%.*24\.21%23\.01% to 25\.45%/)
  expect(list.queryByRole('button', { name: 'Block country' })).toBeNull()
  fireEvent.click(list.getByRole('button', { name: 'Clauses of Geo' }))
  expect(list.getByRole('button', { name: 'Block country' })).toBeTruthy()
  fireEvent.click(geo)
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ rules: [{ ruleId: geoId, clause: null }] }))
  await waitFor(() => expect(geo.getAttribute('aria-pressed')).toBe('true'))
  fireEvent.click(list.getByRole('button', { name: 'Block country' }))
  await waitFor(() => expect(router.state.location.search).toContain('rule='))
  await chooseMenuItem('Actions for Score', 'Show events')
})

it('keys move from line to line, back to the rule, and close it', async () => {
  show()
  const geo = await row(/^Geo/)
  geo.focus()
  fireEvent.keyDown(geo, { key: 'ArrowRight' })
  fireEvent.keyDown(geo, { key: 'ArrowDown' })
  const clause = await row(/^Block country/)
  await waitFor(() => expect(document.activeElement).toBe(clause))
  fireEvent.keyDown(clause, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(geo)
  fireEvent.keyDown(geo, { key: 'ArrowLeft' })
  await waitFor(() => expect(geo.getAttribute('aria-expanded')).toBe('false'))
  fireEvent.keyDown(geo, { key: 'End' })
  expect(document.activeElement).toBe(await row(/^Score/))
})

it('a row narrows figures and charts to its rule, and a second time takes it back', async () => {
  const router = show()
  fireEvent.click(await row(/^Geo/))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ rules: [{ ruleId: geoId, clause: null }] }))
  expect(router.state.location.search).toContain(`rule=${geoId}`)
  expect((await row(/^Geo/)).getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByRole('heading', { name: 'Geo' })).toBeTruthy()
  expect(screen.getByText('3,711 transactions of good customers stopped')).toBeTruthy()
  expect(screen.getByText('0.34%')).toBeTruthy()
  const overlap = screen.getByRole('table', { name: 'Overlap' })
  expect(within(overlap).getByRole('row', { name: /Watch/ }).textContent).toMatch(/1,204.*71\.30%/)
  fireEvent.keyDown(await row(/^Geo/), { key: 'Enter' })
  await waitFor(() => expect(router.state.location.search).not.toContain('rule='))
})

it('a rule leads to its events, to the fraud that it missed, and to its page', async () => {
  show(`${range}&rule=${geoId}`)
  const events = await screen.findByRole('link', { name: 'Show events' })
  const search = new URLSearchParams(events.getAttribute('href')?.split('?')[1])
  expect(search.getAll('f')).toEqual([
    'rule:in:Geo,Old%20geo',
    'at:gte:2026-11-19T00:00:00.000Z',
    'at:lt:2026-11-21T00:00:00.000Z',
  ])
  // The other page compares the days up to today.
  expect(screen.queryByRole('link', { name: 'Compare caught and missed fraud' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open rule' })).toBeTruthy()
  await chooseMenuItem('Actions for Score', 'Show events')
})

it('the comparison of caught and missed fraud is offered for days up to today that the other page has', async () => {
  show(`&days=30&rule=${geoId}`)
  const contrast = await screen.findByRole('link', { name: 'Compare caught and missed fraud' })
  expect(contrast.getAttribute('href')).toMatch(new RegExp(`^/fraud/purchase/rules.*rule=${geoId}.*missed=30d`))
})

it('one of several chosen rules is taken back alone', async () => {
  show(`${range}&rule=${geoId},${scoreId}`)
  fireEvent.click(await row(/^Geo/))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ rules: [{ ruleId: scoreId, clause: null }] }))
})

it('a button opens and closes a rule, for who has no keys', async () => {
  show()
  const button = within(await row(/^Geo/)).getByRole('button', { name: 'Clauses of Geo' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(await row(/^Block country/)).toBeTruthy()
  expect((await row(/^Geo/)).getAttribute('aria-selected')).toBe('false')
  fireEvent.click(within(await row(/^Geo/)).getByRole('button', { name: 'Clauses of Geo', expanded: true }))
  await waitFor(() => expect(screen.queryByText('Block country')).toBeNull())
})

it('accounts offer their own decisions, and every status is one that the service knows', async () => {
  show(`${range}&assessment=accountlogin&finalDecisions=Failed,Approved&latestStatuses=AccountCompromised,Other,Lost`)
  await grid()
  expect(inputs().at(-1)).toMatchObject({
    finalDecisions: ['Approved'],
    latestStatuses: ['AccountCompromised', 'Other'],
  })
  expect(await screen.findByRole('button', { name: /^Final decision is Approved/ })).toBeTruthy()
})

it('who may neither search nor see rules is led nowhere', async () => {
  show(
    `${range}&rule=${geoId}`,
    withCapabilities(createElement(Component), ({ search: _search, rules: _rules, ...others }) => others),
  )
  await screen.findByRole('heading', { name: 'Geo' })
  expect(screen.queryByRole('link', { name: 'Show events' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Geo' })).toBeNull()
})

it('clauses without effect say why, and lead to their rule', async () => {
  show()
  const silent = await screen.findByRole('table', { name: 'Clauses without effect' })
  expect(within(silent).getByRole('row', { name: /Late clause/ }).textContent).toMatch(/Shadowed.*9,480.*0/)
  expect(within(silent).getByRole('link', { name: 'Geo › Late clause' })).toBeTruthy()
})

it('observe rules have an overlap with decision rules, of rules or of clauses', { timeout: 60_000 }, async () => {
  show(`${range}&kind=observe`)
  const highest = (text: RegExp) => screen.findByText(text, {}, { timeout: 30_000 })
  expect(await highest(/^Overlap: highest 71\.30% at Watch, Geo/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Clauses' }))
  expect(await highest(/^Overlap: highest 50\.00% at Watch › Device, Geo › Block country/)).toBeTruthy()
  expect(inputs()).toMatchObject([{ kind: 'observe' }])
  expect(screen.queryByText('Distribution')).toBeNull()
})

it('time series show rules, scores and the answers of the bank', { timeout: 60_000 }, async () => {
  show(`${range}&display=series`)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'View as table' })).toHaveLength(5), {
    timeout: 30_000,
  })
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button)
  const rules = await screen.findByRole('table', { name: 'Rule distribution' })
  expect(within(rules).getByRole('columnheader', { name: 'Geo' })).toBeTruthy()
  expect(within(rules).getByRole('columnheader', { name: 'Others' })).toBeTruthy()
  expect(await screen.findByText('No score: 2 transactions')).toBeTruthy()
  const scores = await screen.findByRole('table', { name: 'Score distribution' })
  expect(within(scores).getByRole('row', { name: /30/ }).textContent).toMatch(/12.*5/)
  expect(screen.queryByRole('treegrid')).toBeNull()
})

it('scores are told apart by the chosen rules', { timeout: 60_000 }, async () => {
  const values = [
    { ruleId: geoId, clause: null },
    { ruleId: scoreId, clause: null },
  ]
  const bins = [
    { bin: 3, volumes: [12, 5] },
    { bin: 80, volumes: [0, 7] },
  ]
  answer = () => createRulesReport({ scores: { values, bins, withoutScore: 0 } })
  show(`${range}&display=series&rule=${geoId},${scoreId}`)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'View as table' })).toHaveLength(5), {
    timeout: 30_000,
  })
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button)
  const scores = await screen.findByRole('table', { name: 'Score distribution' })
  expect(within(scores).getByRole('columnheader', { name: 'Geo' })).toBeTruthy()
  expect(within(scores).getByRole('row', { name: /^30–39/ }).textContent).toMatch(/12.*5/)
  expect(within(scores).getByRole('row', { name: /^800–809/ }).textContent).toMatch(/0.*7/)
})

it('filters of the report stand in its address; what the service does not know is left out', async () => {
  show(`${range}&ruleDecisions=Reject,Nothing&finalDecisions=Approved&transactionStatuses=Bank%2520declined&rule=x`)
  await grid()
  expect(inputs()).toMatchObject([
    {
      ruleDecisions: ['Reject'],
      finalDecisions: ['Approved'],
      transactionStatuses: ['Bank declined'],
      latestStatuses: [],
      rules: [],
    },
  ])
  expect(await screen.findByRole('button', { name: /^Rule decision is Reject/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ ruleDecisions: [], transactionStatuses: [] }))
})

it.each(['decision', 'observe'])('a print says which rules it is about: %s', async kind => {
  show(`${range}&kind=${kind}`)
  const name = kind === 'decision' ? 'Decision rules' : 'Observe rules'
  expect((await screen.findByText(name, { selector: 'p' })).className).toContain('print:block')
})

it('figures are saved as raw numbers', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  show()
  await grid()
  await chooseMenuItem('Export Rules', 'Rules and clauses (CSV)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(calls.find(({ procedure }) => procedure === 'reports.recordExport')?.input).toMatchObject({ report: 'rules' })
  const [head, first, second] = (await saved[0]?.text())?.split('\r\n') ?? []
  expect(head).toMatch(/^.?rule,clause,volume,distribution,manualReviewRate,.*,precision\.low,precision\.high$/)
  expect(first).toMatch(/^Geo,,9480,0\.0074,0\.6709,.*,0\.2301,0\.2545$/)
  expect(second).toMatch(/^Geo,Block country,6360,/)
})

it.each([
  [createRulesReport({ hasData: false }), '', /^There is no data for this report yet/],
  [createRulesReport({ firstRead: true }), '&country=XX', /^Transactions are being read for the first time/],
  [createRulesReport({ firstRead: true, hasData: false }), '', /^Transactions are being read for the first time/],
  [createRulesReport({ rows: [] }), '', /^No rule decided transactions in this range/],
  [
    createRulesReport({ rows: [], kpis: { ...createRulesReport().kpis, transactionVolume: 0 } }),
    '&country=XX',
    /^No transactions match these filters/,
  ],
])('nothing to count says why: %#', async (report, query, text) => {
  answer = () => report
  show(range + query)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('what cannot be read offers to try again', async () => {
  let failing = true
  answer = () => {
    if (failing) throw new ORPCError('INTERNAL_SERVER_ERROR')
    return createRulesReport()
  }
  show()
  await waitFor(() => expect(screen.getAllByText('This could not be loaded').length).toBeGreaterThan(0))
  failing = false
  const [retry] = screen.getAllByRole('button', { name: /Retry|Try again/ })
  if (retry) fireEvent.click(retry)
  expect(await grid()).toBeTruthy()
})
