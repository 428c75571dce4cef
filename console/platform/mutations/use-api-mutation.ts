import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useErrorToast } from '../errors/use-error-toast.ts'
import { type ApiMutationOptions, mutationOptionsOf } from './mutation-options.ts'

/**
 * A change by the console API. The callbacks of these options run even when the component has been unmounted. Those of
 * `mutate` run only while it is mounted: they close a dialog or navigate.
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
