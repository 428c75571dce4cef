// @vitest-environment jsdom
import type {
  UploadLossStatistics,
  UploadPurchaseStatistics,
  UploadRun,
  UploadRunDetail,
  UploadRunIssue,
} from '@assay/risk-service/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities, withReadAccess } from '../../../platform/testing/session.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { run, upload } from '../testing/upload-samples.ts'
import { UploadsPage } from './uploads-page.tsx'

const figure = (value: number, good: boolean) => ({ value, good })
const statistics: UploadPurchaseStatistics = {
  period: { ...figure(91, true), from: '2026-01-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
  transactions: figure(1_000_000, true),
  chargebacks: figure(1200, false),
  chargebackBasisPoints: figure(12, true),
  chargebackMatchRate: figure(0.98, false),
  emptyValues: [{ entity: 'Purchases', attribute: 'UserEmail', empty: 60, rows: 100, share: 0.6, good: false }],
  formattingErrors: [],
  uniqueEntities: [{ attribute: 'UserId', distinct: 50, rows: 100, share: 0.5, good: true }],
}
const lossStatistics: UploadLossStatistics = {
  months: { ...figure(0, false), from: '2026-01-05T00:00:00.000Z', to: '2026-01-25T00:00:00.000Z' },
  transactions: 900,
  staff: 12,
  terminals: 4,
  returns: 31,
  discountedLines: 77,
  namedPayments: 0.5,
}
const issue: UploadRunIssue = {
  entity: 'Refunds',
  row: 212,
  column: 'Booked',
  attribute: 'BankEventTimestamp',
  code: 'U-12',
  severity: 'error',
  message: '',
  value: 'yesterday',
  params: { n: 212, a: 'BankEventTimestamp', v: 'yesterday' },
}
const orphan: UploadRunIssue = {
  ...issue,
  entity: 'Products',
  row: 42,
  column: 'PurchaseId',
  attribute: 'PurchaseId',
  code: 'U-22',
  severity: 'warning',
  value: 'P-9',
  params: { n: 42, v: 'P-9', parent: 'Purchases', key: 'PurchaseId' },
}
let calls: RecordedCall[]
let issues: UploadRunIssue[]
let shown: UploadRunDetail
let runs: UploadRun[]
beforeEach(() => {
  shown = { ...run, statistics, lossStatistics: null }
  runs = [run]
  issues = [issue]
  calls = stubConsoleApi({
    'uploads.list': () => ({
      dataTypes: [{ dataType: 'Refunds', entities: [{ ...upload, state: 'ValidationFailed' }] }],
    }),
    'uploads.runs': () => ({ runs, nextCursor: null }),
    'uploads.run': () => shown,
    'uploads.runIssues': () => ({ issues, nextCursor: null }),
    'uploads.cancelRun': () => ({ ...run, cancelling: true }),
    'uploads.dailyChargebacks': () => ({ days: [], countries: ['DE'] }),
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const content = (area: 'purchaseprotection' | 'lossprevention' = 'purchaseprotection') =>
  createElement(UploadsPage, { area })
const openRun = (page: ReactNode = content()) => renderFailingPage(page, `${pageAddress}&run=${run.id}`)

it('shows what became of each file, and the figures with their limits', async () => {
  openRun()
  const files = within(await screen.findByRole('table', { name: 'Files' }))
  expect(files.getByText('Stored')).toBeTruthy()
  expect(files.getByText('21,070')).toBeTruthy()
  expect(screen.getByText(/^Rows stored: 21,070\./)).toBeTruthy()
  const chargebacks = within(screen.getByRole('article', { name: 'Number of chargebacks' }))
  expect(chargebacks.getByText('1.2k')).toBeTruthy()
  expect(chargebacks.getByText('at least 4,000')).toBeTruthy()
  expect(within(screen.getByRole('article', { name: 'Data period' })).getByText('91 days')).toBeTruthy()
  const empty = within(screen.getByRole('table', { name: 'Empty values' }))
  expect(empty.getByText('60.00% beyond the limit')).toBeTruthy()
  expect(await screen.findByText('No purchases in this period')).toBeTruthy()
})

const timeMachineLink = () => screen.queryByRole('link', { name: 'See what your rules would have stopped' })

it('leads to the time machine over the days of the purchases', async () => {
  openRun()
  await screen.findByText(/^Rows stored: 21,070\./)
  const address = new URL(timeMachineLink()?.getAttribute('href') ?? '', 'http://console.example')
  expect(address.pathname).toBe('/data/upload/timemachine')
  expect(['env', 'period', 'from', 'to'].map(name => address.searchParams.get(name))).toEqual([
    environmentId,
    'custom',
    '2026-01-01',
    '2026-04-01',
  ])
})

it('leads nobody to the time machine who may not open it', async () => {
  openRun(withCapabilities(content(), ({ 'reports.general': _none, ...others }) => others))
  await screen.findByText(/^Rows stored: 21,070\./)
  expect(timeMachineLink()).toBeNull()
})

it.each<[string, Partial<UploadRunDetail>, RegExp]>([
  ['a dry run', { dryRun: true }, /^Nothing was stored\./],
  ['one without purchases', { statistics: null }, /^Rows stored: 21,070\./],
])('leads from %s to no time machine', async (_kind, change, result) => {
  shown = { ...shown, ...change }
  openRun()
  await screen.findByText(result)
  expect(timeMachineLink()).toBeNull()
})

it('says that loss prevention needs a full month, and leads to its report', async () => {
  shown = { ...run, area: 'lossprevention', statistics: null, lossStatistics }
  openRun(content('lossprevention'))
  expect(
    await screen.findByText(
      'At least one full month of transactions is needed. The file covers Jan 5, 2026 to Jan 25, 2026.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the loss prevention report' }).getAttribute('href')).toContain(
    '/fraud/lossprevention/reports',
  )
})

it('shows how far a run is, and cancels it', async () => {
  const progress = { entity: 'Refunds' as const, rows: 500, totalRows: 1000, bytes: 0, totalBytes: 0 }
  shown = {
    ...run,
    state: 'Running',
    phase: 'storing',
    finishedAt: null,
    progress,
    statistics: null,
    lossStatistics: null,
  }
  openRun()
  expect(await screen.findByText('Storing Refunds')).toBeTruthy()
  expect(screen.getByText('50%, rows: 500')).toBeTruthy()
  await pressButton('Cancel run')
  await waitFor(() => expect(inputsOf('uploads.cancelRun')).toEqual([{ environmentId, runId: run.id }]))
})

it('lets nobody cancel a run who may only read', async () => {
  shown = { ...run, state: 'Waiting', finishedAt: null, statistics: null, lossStatistics: null }
  openRun(withReadAccess(content()))
  expect(await screen.findByText('Waiting for the run before it')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull()
})

it('says why a run failed, with the id for the log', async () => {
  const failure = { reason: 'server' as const, correlationId: 'c-17' }
  shown = { ...run, state: 'Failed', failure, statistics: null, lossStatistics: null }
  openRun()
  expect(await screen.findByText('Something went wrong while processing. Try again. (c-17)')).toBeTruthy()
})

it('lists the errors of an entity beside the table, narrowed by their code', async () => {
  const [file] = run.files
  if (file === undefined) throw new Error('The sample has no file.')
  const counts = [{ code: 'U-12', severity: 'error' as const, count: 4 }]
  runs = [{ ...run, state: 'Failed', files: [{ ...file, outcome: 'failed', errors: 4, warnings: 0, counts }] }]
  renderFailingPage(content(), `${pageAddress}&errors=Refunds`)
  const panel = within(await screen.findByRole('complementary', { name: 'Refunds' }))
  expect(
    await panel.findByText("'yesterday' in 'BankEventTimestamp', row 212, is not an ISO 8601 date and time."),
  ).toBeTruthy()
  expect(panel.getByText('Errors: 4, warnings: 0, rows: 21,077')).toBeTruthy()
  panel.getByRole('button', { name: /not ISO 8601/ }).click()
  await waitFor(() => expect(inputsOf('uploads.runIssues').at(-1)).toMatchObject({ entity: 'Refunds', code: 'U-12' }))
})

it('names the rows whose purchase is in no file', async () => {
  const [file] = run.files
  if (file === undefined) throw new Error('The sample has no file.')
  issues = [orphan]
  const counts = [{ code: 'U-22', severity: 'warning' as const, count: 1 }]
  runs = [{ ...run, files: [{ ...file, entity: 'Refunds', warnings: 1, counts }] }]
  renderFailingPage(content(), `${pageAddress}&errors=Refunds`)
  const panel = within(await screen.findByRole('complementary', { name: 'Refunds' }))
  expect(await panel.findByText("Row 42: no Purchases row with PurchaseId 'P-9'.")).toBeTruthy()
})
