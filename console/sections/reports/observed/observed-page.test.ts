// @vitest-environment jsdom
import { type ObservedReport, reportsLimits } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem } from '../../../platform/testing/user-input.ts'
import { ExportMenu } from '../export-menu.tsx'
import { createSummary, reportedAssessments } from '../testing/summary-samples.ts'
import { Component } from './tabbed-summary.tsx'

const createObserved = (changes: Partial<ObservedReport> = {}): ObservedReport => ({
  refreshedAt: new Date().toISOString(),
  firstDay: '2026-07-20',
  hasData: true,
  firstRead: false,
  confirmed: 900,
  volume: 1000,
  periods: [
    { start: '2026-11-19', partial: false },
    { start: '2026-11-20', partial: false },
  ],
  bins: [],
  fields: [
    {
      field: 'Outcome:statusDetails.statusType',
      volume: 100,
      values: ['Approved', 'Paid', ''],
      volumes: [
        [40, 10, 0],
        [30, 15, 5],
      ],
    },
    { field: ':labelState', volume: 0, values: [], volumes: [[], []] },
  ],
  ...changes,
})

let answer: () => ObservedReport
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  answer = () => createObserved()
  calls = stubConsoleApi({
    'reports.recordExport': () => ({ recorded: true }),
    'reports.observed': () => answer(),
    'reports.summary': () => createSummary(),
    'reports.olderMonths': () => ({ months: [] }),
    'reports.assessments': () => ({ assessments: reportedAssessments }),
    'reports.attributeValues': () => ({ attributes: {}, dataFilters: [] }),
  })
})
afterEach(() => void vi.restoreAllMocks())
// Charts are loaded after the page.
const late = { timeout: 15_000 }
const slow = { timeout: 30_000 }
const range = '&from=2026-11-19&to=2026-11-20&assessment=Transfers'
const show = (query = `${range}&tab=observed`, content: ReactNode = createElement(Component)) =>
  renderFailingPage(content, pageAddress + query)
const inputs = () => calls.filter(({ procedure }) => procedure === 'reports.observed').map(({ input }) => input)
const tab = (name: string) => screen.findByRole('tab', { name })
/** The chart of a field, or its place. */
const chart = (name: string) => screen.findByRole('heading', { name })

it('is a tab beside the Summary of an assessment that receives observations', async () => {
  const router = show(range)
  await screen.findByRole('heading', { level: 1, name: 'Summary' })
  fireEvent.mouseDown(await tab('Observation events'), { button: 0 })
  fireEvent.click(await tab('Observation events'))
  await screen.findByRole('heading', { level: 1, name: 'Observation events' })
  expect(router.state.location.search).toContain('tab=observed')
  expect(inputs()).toMatchObject([{ assessment: 'Transfers', by: 'time', from: '2026-11-19', to: '2026-11-20' }])
})

it('an assessment that receives none has no such tab, whatever the address says', async () => {
  show('&assessment=purchase&tab=observed')
  await screen.findByRole('heading', { level: 1, name: 'Summary' })
  expect(screen.queryByRole('tab')).toBeNull()
})

it('each field has a chart with its values, the most frequent first', slow, async () => {
  show()
  const [button] = await screen.findAllByRole('button', { name: 'View as table' }, late)
  fireEvent.click(button as HTMLElement)
  const table = await screen.findByRole('table', { name: 'Outcome: statusDetails.statusType' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/Time|Day/), 'Approved', 'Paid', 'Others'])
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toMatch(/30.*15.*5/)
  expect(await screen.findByText('Nothing was received for this field.', undefined, late)).toBeTruthy()
})

it('fields of some of the transactions are not shown while these are read for the first time', async () => {
  answer = () => createObserved({ firstRead: true })
  show()
  expect(await screen.findByText('Transactions are being read for the first time')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Outcome: statusDetails.statusType' })).toBeNull()
})

it('the view by score stands in the address, and is what the service is asked for', async () => {
  const router = show()
  await chart('Outcome: statusDetails.statusType')
  answer = () =>
    createObserved({
      bins: [30, 500],
      fields: [{ field: ':labelState', volume: 3, values: ['Fraud'], volumes: [[1], [2]] }],
    })
  fireEvent.click(screen.getByRole('radio', { name: 'Score' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ by: 'score' }))
  expect(router.state.location.search).toContain('show=score')
  await chart('Label: labelState')
})

it('without fields it says so and leads to the configuration, for who may open it', async () => {
  show('&assessment=Coupons&tab=observed')
  await screen.findByText('No observation fields are selected for this assessment.')
  const link = screen.getByRole('link', { name: 'Configuration' })
  expect(link.getAttribute('href')).toContain('/fraud/assessments/Coupons/configuration')
})

it('no match is no report, and is undone', async () => {
  answer = () => createObserved({ volume: 0, fields: [{ field: ':labelState', volume: 0, values: [], volumes: [] }] })
  const router = show(`${range}&tab=observed&score=30-69`)
  await screen.findByText('No transactions match these filters.')
  fireEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1) as HTMLElement)
  await waitFor(() => expect(router.state.location.search).not.toContain('score='))
  expect(router.state.location.search).toContain('tab=observed')
})

it('a failed report is reported in its charts', async () => {
  answer = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  expect(await screen.findAllByText(/could not be loaded/)).not.toEqual([])
})

it('the file has a line for each value of each period, once the activity log has it', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    void (blob as Blob).text().then(text => saved.push(text))
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  show()
  await chart('Outcome: statusDetails.statusType')
  await chooseMenuItem('Export Observation events', 'Values as CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.split('\r\n').slice(1, 4)).toEqual([
    'Outcome:statusDetails.statusType,2026-11-19,Approved,40',
    'Outcome:statusDetails.statusType,2026-11-19,Paid,10',
    'Outcome:statusDetails.statusType,2026-11-19,others,0',
  ])
  expect(calls.find(({ procedure }) => procedure === 'reports.recordExport')?.input).toMatchObject({
    report: 'observed',
    rows: 6,
  })
})

it('a file that would be too long is neither recorded nor written, and the page says what to narrow', async () => {
  const save = vi.fn()
  const file = { id: 'values', label: 'Values as CSV', rows: reportsLimits.exportRows + 1, save }
  const input = { environmentId, assessment: 'Transfers', from: '2026-11-19', to: '2026-11-20' }
  show('', createElement(ExportMenu, { name: 'Observation events', report: 'observed', input, files: [file] }))
  await chooseMenuItem('Export Observation events', 'Values as CSV')
  await screen.findByText('The file would have more than 10,000 rows. Choose a shorter range or a filter.')
  expect(calls.some(({ procedure }) => procedure === 'reports.recordExport')).toBe(false)
  expect(save).not.toHaveBeenCalled()
})

it('readers see it without the link that would change it', async () => {
  show(undefined, withReadAccess(createElement(Component)))
  await chart('Outcome: statusDetails.statusType')
})
