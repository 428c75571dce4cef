import { downloadFile, useToast } from '@assay/design-system'
import { useIntl } from 'react-intl'
import { conflictErrorOf } from '../api/api-error.ts'
import { useApiMutation } from './use-api-mutation.ts'

interface TableExportOptions<Choice> {
  /** Reads the file of a choice from the service. */
  read: (choice: Choice) => Promise<unknown>
  /** Name of the file with its extension. */
  nameOf: (choice: Choice) => string
  /** Rows that a file may have. */
  rowLimit: number
  /** Message about a file that would have more; default: choose a shorter range or a filter. */
  tooLargeId?: string
}

/** Saves a table of the service as a file, and says so, or that it would be too large. */
export function useTableExport<Choice = void>({
  read,
  nameOf,
  rowLimit,
  tooLargeId = 'CaseReport.Export.TooLarge',
}: TableExportOptions<Choice>) {
  const intl = useIntl()
  const { toast } = useToast()
  return useApiMutation<unknown, Choice>({
    mutationFn: read,
    onSuccess: (file, choice) => {
      downloadFile(nameOf(choice), file as Blob)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Search.Export.Saved' }) })
    },
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'export.tooLarge') return false
      toast({ tone: 'warning', title: intl.formatMessage({ id: tooLargeId }, { count: rowLimit }) })
      return true
    },
  })
}
