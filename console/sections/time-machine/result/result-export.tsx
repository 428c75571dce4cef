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
import type { TimeMachineResult, TimeMachineRun } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { type ResultFileRow, resultRows } from './result-file.ts'

const columns = [
  { name: 'part', value: (row: ResultFileRow) => row.part },
  { name: 'name', value: (row: ResultFileRow) => row.name },
  { name: 'clause', value: (row: ResultFileRow) => row.clause },
  { name: 'decision', value: (row: ResultFileRow) => row.decision },
  { name: 'verdict', value: (row: ResultFileRow) => row.verdict },
  { name: 'events', value: (row: ResultFileRow) => row.events },
  { name: 'amountUsd', value: (row: ResultFileRow) => row.amountUsd / 100 },
]

/** Saves the figures of a result as a CSV file, once the activity log has recorded it, or prints the page. */
export function ResultExport({ run, result }: { run: TimeMachineRun; result: TimeMachineResult }) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: 'TimeMachine.Title' })
  const fileName = `time-machine_${run.eventType}_${run.from.slice(0, 10)}_${run.to.slice(0, 10)}`
  const rows = resultRows(result)
  const { isPending, mutate } = useApiMutation<unknown, undefined>({
    mutationFn: () =>
      client.reports.recordChart({
        environmentId: run.environmentId,
        chart: name,
        fileName,
        page: '/data/upload/timemachine',
        format: 'csv',
        rows: rows.length,
      }),
    onSuccess: () => downloadText(`${fileName}.csv`, toCsv(columns, rows)),
  })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          start={<Icon icon={Download} />}
          loading={isPending}
          aria-label={intl.formatMessage({ id: 'CaseReport.ExportTable' }, { name })}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => mutate(undefined)}>
          <FormattedMessage id="TimeMachine.Csv" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => window.print()}>
          <FormattedMessage id="Review.Timeline.Export.Print" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
