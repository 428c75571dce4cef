import { type DataColumn, downloadFile, useAnnounce, useToast } from '@assay/design-system'
import { exportLimits, type SearchInput, type SearchRow } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
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
  const announce = useAnnounce()
  const { toast } = useToast()
  const running = useRef<AbortController>(null)
  // A page that is left ends what it exports.
  useEffect(() => () => running.current?.abort(), [])
  const currentColumns = () =>
    shown.map(({ id, label, labelId }) => ({
      column: fieldOfColumn(input.eventType, id) ?? id,
      name: label ?? intl.formatMessage({ id: labelId }),
    }))
  const exported = useMutation({
    mutationFn: async ({ columns, ids }: ExportChoice) => {
      const controller = new AbortController()
      running.current = controller
      const file = await client.search.export(
        { ...input, columns: columns === 'all' ? 'all' : currentColumns(), ...(ids ? { ids: [...ids] } : {}) },
        { signal: controller.signal },
      )
      downloadFile(`${name}.csv`, file as Blob)
    },
    onSuccess: () => {
      const title = intl.formatMessage({ id: 'Search.Export.Saved' })
      announce(title)
      toast({ tone: 'success', title })
    },
    onError: (error, choice) => {
      if (running.current?.signal.aborted) {
        announce(intl.formatMessage({ id: 'Search.Export.Cancelled' }))
        return
      }
      const failure = readApiError(error)
      const reason = failure.kind === 'conflict' ? failure.reason : null
      if (reason === 'export.tooLarge' || reason === 'export.timeout')
        toast({
          tone: 'warning',
          title: intl.formatMessage(
            { id: reason === 'export.tooLarge' ? 'Search.Export.TooLarge' : 'Search.Export.TimedOut' },
            { count: reason === 'export.tooLarge' ? exportLimits.rows : exportLimits.seconds },
          ),
        })
      else
        toast({
          tone: 'danger',
          title: intl.formatMessage({ id: 'Search.Export.Failed' }),
          action: {
            label: intl.formatMessage({ id: 'Common.Retry' }),
            onAction: () => exported.mutate(choice),
          },
        })
    },
  })
  return {
    isPending: exported.isPending,
    start: (choice: ExportChoice) => exported.mutate(choice),
    cancel: () => running.current?.abort(),
  }
}
