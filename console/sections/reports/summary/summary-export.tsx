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
import { type SummaryInput, type SummaryReport, summaryMetrics } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

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
  const { environmentId, assessment, from, to } = input
  const { isPending, mutate } = useApiMutation<unknown, SummaryReport>({
    mutationFn: ({ periods }) =>
      client.reports.recordExport({ environmentId, report: 'summary', assessment, from, to, rows: periods.length }),
    onSuccess: (_recorded, shown) => save(shown),
  })
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
          loading={isPending}
          aria-label={intl.formatMessage(
            { id: 'CaseReport.ExportTable' },
            { name: intl.formatMessage({ id: 'Reports.Summary' }) },
          )}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => report && mutate(report)}>
          <FormattedMessage id="Reports.Export.Csv" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => window.print()}>
          <FormattedMessage id="Review.Timeline.Export.Print" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
