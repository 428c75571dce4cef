// @vitest-environment jsdom
import type { OlderMonths, SummaryReport } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem, chooseOption } from '../../../platform/testing/user-input.ts'
import { createEmptySummary, createSummary, reportedAssessments } from '../testing/summary-samples.ts'
import { SummaryPage as Component } from './summary-page.tsx'

let answer: () => SummaryReport | Promise<SummaryReport>
let calls: RecordedCall[]
let older: () => OlderMonths
let record: () => unknown
beforeEach(() => {
  stubTableLayout()
  answer = () => createSummary()
  older = () => ({ months: [] })
  record = () => ({ recorded: true })
  calls = stubConsoleApi({
    'reports.summary': () => answer(),
    'reports.recordExport': () => record(),
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.olderMonths': () => older(),
    'reports.attributeValues': () => ({
      attributes: {
        segment: [],
        category: [],
        paymentType: [],
        cardType: [{ value: 'Visa, credit', count: 1200 }],
        osFamily: [],
        operatingSystem: [],
        browserFamily: [{ value: 'Chrome', count: 9 }],
        country: [{ value: '(blank)', count: 7 }],
      },
      dataFilters: [
        { field: 'transaction.txnType', values: [{ value: 'Debit', count: 12 }] },
        { field: 'sender.account.countryRegion', values: null },
      ],
    }),
  })
})
afterEach(() => void vi.restoreAllMocks())
const range = '&from=2026-11-19&to=2026-11-20'
const show = (query = range) => renderFailingPage(createElement(Component), pageAddress + query)
const inputs = () => calls.filter(({ procedure }) => procedure === 'reports.summary').map(({ input }) => input)
/** A figure that has arrived. */
const tile = (name: string) => screen.findByRole('article', { name, busy: false })

it('figures show value and change; what has nothing to be compared with has no change', async () => {
  show()
  expect((await tile('Transaction volume')).textContent).toMatch(/1\.3m.*\+6\.2%/i)
  expect((await tile('Rule approval rate')).textContent).toMatch(/91\.12%.*-0\.3 pp/)
  expect((await tile('Fraud rate')).textContent).not.toContain('pp')
  expect((await tile('Fraud volume')).textContent).toContain('34,364')
  expect(within(await tile('Fraud rate')).getByRole('button', { name: /^Fraud ÷ \(fraud \+ non-fraud\)/ })).toBeTruthy()
})

it('figures of banks are left out where nothing was sent to one', async () => {
  const { kpis } = createSummary()
  answer = () => createSummary({ kpis: { ...kpis, sentToBankVolume: 0, settledVolume: 0, bankAcceptanceRate: null } })
  show()
  await tile('Transaction volume')
  expect(screen.queryByRole('article', { name: 'Bank acceptance rate' })).toBeNull()
  expect(screen.queryByRole('article', { name: 'Fraud chargeback rate' })).toBeNull()
  expect(screen.queryByText('Bank acceptance volume and rate')).toBeNull()
})

it('amounts are compact from a thousand dollars on', async () => {
  const { kpis } = createSummary()
  answer = () => createSummary({ kpis: { ...kpis, transactionVolume: 786_600, fraudVolume: 999.5 } })
  show(`${range}&view=amount`)
  expect((await tile('Transaction volume')).textContent).toMatch(/USD\s786\.6k/i)
  expect((await tile('Fraud volume')).textContent).toMatch(/USD\s999\.50/)
  expect(inputs()).toMatchObject([{ view: 'amount' }])
})

it('the address decides what the service is asked for', async () => {
  show(`${range}&grain=week&score=30-69&cardType=Visa%252C%20credit&environment=${environmentId},x`)
  await tile('Transaction volume')
  expect(inputs()).toEqual([
    {
      environmentId,
      assessment: 'purchase',
      from: '2026-11-19',
      to: '2026-11-20',
      view: 'count',
      grain: 'week',
      environmentIds: [environmentId],
      scoreFrom: 30,
      scoreTo: 69,
      attributes: {
        segment: [],
        category: [],
        paymentType: [],
        javaScript: [],
        cardType: ['Visa, credit'],
        osFamily: [],
        operatingSystem: [],
        browserFamily: [],
        country: [],
      },
      dataFilters: {},
    },
  ])
  expect(await screen.findByRole('button', { name: /^Card type is Visa, credit/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Score between 30/ })).toBeTruthy()
})

it('an assessment is filtered by the values of its fields, of which some are still being read', async () => {
  show(`${range}&assessment=Transfers&dataFilters=transaction.txnType:Debit;transaction.channel:web`)
  await tile('Transaction volume')
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ dataFilters: { 'transaction.txnType': ['Debit'] } }))
  expect(await screen.findByRole('button', { name: /^transaction\.txnType is Debit/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Filter: add a condition' }))
  expect(await screen.findByText('Card type')).toBeTruthy()
  expect(screen.queryByText('sender.account.countryRegion')).toBeNull()
})

const picker = () => screen.findByRole('combobox', { name: /^Assessment/ })

it('a score that is none, and limits in the wrong order, are refused at their field', async () => {
  const router = show(`${range}&score=30-69`)
  fireEvent.click(await screen.findByRole('button', { name: /^Score .*30/ }))
  const editor = within(await screen.findByRole('dialog'))
  const enter = (name: string, value: string) => {
    const field = editor.getByRole('spinbutton', { name: new RegExp(`^${name}`) })
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  const apply = () => fireEvent.click(editor.getByRole('button', { name: 'Apply' }))
  enter('To', '1200')
  apply()
  expect(await editor.findByText('Enter a whole number from 0 to 999.')).toBeTruthy()
  enter('To', '20')
  apply()
  expect(await editor.findByText('The lower value must not be greater than the upper value.')).toBeTruthy()
  expect(router.state.location.search).toContain('score=30-69')
  enter('To', '72')
  apply()
  await waitFor(() => expect(router.state.location.search).toContain('score=30-79'))
})

it('another assessment keeps range and periods, drops filters, and has filters of its own', async () => {
  const router = show(`${range}&grain=week&view=amount&cardType=Visa%252C%20credit&score=30-69`)
  await tile('Transaction volume')
  await waitFor(async () => expect((await picker()).textContent).toContain('Purchase'))
  await chooseOption(await picker(), 'Account login')
  await waitFor(() =>
    expect(inputs().at(-1)).toMatchObject({
      assessment: 'accountlogin',
      from: '2026-11-19',
      grain: 'week',
      view: 'count',
      scoreTo: 999,
      attributes: { cardType: [] },
    }),
  )
  expect(router.state.location.search).toContain('assessment=accountlogin')
  expect(router.state.location.search).not.toMatch(/view|score|cardType/)
  expect(screen.getByRole('radio', { name: 'Amount (USD)' })).toHaveProperty('disabled', true)
  await chooseOption(await picker(), 'Money out')
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ assessment: 'Transfers' }))
  expect(screen.getByRole('radio', { name: 'Amount (USD)' })).toHaveProperty('disabled', false)
})

it('filters of another assessment that an address still names are not asked for', async () => {
  show(`${range}&assessment=accountlogin&view=amount&segment=Shoes&browserFamily=Chrome`)
  await tile('Transaction volume')
  expect(inputs()).toMatchObject([
    { assessment: 'accountlogin', view: 'count', attributes: { segment: [], browserFamily: ['Chrome'] } },
  ])
  expect(await screen.findByRole('button', { name: /^Browser family is Chrome/ })).toBeTruthy()
})

it.each([
  [new ORPCError('CONFLICT', { data: { reason: 'reports.off' } }), 'Reporting is turned off for this assessment.'],
  [
    new ORPCError('CONFLICT', { data: { reason: 'reports.dataFilterPending' } }),
    'The values of this filter are still being read',
  ],
  [new ORPCError('NOT_FOUND'), 'Assessment not found'],
])('an assessment without a report says why: %s', async (error, text) => {
  answer = () => {
    throw error
  }
  show(`${range}&assessment=Coupons`)
  expect(await screen.findByText(text)).toBeTruthy()
  expect((await picker()).textContent).toContain('Coupons')
})

it('what is changed stands in the address, and Reset takes all of it back', async () => {
  const router = show(`${range}&country=DE`)
  await tile('Transaction volume')
  fireEvent.click(screen.getByRole('radio', { name: 'Monthly' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ grain: 'month', attributes: { country: ['DE'] } }))
  expect(router.state.location.search).toContain('grain=month')
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ grain: 'day', attributes: { country: [] } }))
  expect(router.state.location.search).not.toMatch(/country|from|grain/)
})

it('the table of a chart has volumes and rates, and statuses by their names', { timeout: 60_000 }, async () => {
  show()
  // The code of the charts arrives late on a busy machine.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'View as table' })).toHaveLength(9), {
    timeout: 30_000,
  })
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button)
  const fraud = await screen.findByRole('table', { name: 'Fraud volume and rate' })
  const rows = within(fraud).getAllByRole('row')
  expect(rows[1]?.textContent).toMatch(/640,000.*25\.00%/)
  expect(rows[2]?.textContent).toMatch(/640,000.*–/)
  expect(screen.getAllByText('Not complete: Nov 20, 2026')).toHaveLength(9)
  const observed = await screen.findByRole('table', { name: 'Status of latest observation event' })
  expect(within(observed).getByRole('columnheader', { name: 'Resubmitted request' })).toBeTruthy()
  expect(within(observed).getByRole('columnheader', { name: 'Others' })).toBeTruthy()
})

const nowcast = (changes: Partial<SummaryReport['nowcast']>) =>
  createSummary({ nowcast: { ...createSummary().nowcast, ...changes } })
const period = { arriving: true, expected: null, margin: null, low: null, high: null }

it.each<[string, SummaryReport, RegExp]>([
  [
    'expected',
    createSummary({
      series: {
        ...createSummary().series,
        fraud: [
          { volume: 1, rate: 0.2 },
          { volume: 2, rate: 0.0042 },
        ],
      },
    }),
    /Nov 20, 2026: 0\.42% now, will be 25\.61% ± 0\.06 pp\. Shaded: labels are still arriving\./,
  ],
  ['too early', nowcast({ periods: [period, period] }), /Shaded: labels are still arriving\. It is too early/],
  ['few frauds', nowcast({ refusal: 'fewFrauds', frauds: 12, periods: [] }), /Only 12 frauds are known\. From 30 on,/],
  ['no bank', nowcast({ refusal: 'noBank', periods: [] }), /Without answers of a bank no final rate/],
])('the rate of late periods is expected, or not: %s', { timeout: 60_000 }, async (_case, report, sentence) => {
  answer = () => report
  show()
  const chart = await screen.findByRole('region', { name: 'Fraud volume and rate' }, { timeout: 30_000 })
  // The code of the charts arrives late on a busy machine.
  await waitFor(() => expect(chart.textContent).toMatch(sentence), { timeout: 30_000 })
})

it('the table of fraud has the expected rate and its limits', { timeout: 60_000 }, async () => {
  show()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'View as table' })).toHaveLength(9), {
    timeout: 30_000,
  })
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button)
  const fraud = await screen.findByRole('table', { name: 'Fraud volume and rate' })
  for (const name of ['Expected rate', 'Expected at least', 'Expected at most'])
    expect(within(fraud).getByRole('columnheader', { name })).toBeTruthy()
  const rows = within(fraud).getAllByRole('row')
  expect(rows[2]?.textContent).toMatch(/25\.61%.*25\.55%.*25\.67%/)
})

it('a month is named as one', { timeout: 60_000 }, async () => {
  answer = () =>
    createSummary({
      periods: [
        { start: '2026-10-01', partial: false },
        { start: '2026-11-01', partial: true },
      ],
    })
  show(`${range}&grain=month`)
  expect(await screen.findByText(/^November 2026: /, {}, { timeout: 30_000 })).toBeTruthy()
})

it('older months are listed with their own figures, whatever the filters', async () => {
  older = () => ({
    months: [
      { start: '2026-06-01', kpis: { ...createSummary().kpis, transactionVolume: 4321, fraudRate: null } },
      { start: '2026-05-01', kpis: { ...createSummary().kpis, transactionVolume: 1234.5 } },
    ],
  })
  show(`${range}&view=amount&cardType=Visa`)
  const table = await screen.findByRole('grid', { name: 'Older months' })
  await waitFor(() => expect(within(table).getByText('June 2026')).toBeTruthy())
  expect(table.textContent).toMatch(/June 2026.*USD\s4,321\.00.*–.*May 2026.*USD\s1,234\.50.*3\.68%/)
  expect(calls.filter(({ procedure }) => procedure === 'reports.olderMonths').map(({ input }) => input)).toEqual([
    { environmentId, environmentIds: [], assessment: 'purchase', view: 'amount' },
  ])
})

it('the file of older months stands in the activity log before it is written', async () => {
  const [saved, names]: [Blob[], string[]] = [[], []]
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { kpis } = createSummary()
  older = () => ({
    months: [
      { start: '2026-06-01', kpis: { ...kpis, transactionVolume: 4321, fraudRate: null } },
      { start: '2026-02-01', kpis },
    ],
  })
  record = () => {
    throw new ORPCError('FORBIDDEN', { status: 403 })
  }
  show()
  await screen.findByRole('grid', { name: 'Older months' })
  const records = () => calls.filter(({ procedure }) => procedure === 'reports.recordExport').map(({ input }) => input)
  await chooseMenuItem('Export Older months', 'Figures by period (CSV)')
  await waitFor(() => expect(records()).toHaveLength(1))
  expect(saved).toEqual([])
  record = () => ({ recorded: true })
  await chooseMenuItem('Export Older months', 'Figures by period (CSV)')
  await waitFor(() => expect(names).toEqual(['older-months_purchase_2026-02-01_2026-06-30.csv']))
  expect(records().at(-1)).toMatchObject({
    report: 'olderMonths',
    assessment: 'purchase',
    from: '2026-02-01',
    to: '2026-06-30',
    rows: 2,
  })
  expect(
    (await saved[0]?.text())
      ?.split('\r\n')
      .slice(0, 2)
      .map(line => line.split(',').slice(0, 2)),
  ).toEqual([
    [expect.stringMatching(/month$/), 'transactionVolume'],
    ['2026-06-01', '4321'],
  ])
})

it('a report without data leads to how events are sent, for who may see that', async () => {
  answer = () => createSummary({ hasData: false })
  show()
  const link = await screen.findByRole('link', { name: 'Integration' })
  expect(link.getAttribute('href')).toMatch(/^\/integration\?/)
})

it('without older months there is no table of them', async () => {
  show()
  await tile('Transaction volume')
  await waitFor(() => expect(calls.some(({ procedure }) => procedure === 'reports.olderMonths')).toBe(true))
  expect(screen.queryByText('Older months')).toBeNull()
})

it('older months that cannot be read say so in their own place', async () => {
  older = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  expect(await screen.findByText('Older months')).toBeTruthy()
  expect((await tile('Transaction volume')).textContent).toMatch(/1\.3m/i)
})

it('figures are saved as raw numbers', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  show()
  await tile('Transaction volume')
  await chooseMenuItem('Export Summary', 'Figures by period (CSV)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(calls.find(({ procedure }) => procedure === 'reports.recordExport')?.input).toMatchObject({
    report: 'summary',
    from: '2026-11-19',
    to: '2026-11-20',
    rows: 2,
  })
  const [head, first, second] = (await saved[0]?.text())?.split('\r\n') ?? []
  expect(head).toMatch(/^.?period,transactions\.volume,fraud\.volume,fraud\.rate,/)
  expect(first).toBe('2026-11-19,640000,640000,0.25,640000,0.25,640000,0.25,640000,0.25,640000,0.25,,,')
  expect(second).toMatch(/^2026-11-20,640000,640000,,.*,0\.2561,0\.2555,0\.2567$/)
})

it('a file that the activity log cannot record is not saved', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  record = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  await tile('Transaction volume')
  await chooseMenuItem('Export Summary', 'Figures by period (CSV)')
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  expect(saved).not.toHaveBeenCalled()
})

it.each([
  [{ hasData: false }, '', /^There is no data for this report yet/],
  [{ firstRead: true }, '&country=XX', /^Transactions are being read for the first time/],
  [{ firstRead: true, hasData: false }, '', /^Transactions are being read for the first time/],
  [{}, '&country=XX', /^No transactions match these filters/],
])('nothing to count says why: %j %s', async (changes, query, text) => {
  answer = () => createEmptySummary(changes)
  show(range + query)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('few confirmed transactions and old figures are marked', async () => {
  answer = () => createSummary({ confirmed: 29, refreshedAt: new Date(Date.now() - 73 * 3_600_000).toISOString() })
  show()
  expect(await screen.findByText('Only 29 confirmed transactions. Rates may not be reliable.')).toBeTruthy()
  expect(screen.getByText('The figures are 3 days old.')).toBeTruthy()
})

it('what cannot be read offers to try again', async () => {
  let failing = true
  answer = () => {
    if (failing) throw new ORPCError('INTERNAL_SERVER_ERROR')
    return createSummary()
  }
  show()
  await waitFor(() => expect(screen.getAllByText('This could not be loaded').length).toBeGreaterThan(0))
  failing = false
  const [retry] = screen.getAllByRole('button', { name: /Retry|Try again/ })
  if (retry) fireEvent.click(retry)
  expect((await tile('Transaction volume')).textContent).toContain('1.3m')
})

it('until the amounts arrive, the counts are shown as counts and cannot be saved', async () => {
  show()
  await tile('Transaction volume')
  const pending = Promise.withResolvers<SummaryReport>()
  answer = () => pending.promise
  fireEvent.click(screen.getByRole('radio', { name: 'Amount (USD)' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ view: 'amount' }))
  expect((await tile('Transaction volume')).textContent).toMatch(/1\.3m/i)
  expect((await tile('Transaction volume')).textContent).not.toContain('USD')
  const save = screen.getByRole('button', { name: 'Export Summary' })
  expect(save).toHaveProperty('disabled', true)
  pending.resolve(createSummary())
  await waitFor(async () => expect((await tile('Transaction volume')).textContent).toMatch(/USD\s1\.3m/i))
  expect(save).toHaveProperty('disabled', false)
})

it('figures that cannot be refreshed stay, and say so', async () => {
  const queryClient = createQueryClient()
  renderFailingPage(createElement(Component), pageAddress + range, queryClient)
  await tile('Transaction volume')
  answer = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  await act(() => queryClient.refetchQueries())
  expect(await screen.findByText(/^The figures could not be refreshed/)).toBeTruthy()
  expect((await tile('Transaction volume')).textContent).toMatch(/1\.3m/i)
})
