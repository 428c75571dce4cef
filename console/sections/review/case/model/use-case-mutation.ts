import type { Case } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../platform/api/client.ts'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { useCaseUpdate } from './use-case.ts'

interface CaseMutationOptions<Variables> {
  mutationFn: (variables: Variables) => Promise<Case>
  onSuccess?: (row: Case, variables: Variables) => unknown
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
      for (const queryKey of [api.cases.history.key(), api.cases.unfinished.key(), api.queues.key()])
        void queries.invalidateQueries({ queryKey })
      return onSuccess?.(row, variables)
    },
    onError: (error, variables) => {
      void queries.invalidateQueries({ queryKey: api.cases.get.key() })
      return onError?.(error, variables) ?? false
    },
  })
}
