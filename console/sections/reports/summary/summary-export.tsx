import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  downloadText,
  Icon,
  toCsv,
} from '@assay/design-system'
import { type SummaryReport, summaryMetrics } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'

/** Saves the figures of every period as a CSV file, or prints the page. */
export function SummaryExport({ report, fileName }: { report: SummaryReport | undefined; fileName: string }) {
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
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          start={<Icon icon={Download} />}
          disabled={report === undefined}
          aria-label={intl.formatMessage(
            { id: 'CaseReport.ExportTable' },
            { name: intl.formatMessage({ id: 'Reports.Summary' }) },
          )}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => report && save(report)}>
          <FormattedMessage id="Reports.Export.Csv" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => window.print()}>
          <FormattedMessage id="Review.Timeline.Export.Print" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
