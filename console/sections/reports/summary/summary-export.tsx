import { downloadText, toCsv } from '@assay/design-system'
import { type SummaryInput, type SummaryReport, summaryMetrics } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ExportMenu } from '../export-menu.tsx'

interface SummaryExportProps {
  report: SummaryReport | undefined
  /** What the report was asked for. */
  input: Pick<SummaryInput, 'environmentId' | 'assessment' | 'from' | 'to'>
  /** Name of the file, without its extension. */
  fileName: string
}

/** Saves the figures of every period as a CSV file, which the activity log records, or prints the page. */
export function SummaryExport({ report, input, fileName }: SummaryExportProps) {
  const intl = useIntl()
  const save = (shown: SummaryReport) => {
    const columns = [
      { name: 'period', value: (index: number) => shown.periods[index]?.start ?? '' },
      ...summaryMetrics.flatMap(metric => [
        { name: `${metric}.volume`, value: (index: number) => shown.series[metric][index]?.volume ?? null },
        ...(metric === 'transactions'
          ? []
          : [{ name: `${metric}.rate`, value: (index: number) => shown.series[metric][index]?.rate ?? null }]),
      ]),
      ...(['expected', 'low', 'high'] as const).map(name => ({
        name: `fraud.rate.${name}`,
        value: (index: number) => shown.nowcast.periods[index]?.[name] ?? null,
      })),
    ]
    downloadText(`${fileName}.csv`, toCsv(columns, [...shown.periods.keys()]))
  }
  return (
    <ExportMenu
      name={intl.formatMessage({ id: 'Reports.Summary' })}
      report="summary"
      input={input}
      files={
        report
          ? [
              {
                id: 'periods',
                label: <FormattedMessage id="Reports.Export.Csv" />,
                rows: report.periods.length,
                save: () => save(report),
              },
            ]
          : []
      }
    />
  )
}
