import { Button, downloadFile, Icon, useNow, useToast } from '@assay/design-system'
import { usageRows } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../api/api-error.ts'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { type DetailState, daysOf } from './usage-address.ts'
import { exportUsage, type UsageSource } from './use-usage.ts'

/** Saves the rows of the details as a CSV file. */
export function UsageExport({ source, state }: { source: UsageSource; state: DetailState }) {
  const intl = useIntl()
  const now = useNow()
  const { toast } = useToast()
  const { isPending, mutate } = useApiMutation<unknown, void>({
    mutationFn: () => exportUsage(source, state, now),
    onSuccess: file => {
      const { from, to } = daysOf(state, now)
      downloadFile(`usage-${from}-${to}.csv`, file as Blob)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Search.Export.Saved' }) })
    },
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'export.tooLarge') return false
      toast({
        tone: 'warning',
        title: intl.formatMessage({ id: 'CaseReport.Export.TooLarge' }, { count: usageRows.file }),
      })
      return true
    },
  })
  return (
    <Button start={<Icon icon={Download} />} loading={isPending} onClick={() => mutate()}>
      <FormattedMessage id="DesignSystem.DataTable.Export" />
    </Button>
  )
}
