import { useToast } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { refusalMessages } from '../../../platform/cases/case-refusals.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

const inputOf = ({ environmentId, eventType, externalId }: CaseRow) => ({ environmentId, eventType, id: externalId })
/**
 * Changes of single cases in a queue.
 * @param refresh reads the views again after a change, also after a refused one: it was outdated
 */
export function useRowActions(refresh: () => void) {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const common = {
    invalidates: [api.queues.get.key(), api.cases.unfinished.key()],
    onSettled: refresh,
    onError: (error: Error) => {
      const conflict = conflictErrorOf(error)
      const messageId = conflict?.reason ? refusalMessages[conflict.reason] : undefined
      if (!conflict || messageId === undefined) return false
      toast({
        tone: 'warning',
        title: intl.formatMessage(
          { id: messageId },
          {
            by: conflict.case?.by ?? '',
            named: String((conflict.case?.by ?? null) !== null),
          },
        ),
      })
      return true
    },
  }
  const lock = useApiMutation({ mutationFn: (row: CaseRow) => client.cases.lock(inputOf(row)), ...common })
  const release = useApiMutation({
    mutationFn: (row: CaseRow) => client.cases.forceRelease(inputOf(row)),
    ...common,
    onSuccess: (_answer, row) =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Cases.Released' }, { id: row.externalId, by: row.lock?.owner.name ?? '' }),
      }),
  })
  const resume = useApiMutation({
    mutationFn: (row: CaseRow) => client.cases.resume(inputOf(row)),
    ...common,
    onSuccess: (_answer, row) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Cases.Resumed' }, { id: row.externalId }) }),
  })
  return {
    /** Starts the review of a case and opens its page. */
    start: (row: CaseRow) => lock.mutate(row, { onSuccess: started => void navigate(caseHref(started)) }),
    /** Ends the review of another person. */
    release: release.mutate,
    releasingId: release.isPending ? release.variables.id : null,
    /** Ends a hold early. */
    resume: resume.mutate,
    resumingId: resume.isPending ? resume.variables.id : null,
  }
}
