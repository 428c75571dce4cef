import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  downloadFile,
  Icon,
  useToast,
} from '@assay/design-system'
import { type LossFilter, type LossTable, lossLimits, lossTables } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

const labels = {
  staff: 'LossPrevention.Kind.staff',
  terminals: 'LossPrevention.Kind.terminal',
  months: 'LossPrevention.Table.months',
  reasons: 'LossPrevention.Table.reasons',
} as const satisfies Record<LossTable, string>

/** Saves a table of the report as a CSV file, with pseudonyms. */
export function LossExport({ filter, disabled }: { filter: LossFilter; disabled: boolean }) {
  const intl = useIntl()
  const { toast } = useToast()
  const { isPending, mutate } = useApiMutation<unknown, LossTable>({
    mutationFn: table => client.lossPrevention.export({ ...filter, table }),
    onSuccess: (file, table) => {
      downloadFile(`loss-prevention-${table}.csv`, file as Blob)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Search.Export.Saved' }) })
    },
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'export.tooLarge') return false
      toast({
        tone: 'warning',
        title: intl.formatMessage({ id: 'CaseReport.Export.TooLarge' }, { count: lossLimits.exportRows }),
      })
      return true
    },
  })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          start={<Icon icon={Download} />}
          loading={isPending}
          disabled={disabled}
          aria-label={intl.formatMessage(
            { id: 'CaseReport.ExportTable' },
            { name: intl.formatMessage({ id: 'LossPrevention.Title' }) },
          )}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {lossTables.map(table => (
          <DropdownMenuItem key={table} onSelect={() => mutate(table)}>
            <FormattedMessage id={labels[table]} />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
