import { useToast } from '@assay/design-system'
import { useIntl } from 'react-intl'
import { conflictErrorOf } from '../api/api-error.ts'
import { api, client } from '../api/client.ts'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { type CaseAddress, caseInputOf } from './case-links.ts'
import { refusalMessages } from './case-refusals.ts'
import { reviewStart } from './review-start.ts'
import { useEventPrefetch, useOpenCase } from './use-open-case.ts'

/** Says why a command on one case was refused; answers false for errors without words of their own. */
export function useRefusalToast(): (error: Error) => boolean {
  const intl = useIntl()
  const { toast } = useToast()
  return error => {
    const conflict = conflictErrorOf(error)
    const messageId = conflict?.reason ? refusalMessages[conflict.reason] : undefined
    if (!conflict || messageId === undefined) return false
    const by = conflict.case?.by ?? null
    toast({
      tone: 'warning',
      title: intl.formatMessage({ id: messageId }, { by: by ?? '', named: String(by !== null) }),
    })
    return true
  }
}

/**
 * Returns a function that starts the review of a case and opens its page.
 * @param refresh reads the rows again after an attempt, also after a refused one: they were outdated
 */
export function useStartCase(refresh: () => void): (address: CaseAddress) => void {
  const openCase = useOpenCase()
  const prefetchEvent = useEventPrefetch()
  const onError = useRefusalToast()
  const lock = useApiMutation({
    mutationKey: reviewStart,
    mutationFn: (address: CaseAddress) => {
      // Its page shows the event, whose fetch does not wait for the lock.
      prefetchEvent(address)
      return client.cases.lock(caseInputOf(address))
    },
    invalidates: [api.queues.get.key(), api.cases.unfinished.key()],
    // Here, and not with each call: the page does not wait for the lists that the start makes outdated.
    onSuccess: openCase,
    onSettled: refresh,
    onError,
  })
  return lock.mutate
}
