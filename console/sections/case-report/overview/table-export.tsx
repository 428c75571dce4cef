import { type DataColumn, downloadText, exportColumns, IconButton, toCsv, useCharts } from '@assay/design-system'
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

/** Saves a table as a CSV file once the activity log has recorded it: raw values, the same in every language but for the names of the columns. */
export function TableExport<Row>({ name, fileName, columns, rows }: TableExportProps<Row>) {
  const intl = useIntl()
  const { onExport } = useCharts()
  const save = async () => {
    const shown = rows ?? []
    // A failure of the record is reported where it is made.
    const isRecorded = await (
      onExport?.({ title: name, fileName, format: 'csv', rows: shown.length }) ?? Promise.resolve()
    ).then(
      () => true,
      () => false,
    )
    if (!isRecorded) return
    const labelOf = (column: (typeof columns)[number]) => column.label ?? intl.formatMessage({ id: column.labelId })
    downloadText(`${fileName}.csv`, toCsv(exportColumns(columns, columns, labelOf), shown))
  }
  return (
    <IconButton
      icon={Download}
      size="sm"
      disabled={!rows || rows.length === 0}
      label={intl.formatMessage({ id: 'CaseReport.ExportTable' }, { name })}
      onClick={() => void save()}
    />
  )
}
