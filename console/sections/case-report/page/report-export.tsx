import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { reportLimits, reportRowTables, reportTables } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useTableExport } from '../../../platform/mutations/use-table-export.ts'
import type { ReportQuery } from '../report-address.ts'

type ExportedTable = (typeof reportTables)[number] | (typeof reportRowTables)[number]

/** Saves a table of the report, or the rows from which its figures are computed, as a CSV file of the service. */
export function ReportExport({ input }: { input: ReportQuery }) {
  const intl = useIntl()
  const { isPending, mutate } = useTableExport<ExportedTable>({
    read: table => client.caseReport.export({ ...input, table }),
    nameOf: table => `case-report-${table}-${input.from}-${input.to}.csv`,
    rowLimit: reportLimits.exportRows,
  })
  const items = (tables: readonly ExportedTable[]) =>
    tables.map(table => (
      <DropdownMenuItem key={table} onSelect={() => mutate(table)}>
        <FormattedMessage id={`CaseReport.Export.${table}`} />
      </DropdownMenuItem>
    ))
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          start={<Icon icon={Download} />}
          loading={isPending}
          aria-label={intl.formatMessage(
            { id: 'CaseReport.ExportTable' },
            { name: intl.formatMessage({ id: 'CaseReport.Title' }) },
          )}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>
          <FormattedMessage id="CaseReport.Export.Tables" />
        </DropdownMenuLabel>
        {items(reportTables)}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>
          <FormattedMessage id="CaseReport.Export.Rows" />
        </DropdownMenuLabel>
        {items(reportRowTables)}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
