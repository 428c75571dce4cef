import { downloadFile, useAnnounce, useToast } from '@assay/design-system'
import { exportLimits } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf } from '../api/api-error.ts'

interface FileExportOptions<Choice> {
  /** Reads the file of a choice from the service until the signal cancels it. */
  read: (choice: Choice, signal: AbortSignal) => Promise<unknown>
  /** Name of the file with its extension. */
  nameOf: (choice: Choice) => string
  /** Rows that the file of a choice may have. */
  rowLimitOf: (choice: Choice) => number
}

/**
 * An export that can take seconds: it can be cancelled, ends with its page, announces its end, and says how to narrow a
 * file that is too large or takes too long. Any other failure can be retried.
 */
export function useFileExport<Choice>({ read, nameOf, rowLimitOf }: FileExportOptions<Choice>) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const exported = useMutation({
    mutationFn: async (choice: Choice) => {
      const controller = new AbortController()
      running.current = controller
      downloadFile(nameOf(choice), (await read(choice, controller.signal)) as Blob)
    },
    onSuccess: () => {
      const title = intl.formatMessage({ id: 'Search.Export.Saved' })
      announce(title)
      toast({ tone: 'success', title })
    },
    onError: (error, choice) => {
      if (running.current?.signal.aborted) return announce(intl.formatMessage({ id: 'Search.Export.Cancelled' }))
      const reason = conflictErrorOf(error)?.reason
      if (reason === 'export.tooLarge' || reason === 'export.timeout') {
        const [id, count] =
          reason === 'export.tooLarge'
            ? ['Search.Export.TooLarge', rowLimitOf(choice)]
            : ['Search.Export.TimedOut', exportLimits.seconds]
        return toast({ tone: 'warning', title: intl.formatMessage({ id }, { count }) })
      }
      return toast({
        tone: 'danger',
        title: intl.formatMessage({ id: 'Search.Export.Failed' }),
        action: { label: intl.formatMessage({ id: 'Common.Retry' }), onAction: () => exported.mutate(choice) },
      })
    },
  })
  return {
    isPending: exported.isPending,
    start: (choice: Choice) => exported.mutate(choice),
    cancel: () => running.current?.abort(),
  }
}
