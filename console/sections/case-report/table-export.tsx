import { Button, type DataColumn, downloadText, exportColumns, Icon, toCsv } from '@assay/design-system'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'

interface TableExportProps<Row> {
  /** Name of the table. */
  name: string
  /** Name of the file, without its extension. */
  fileName: string
  columns: readonly DataColumn<Row>[]
  /** Undefined until they have arrived. */
  rows: readonly Row[] | undefined
}

/** Saves a table as a CSV file: raw values, the same in every language but for the names of the columns. */
export function TableExport<Row>({ name, fileName, columns, rows }: TableExportProps<Row>) {
  const intl = useIntl()
  const save = () =>
    downloadText(
      `${fileName}.csv`,
      toCsv(
        exportColumns(columns, columns, column => column.label ?? intl.formatMessage({ id: column.labelId })),
        rows ?? [],
      ),
    )
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={!rows || rows.length === 0}
      aria-label={intl.formatMessage({ id: 'CaseReport.ExportTable' }, { name })}
      onClick={save}
    >
      <Icon icon={Download} />
      <FormattedMessage id="DesignSystem.DataTable.Export" />
    </Button>
  )
}
