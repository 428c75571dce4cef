// @vitest-environment jsdom
import type { ThreatsReport } from '@assay/risk-service/contract'
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
import { reportedAssessments } from '../testing/summary-samples.ts'
import { createThreatsReport } from '../testing/threats-samples.ts'
import { Component } from './threats-page.tsx'

let answer: () => ThreatsReport
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  answer = () => createThreatsReport()
  calls = stubConsoleApi({
    'reports.recordExport': () => ({ recorded: true }),
    'reports.threats': () => answer(),
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.attributeValues': () => ({ dataFilters: [], attributes: {} }),
  })
})
afterEach(() => void vi.restoreAllMocks())
const range = '&from=2026-11-19&to=2026-11-20&entity=country'
const show = (query = range, content: ReactNode = createElement(Component)) =>
  renderFailingPage(content, pageAddress + query)
const inputs = () => calls.filter(({ procedure }) => procedure === 'reports.threats').map(({ input }) => input)
const row = async (name: RegExp) =>
  within(await screen.findByRole('grid', { name: 'Distribution of values' })).findByRole('row', { name })

it('figures, the sentence of the chosen value, and a row for each value', async () => {
  show()
  expect((await row(/^Lithuania/)).textContent).toMatch(/20,801.*1\.62%.*2,198.*18\.47%.*10\.82%/)
  expect((await row(/^\(blank\)/)).textContent).toMatch(/220,592.*17\.18%/)
  expect(screen.getByText(/^Lithuania/, { selector: 'p *' }).closest('p')?.textContent).toBe(
    'Lithuania: 1.62% of transactions, 18.47% of fraud.',
  )
  expect(screen.getByText('Fraud rate', { selector: '[data-slot=stat-tile] *' })).toBeTruthy()
  expect(screen.queryByText('Rule approval rate')).toBeNull()
  expect(inputs()).toMatchObject([{ entity: 'country', value: null, from: '2026-11-19', to: '2026-11-20' }])
})

it('a row becomes the choice of the charts, and stands in the address', async () => {
  const router = show()
  fireEvent.click(await row(/^Germany/))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ value: 'DE' }))
  expect(router.state.location.search).toContain('value=DE')
  expect(await screen.findByText(/^: 38\.24%|38\.24%/, { selector: 'p bdi' })).toBeTruthy()
})

it('the name of a value leads to its events; a blank one and readers without the search are led nowhere', async () => {
  const router = show()
  const germany = await screen.findByRole('link', { name: 'Germany' })
  const search = new URLSearchParams(germany.getAttribute('href')?.split('?')[1])
  expect(search.getAll('f')).toEqual([
    'at:gte:2026-11-19T00:00:00.000Z',
    'at:lt:2026-11-21T00:00:00.000Z',
    'ipCountry:in:DE',
  ])
  expect(screen.queryByRole('link', { name: '(blank)' })).toBeNull()
  await router.navigate(`${pageAddress}${range}&fraudFlags=Fraud`)
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Germany' })).toBeNull())
})

it('who may not search is led nowhere', async () => {
  show(
    range,
    withCapabilities(createElement(Component), ({ search: _search, ...others }) => others),
  )
  await row(/^Germany/)
  expect(screen.queryByRole('link', { name: 'Germany' })).toBeNull()
})

it('charts have the chosen value first and all others last', { timeout: 60_000 }, async () => {
  show()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'View as table' })).toHaveLength(7), {
    timeout: 30_000,
  })
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button)
  const names = async (title: string) =>
    within(await screen.findByRole('table', { name: title }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
      .slice(1)
  expect(await names('Share of transactions')).toEqual(['Lithuania', 'Germany', '(blank)', 'Others'])
  expect(await names('Share of fraud volume')).toEqual(['Lithuania', 'Germany'])
  // A status without fraud would only fill the legend.
  expect(await names('Fraud by transaction status')).toEqual(['Chargeback', 'Bank approved'])
  expect(await names('Fraud flag of the latest event')).toEqual(['Fraud', 'Non-fraud'])
  expect(await screen.findByRole('table', { name: 'Fraud by date received' })).toBeTruthy()
})

it.each(['width <', null])('on a narrow page the values come before their charts: %s', async width => {
  stubMedia(width)
  show()
  const table = await screen.findByRole('grid', { name: 'Distribution of values' })
  const chart = await screen.findByRole('region', { name: 'Share of transactions' })
  const isFirst = (table.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect(isFirst).toBe(width !== null)
})

it('filters of outcomes stand in the address; what the service does not know is left out', async () => {
  show(`${range}&fraudFlags=Fraud,Maybe&fraudTypes=Label&nonFraudTypes=BankApproved&scoreType=bot&latestStatuses=Fraud`)
  await row(/^Germany/)
  expect(inputs()).toMatchObject([
    {
      fraudFlags: ['Fraud'],
      fraudTypes: ['Label'],
      nonFraudTypes: ['BankApproved'],
      latestStatuses: ['Fraud'],
      // Purchases have no bot score.
      scoreType: 'risk',
    },
  ])
  expect(await screen.findByRole('button', { name: /^Latest fraud flag is Fraud/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Fraud type is Label/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ fraudFlags: [], fraudTypes: [], entity: null }))
})

it('accounts are filtered by their bot score', async () => {
  show(`${range}&assessment=accountlogin&scoreType=bot&score=500-999`)
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ scoreType: 'bot', scoreFrom: 500, view: 'count' }))
  expect(await screen.findByRole('button', { name: /^Score type is Bot score/ })).toBeTruthy()
})

it('figures are saved as raw numbers', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  show()
  await row(/^Germany/)
  await chooseMenuItem('Export Threats', 'Values of the distribution (CSV)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(calls.find(({ procedure }) => procedure === 'reports.recordExport')?.input).toMatchObject({
    report: 'threats',
    rows: 3,
  })
  const [head, , blank] = (await saved[0]?.text())?.split('\r\n') ?? []
  expect(head).toMatch(/^.?country,volume,share,fraudVolume,fraudShare,fraudRate$/)
  expect(blank).toBe('(blank),220592,0.1718,1171,0.0984,0.0059')
  await chooseMenuItem('Export Threats', 'Figures by period (CSV)')
  await waitFor(() => expect(saved).toHaveLength(2))
  expect((await saved[1]?.text())?.split('\r\n')[0]).toMatch(
    /fraudByReceived\.volume,fraudByReceived\.rate.*fraudFlags\.Fraud/,
  )
})

it('the first day of the values stands beside the table where the figures cover earlier days', async () => {
  const { entity } = createThreatsReport()
  answer = () => createThreatsReport({ entity: { ...entity, countedFrom: '2026-11-20' } })
  show()
  expect((await screen.findByText(/^Counted from/)).textContent).toMatch(/^Counted from Nov 20, 2026 on\./)
})

it('the service chooses the first attribute that has values; one without any says so', async () => {
  const { entity } = createThreatsReport()
  const [blank] = entity.rows.filter(({ value }) => value === '(blank)')
  answer = () =>
    createThreatsReport({ entity: { ...entity, attribute: 'cardType', chosen: null, rows: blank ? [blank] : [] } })
  show(range.replace('&entity=country', ''))
  expect(await screen.findByText('No transaction of this range has this attribute')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Attribute of the distribution' }).textContent).toBe('Card type')
  expect(inputs()).toMatchObject([{ entity: null }])
})

it('whether scripts ran is filtered by words', async () => {
  stubConsoleApi({
    'reports.threats': () => answer(),
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.attributeValues': () => ({ dataFilters: [], attributes: { javaScript: [{ value: 'true', count: 12 }] } }),
  })
  show(`${range}&assessment=accountlogin&javaScript=true,false`)
  expect(await screen.findByRole('button', { name: /^JavaScript enabled is Yes \(12\).* No/ })).toBeTruthy()
})

const none = createThreatsReport()
const nothing: Partial<ThreatsReport> = {
  kpis: { ...none.kpis, transactionVolume: 0 },
  entity: {
    ...none.entity,
    chosen: null,
    rows: [],
    transactions: { values: [], volumes: [] },
    fraud: { values: [], volumes: [] },
  },
}
it.each([
  [createThreatsReport({ hasData: false }), '', /^There is no data for this report yet/],
  [createThreatsReport({ firstRead: true }), '&country=XX', /^Transactions are being read for the first time/],
  [createThreatsReport({ firstRead: true, hasData: false }), '', /^Transactions are being read for the first time/],
  [createThreatsReport(nothing), '&country=XX', /^No transactions match these filters/],
  [createThreatsReport(nothing), '&fraudFlags=Fraud', /^No transactions match these filters/],
  [createThreatsReport({ confirmed: 3 }), '', /^Only 3 confirmed transactions/],
])('what limits the figures is shown: %#', async (report, query, text) => {
  answer = () => report
  show(range + query)
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})

it.each([
  [new ORPCError('NOT_FOUND'), 'Assessment not found'],
  [new ORPCError('CONFLICT', { data: { reason: 'reports.off' } }), 'Reporting is turned off for this assessment.'],
])('an assessment without a report says so: %#', async (error, text) => {
  answer = () => {
    throw error
  }
  show()
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
})

it('what cannot be read offers to try again', async () => {
  let failing = true
  answer = () => {
    if (failing) throw new ORPCError('INTERNAL_SERVER_ERROR')
    return createThreatsReport()
  }
  show()
  await waitFor(() => expect(screen.getAllByText('This could not be loaded').length).toBeGreaterThan(0))
  failing = false
  const [retry] = screen.getAllByRole('button', { name: /Retry|Try again/ })
  if (retry) fireEvent.click(retry)
  expect(await row(/^Germany/)).toBeTruthy()
})

it('the filter by decision rule stands in the address, and is offered with the rules that decided', async () => {
  const ruleId = '5a000000-0000-4000-8000-000000000001'
  calls = stubConsoleApi({
    'reports.threats': () => answer(),
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.attributeValues': () => ({
      dataFilters: [],
      attributes: {},
      rules: [{ ruleId, name: 'Geo', count: 30, clauses: [{ clause: 'Far, away', count: 12 }] }],
    }),
  })
  const address = encodeURIComponent(encodeURIComponent(`${ruleId}~Far, away`))
  show(`${range}&decisionRules=${address},nonsense`)
  await waitFor(() =>
    expect(inputs()).toMatchObject([{ decisionRules: [{ ruleId, clause: 'Far, away' }], entity: 'country' }]),
  )
  await screen.findByRole('button', { name: /^Decision rule or clause is Geo › Far, away \(12\)/ })
  // The search has no such filter.
  await row(/^Germany/)
  expect(screen.queryByRole('link', { name: 'Germany' })).toBeNull()
})
