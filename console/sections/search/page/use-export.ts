import type { DataColumn } from '@assay/design-system'
import { exportLimits, type SearchInput, type SearchRow } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useFileExport } from '../../../platform/files/use-file-export.ts'
import { fieldOfColumn } from '../field-columns.tsx'

export interface ExportSource {
  input: Pick<SearchInput, 'environmentId' | 'eventType' | 'filter' | 'sort'>
  /** Name of the file, without its extension. */
  name: string
  /** Columns that are shown, in their order. */
  shown: readonly DataColumn<SearchRow>[]
}

interface ExportChoice {
  columns: 'all' | 'current'
  /** Only these events, by the ids of the merchant. */
  ids?: readonly string[]
}

/** Exports events as a CSV file of the service: those of a search, or chosen ones. It can be cancelled. */
export function useExport({ input, name, shown }: ExportSource) {
  const intl = useIntl()
  const currentColumns = () =>
    shown.map(({ id, label, labelId }) => ({
      column: fieldOfColumn(input.eventType, id) ?? id,
      name: label ?? intl.formatMessage({ id: labelId }),
    }))
  return useFileExport<ExportChoice>({
    read: ({ columns, ids }, signal) =>
      client.search.export(
        { ...input, columns: columns === 'all' ? 'all' : currentColumns(), ...(ids ? { ids: [...ids] } : {}) },
        { signal },
      ),
    nameOf: () => `${name}.csv`,
    rowLimitOf: () => exportLimits.rows,
  })
}
