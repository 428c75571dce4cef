import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf, useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useRefusalToast } from '../../../platform/cases/use-start-case.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/**
 * Returns a function that starts the review of a case, takes the waiting cases of the same customer, instrument or
 * device with it, and opens its page.
 * @param refresh reads the graph again after an attempt
 */
export function useBundle(refresh: () => void): (address: CaseAddress) => void {
  const navigate = useNavigate()
  const { caseHref } = useCaseLinks()
  const onError = useRefusalToast()
  const bundle = useApiMutation({
    mutationFn: async (address: CaseAddress) => {
      const locked = await client.cases.lock(caseInputOf(address))
      try {
        return await client.cases.takeBundle({ ...caseInputOf(address), leaseToken: locked.own.leaseToken ?? '' })
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
  return address =>
    bundle.mutate(address, {
      onSuccess: row => {
        void navigate(caseHref(row))
      },
    })
}
