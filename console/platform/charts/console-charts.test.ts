// @vitest-environment jsdom
import { createColumns, DataTable } from '@assay/design-system'
import { BarChart } from '@assay/design-system/charts'
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubLayout } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { chooseMenuItem } from '../testing/user-input.ts'
import { ConsoleCharts } from './console-charts.tsx'

let answer: () => unknown
let calls: RecordedCall[]
let written: string[]
beforeEach(() => {
  stubLayout()
  answer = () => ({ recorded: true })
  calls = stubConsoleApi({ 'reports.recordChart': () => answer() })
  written = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    written.push(this.download)
  })
})
afterEach(() => void vi.restoreAllMocks())

const show = (pathname: string, title = 'Open cases') =>
  renderFailingPage(
    createElement(ConsoleCharts, {
      pathname,
      children: createElement(BarChart, {
        title,
        valueLabel: 'Cases',
        fileName: 'cases',
        items: [
          { id: 'a', label: 'Night', value: 4 },
          { id: 'b', label: 'Day', value: 7 },
        ],
      }),
    }),
    pageAddress,
  )
const records = () => calls.filter(({ procedure }) => procedure === 'reports.recordChart').map(({ input }) => input)

it.each([
  ['/casemanagement/queues/q-1/Purchase/e-1/jane@example.com', '/casemanagement/queues/:queueId/:eventType/:envId/:id'],
  ['/reports/scores', '/reports/scores'],
  ['/Fraud/Attacks/a-1/', '/fraud/attacks/:attackId'],
  ['/', '/'],
])('the file of a chart on %s is recorded for %s, then written', async (pathname, page) => {
  show(pathname)
  await chooseMenuItem('More for Open cases', 'Download CSV')
  await waitFor(() => expect(written).toEqual(['cases.csv']))
  expect(records()).toEqual([
    { environmentId: expect.any(String), chart: 'Open cases', fileName: 'cases', page, format: 'csv', rows: 2 },
  ])
})

it('a title is recorded without characters that the log refuses', async () => {
  const title = `Cases\u200F of \u2068Night\u2069${'x'.repeat(185)}\u{1F600}`
  show('/', title)
  await chooseMenuItem(`More for ${title}`, 'Download CSV')
  await waitFor(() => expect(records()).toHaveLength(1))
  // The last character would have been cut in two.
  expect(records()[0]).toMatchObject({ chart: `Cases of Night${'x'.repeat(185)}` })
})

it('a file that could not be recorded is not written, and the reader learns it', async () => {
  answer = () => {
    throw new ORPCError('FORBIDDEN', { status: 403 })
  }
  show('/reports/summary')
  await chooseMenuItem('More for Open cases', 'Download CSV')
  await waitFor(() => expect(records()).toHaveLength(1))
  expect(await screen.findByText(/no longer|not allowed|permission|access/i)).toBeTruthy()
  expect(written).toEqual([])
})

const showTable = () =>
  renderFailingPage(
    createElement(ConsoleCharts, {
      pathname: '/casemanagement/report',
      children: createElement(DataTable<{ id: string; cases: number }>, {
        label: 'Reviewers',
        processing: 'client',
        columns: [
          createColumns<{ id: string; cases: number }>().text('cases', {
            label: 'Cases',
            value: ({ cases }) => `${cases}`,
          }),
        ],
        rows: [
          { id: 'a', cases: 4 },
          { id: 'b', cases: 7 },
        ],
        getRowId: ({ id }) => id,
        exportName: 'reviewers',
      }),
    }),
    pageAddress,
  )

it.each([
  ['Download CSV', 'csv'],
  ['Download JSON', 'json'],
] as const)('the file of a table is recorded, then written: %s', async (item, format) => {
  showTable()
  await chooseMenuItem('Export', item)
  await waitFor(() => expect(written).toEqual([`reviewers.${format}`]))
  expect(records()).toMatchObject([{ chart: 'Reviewers', fileName: 'reviewers', format, rows: 2 }])
})

it('a table whose export is not recorded is not written', async () => {
  answer = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  showTable()
  await chooseMenuItem('Export', 'Download CSV')
  await waitFor(() => expect(records()).toHaveLength(1))
  await screen.findByRole('button', { name: 'Export' })
  expect(written).toEqual([])
})
