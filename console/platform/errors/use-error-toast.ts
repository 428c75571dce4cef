import { useToast } from '@assay/design-system'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { type ApiErrorKind, errorKindOf, readApiError } from '../api/api-error.ts'

/** What a user can do about an action that failed; for all other errors the title is enough. */
const advice: Partial<Record<ApiErrorKind, string>> = {
  tooLarge: 'Errors.TooLarge.Description',
  tooMany: 'Errors.TooMany.Description',
  timeout: 'Errors.Timeout.Description',
  busy: 'Errors.Busy.Description',
  offline: 'Offline.Writes',
}

/** Explains in a toast why an action failed. */
export function useErrorToast(): (error: unknown) => void {
  const intl = useIntl()
  const { toast } = useToast()
  return useCallback(
    error => {
      const failure = errorKindOf(error)
      const read = readApiError(error)
      if (read.kind === 'noAccess' && read.reason === 'preview.readOnly') {
        toast({ title: intl.formatMessage({ id: 'RightsPreview.ReadOnly' }), tone: 'warning' })
        return
      }
      const description = advice[failure]
      toast({
        title: intl.formatMessage({ id: failure === 'noAccess' ? 'Errors.Action.NoAccess' : 'Errors.Action.Failed' }),
        tone: 'danger',
        ...(description === undefined ? {} : { description: intl.formatMessage({ id: description }) }),
      })
    },
    [intl, toast],
  )
}
