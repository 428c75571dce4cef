import type { MutationKey, QueryKey } from '@tanstack/react-query'

export interface ApiMutationOptions<Answer, Variables> {
  mutationFn: (variables: Variables) => Promise<Answer>
  /** Names the mutation for those that wait for its end. */
  mutationKey?: MutationKey
  /**
   * Keys of the queries that the change makes outdated. They are fetched after a failure as well, because the answer may
   * be all that was lost. The mutation is pending until those on screen are fetched.
   */
  invalidates?: readonly QueryKey[]
  onSuccess?: (answer: Answer, variables: Variables) => unknown
  /** Shows the failures that the page has words for, and answers true for them. Every other failure is a toast. */
  onError?: (error: Error, variables: Variables) => boolean | Promise<boolean>
  onSettled?: () => unknown
}

/** Effects of a change on the rest of the page. */
interface MutationEffects {
  showError: (error: unknown) => void
  invalidate: (queryKey: QueryKey) => Promise<unknown>
}

/** The options of TanStack Query for a change: its failures are shown, its outdated queries fetched. */
export function mutationOptionsOf<Answer, Variables>(
  { mutationFn, mutationKey, invalidates = [], onSuccess, onError, onSettled }: ApiMutationOptions<Answer, Variables>,
  { showError, invalidate }: MutationEffects,
) {
  return {
    mutationFn: (variables: Variables) => mutationFn(variables),
    ...(mutationKey === undefined ? {} : { mutationKey }),
    onSuccess: (answer: Answer, variables: Variables) => onSuccess?.(answer, variables),
    onError: async (error: Error, variables: Variables) => {
      if ((await onError?.(error, variables)) !== true) showError(error)
    },
    onSettled: () => Promise.all([...invalidates.map(invalidate), onSettled?.()]),
  }
}
