import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { type LossFilter, type LossTable, lossLimits, lossTables } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useTableExport } from '../../../platform/mutations/use-table-export.ts'

const labels = {
  staff: 'LossPrevention.Kind.staff',
  terminals: 'LossPrevention.Kind.terminal',
  months: 'LossPrevention.Table.months',
  reasons: 'LossPrevention.Table.reasons',
} as const satisfies Record<LossTable, string>

/** Saves a table of the report as a CSV file, with pseudonyms. */
export function LossExport({ filter, disabled }: { filter: LossFilter; disabled: boolean }) {
  const intl = useIntl()
  const { isPending, mutate } = useTableExport<LossTable>({
    read: table => client.lossPrevention.export({ ...filter, table }),
    nameOf: table => `loss-prevention-${table}.csv`,
    rowLimit: lossLimits.exportRows,
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
