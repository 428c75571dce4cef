import { Button, Icon } from '@assay/design-system'
import { exportLimits, type LinkAttribute, type LinkTable } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useTableExport } from '../../../platform/mutations/use-table-export.ts'

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
  const chosen = ticked.length > 0
  const { isPending, mutate } = useTableExport({
    read: () => client.linkAnalysis.export({ ...query, table, ...(chosen ? { ids: [...ticked] } : {}) }),
    nameOf: () => `linked-${table}-${query.id}.csv`,
    rowLimit: exportLimits.rows,
    tooLargeId: 'Review.Links.ExportTooLarge',
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
