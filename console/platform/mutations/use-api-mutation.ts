import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useErrorToast } from '../errors/use-error-toast.ts'
import { type ApiMutationOptions, mutationOptionsOf } from './mutation-options.ts'

/**
 * A change by the console API. Callbacks given here run even when the page that asked is gone. Those given to `mutate`
 * run only while it is still there: closing a dialog or moving on belongs to them.
 */
export function useApiMutation<Answer, Variables = void>(
  options: ApiMutationOptions<Answer, Variables>,
): UseMutationResult<Answer, Error, Variables> {
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  return useMutation(
    mutationOptionsOf(options, {
      showError,
      invalidate: queryKey => queryClient.invalidateQueries({ queryKey }),
    }),
  )
}
