import { type DataColumn, downloadText, exportColumns, IconButton, toCsv } from '@assay/design-system'
import { Download } from 'lucide-react'
import { useIntl } from 'react-intl'

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
    <IconButton
      icon={Download}
      size="sm"
      disabled={!rows || rows.length === 0}
      label={intl.formatMessage({ id: 'CaseReport.ExportTable' }, { name })}
      onClick={save}
    />
  )
}
