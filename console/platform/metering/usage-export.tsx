import { Button, Icon, useNow } from '@assay/design-system'
import { usageRows } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useTableExport } from '../mutations/use-table-export.ts'
import { type DetailState, daysOf } from './usage-address.ts'
import { exportUsage, type UsageSource } from './use-usage.ts'

/** Saves the rows of the details as a CSV file. */
export function UsageExport({ source, state }: { source: UsageSource; state: DetailState }) {
  const now = useNow()
  const { isPending, mutate } = useTableExport({
    read: () => exportUsage(source, state, now),
    nameOf: () => {
      const { from, to } = daysOf(state, now)
      return `usage-${from}-${to}.csv`
    },
    rowLimit: usageRows.file,
  })
  return (
    <Button start={<Icon icon={Download} />} loading={isPending} onClick={() => mutate()}>
      <FormattedMessage id="DesignSystem.DataTable.Export" />
    </Button>
  )
}
