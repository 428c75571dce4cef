// @vitest-environment jsdom
import { createColumns } from '@assay/design-system'
import { ORPCError } from '@orpc/client'
import { waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConsoleCharts } from '../../../platform/charts/console-charts.tsx'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { TableExport } from './table-export.tsx'

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

const columns = createColumns<{ outcome: string }>()
const show = () =>
  renderFailingPage(
    createElement(ConsoleCharts, {
      pathname: '/casemanagement/report',
      children: createElement(TableExport<{ outcome: string }>, {
        name: 'Outcomes',
        fileName: 'case-report-outcomes',
        columns: [columns.text('outcome', { label: 'Outcome', value: ({ outcome }) => outcome })],
        rows: [{ outcome: 'Fraud' }, { outcome: 'No fraud' }],
      }),
    }),
    pageAddress,
  )
const records = () => calls.filter(({ procedure }) => procedure === 'reports.recordChart').map(({ input }) => input)

it('the file of a table is recorded, then written', async () => {
  show()
  await pressButton('Export Outcomes')
  await waitFor(() => expect(written).toEqual(['case-report-outcomes.csv']))
  expect(records()).toMatchObject([
    { chart: 'Outcomes', fileName: 'case-report-outcomes', page: '/casemanagement/report', format: 'csv', rows: 2 },
  ])
})

it('one that could not be recorded is not written', async () => {
  answer = () => {
    throw new ORPCError('FORBIDDEN', { status: 403 })
  }
  show()
  await pressButton('Export Outcomes')
  await waitFor(() => expect(records()).toHaveLength(1))
  expect(written).toEqual([])
})
