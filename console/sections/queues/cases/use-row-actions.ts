import { useToast } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { useRefusalToast, useStartCase } from '../../../platform/cases/use-start-case.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/**
 * Changes of single cases in a queue.
 * @param refresh reads the views again after a change, also after a refused one: it was outdated
 */
export function useRowActions(refresh: () => void) {
  const intl = useIntl()
  const { toast } = useToast()
  const onError = useRefusalToast()
  const common = {
    invalidates: [api.queues.get.key(), api.cases.unfinished.key()],
    onSettled: refresh,
    onError,
  }
  const start = useStartCase(refresh)
  const release = useApiMutation({
    mutationFn: (row: CaseRow) => client.cases.forceRelease(caseInputOf(row)),
    ...common,
    onSuccess: (_answer, row) =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Cases.Released' }, { id: row.externalId, by: row.lock?.owner.name ?? '' }),
      }),
  })
  const resume = useApiMutation({
    mutationFn: (row: CaseRow) => client.cases.resume(caseInputOf(row)),
    ...common,
    onSuccess: (_answer, row) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Cases.Resumed' }, { id: row.externalId }) }),
  })
  return {
    /** Starts the review of a case and opens its page. */
    start,
    /** Ends the review of another person. */
    release: release.mutate,
    releasingId: release.isPending ? release.variables.id : null,
    /** Ends a hold early. */
    resume: resume.mutate,
    resumingId: resume.isPending ? resume.variables.id : null,
  }
}
