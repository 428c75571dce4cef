import type { Case } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../platform/api/client.ts'
import { useCaseUpdate } from '../../../../platform/cases/use-case-update.ts'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'

interface CaseMutationOptions<Variables> {
  mutationFn: (variables: Variables) => Promise<Case>
  /** Answers true when the review of the next case is started: its answer reads the queues and the work again. */
  onSuccess?: (row: Case, variables: Variables) => boolean | void
  /** Shows the failures that the page has words for, and answers true for them. */
  onError?: (error: Error, variables: Variables) => boolean
}

/**
 * A change of a case. Its answer is the case as it is then; after a failure the case is fetched, because somebody else
 * may have changed it.
 */
export function useCaseMutation<Variables = void>({ mutationFn, onSuccess, onError }: CaseMutationOptions<Variables>) {
  const queries = useQueryClient()
  const update = useCaseUpdate()
  return useApiMutation<Case, Variables>({
    mutationFn,
    onSuccess: (row, variables) => {
      update(row)
      const startsNext = onSuccess?.(row, variables) === true
      const outdated = startsNext ? [] : [api.cases.unfinished.key(), api.queues.key()]
      for (const queryKey of [api.cases.history.key(), ...outdated]) void queries.invalidateQueries({ queryKey })
    },
    onError: (error, variables) => {
      void queries.invalidateQueries({ queryKey: api.cases.get.key() })
      return onError?.(error, variables) ?? false
    },
  })
}
