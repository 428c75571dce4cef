import { downloadText, toCsv } from '@assay/design-system'
import type { ObservedInput, ObservedReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ExportMenu } from '../export-menu.tsx'

interface ObservedExportProps {
  report: ObservedReport | undefined
  /** What the report was asked for. */
  input: Pick<ObservedInput, 'environmentId' | 'assessment' | 'from' | 'to' | 'by'>
  /** Name of the file, without its extension. */
  fileName: string
}

interface Line {
  field: string
  place: string
  value: string
  volume: number
}

/** Returns a line for each value of each field in each period or bin; `others` counts the values that have none. */
function linesOf({ fields, periods, bins }: ObservedReport, by: ObservedInput['by']): Line[] {
  const places = by === 'time' ? periods.map(({ start }) => start) : bins.map(from => `${from}-${from + 9}`)
  return fields.flatMap(({ field, values, volumes }) =>
    places.flatMap((place, row) =>
      values.map((value, column) => ({
        field,
        place,
        value: value === '' ? 'others' : value,
        volume: volumes[row]?.[column] ?? 0,
      })),
    ),
  )
}

/** Saves the volumes of all values as a CSV file, which the activity log records, or prints the page. */
export function ObservedExport({ report, input, fileName }: ObservedExportProps) {
  const intl = useIntl()
  const lines = report === undefined ? [] : linesOf(report, input.by)
  const columns = [
    { name: 'field', value: (line: Line) => line.field },
    { name: input.by === 'time' ? 'period' : 'score', value: (line: Line) => line.place },
    { name: 'value', value: (line: Line) => line.value },
    { name: 'volume', value: (line: Line) => line.volume },
  ]
  return (
    <ExportMenu
      name={intl.formatMessage({ id: 'Reports.Observed' })}
      report="observed"
      input={input}
      files={
        report
          ? [
              {
                id: 'values',
                label: <FormattedMessage id="Reports.Observed.Export" />,
                rows: lines.length,
                save: () => downloadText(`${fileName}.csv`, toCsv(columns, lines)),
              },
            ]
          : []
      }
    />
  )
}
