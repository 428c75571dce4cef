import { type Case, caseLimits } from '@assay/risk-service/contract'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf, useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useRefusalToast } from '../../../platform/cases/use-start-case.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/** Cases that are reviewed together with the first: those of its environment, up to a limit. */
const besides = ([first, ...others]: readonly CaseAddress[]): CaseAddress[] =>
  others.filter(({ environmentId }) => environmentId === first?.environmentId).slice(0, caseLimits.bundle)

/** Number of cases of a selection that are reviewed together. */
export const bundleSize = (cases: readonly CaseAddress[]): number => Math.min(1, cases.length) + besides(cases).length

/**
 * Returns a function that starts the review of the first of several cases, takes the others of its environment with it
 * as far as they wait, and opens its page.
 * @param refresh reads the graph again after an attempt
 */
export function useBundle(refresh: () => void): (cases: readonly CaseAddress[]) => void {
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const onError = useRefusalToast()
  const bundle = useApiMutation({
    mutationFn: async ({ first, others }: { first: CaseAddress; others: readonly CaseAddress[] }) => {
      const locked = await client.cases.lock(caseInputOf(first))
      const cases = others.map(({ eventType, externalId }) => ({ eventType, id: externalId }))
      if (cases.length === 0) return locked
      try {
        const leaseToken = locked.own.leaseToken ?? ''
        return await client.cases.takeBundle({ ...caseInputOf(first), leaseToken, cases })
      } catch (error) {
        // The review has begun: its page is where it can go on alone, or end.
        void navigate(caseHref(locked))
        throw error
      }
    },
    invalidates: [api.queues.get.key(), api.cases.unfinished.key()],
    onSettled: refresh,
    onError,
  })
  return cases => {
    const [first] = cases
    if (first === undefined) return
    const onSuccess = (row: Case) => void navigate(caseHref(row))
    bundle.mutate({ first, others: besides(cases) }, { onSuccess })
  }
}
