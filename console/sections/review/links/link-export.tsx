import { Button, downloadFile, Icon, useToast } from '@assay/design-system'
import { exportLimits, type LinkAttribute, type LinkTable } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/** The analysis whose tables are exported. */
export interface LinkQuery {
  environmentId: string
  eventType: string
  id: string
  days: number
  match: 'any' | 'all'
  attributes: LinkAttribute[]
}

interface LinkExportProps {
  query: LinkQuery
  table: LinkTable
  /** Name of the table. */
  name: string
  /** Events that are ticked; with some, only these are exported. */
  ticked: readonly string[]
}

/** Saves a table of the link analysis as a CSV file of the service: all of its rows, or those that are ticked. */
export function LinkExport({ query, table, name, ticked }: LinkExportProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const chosen = ticked.length > 0
  const { isPending, mutate } = useApiMutation<unknown>({
    mutationFn: () => client.linkAnalysis.export({ ...query, table, ...(chosen ? { ids: [...ticked] } : {}) }),
    onSuccess: file => {
      downloadFile(`linked-${table}-${query.id}.csv`, file as Blob)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Search.Export.Saved' }) })
    },
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'export.tooLarge') return false
      toast({
        tone: 'warning',
        title: intl.formatMessage({ id: 'Review.Links.ExportTooLarge' }, { count: exportLimits.rows }),
      })
      return true
    },
  })
  const text = chosen
    ? intl.formatMessage({ id: 'Search.Bulk.Export' }, { count: ticked.length })
    : intl.formatMessage({ id: 'DesignSystem.DataTable.Export' })
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={isPending}
      aria-label={intl.formatMessage({ id: 'Search.Named' }, { name: text, value: name })}
      onClick={() => mutate()}
    >
      <Icon icon={Download} size={12} />
      {text}
    </Button>
  )
}
