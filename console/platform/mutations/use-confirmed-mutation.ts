import { useRef } from 'react'
import type { ApiMutationOptions } from './mutation-options.ts'
import { useApiMutation } from './use-api-mutation.ts'

interface ConfirmedMutationOptions<Answer, Variables> extends ApiMutationOptions<Answer, Variables> {
  /** Closes the confirmation dialog. */
  onClose: () => void
  /** Shows the failures that close the dialog, and answers true for them. Every other one stays inside it. */
  onError?: (error: Error, variables: Variables) => boolean
}

/**
 * A change that a dialog confirms, where the dialog stays mounted between two changes. A success closes it, a failure
 * is shown inside. An answer that arrives after the dialog was closed does not affect the next one: its failure is a
 * toast.
 */
export function useConfirmedMutation<Answer, Variables>({
  onClose,
  mutationFn,
  onSuccess,
  onError,
  ...options
}: ConfirmedMutationOptions<Answer, Variables>): {
  isPending: boolean
  /** The error that the dialog shows; null without one. */
  error: Error | null
  confirm: (variables: Variables) => void
  close: () => void
} {
  // Raised with every question that is closed.
  const question = useRef(0)
  const { isPending, error, mutate, reset } = useApiMutation<Answer, { variables: Variables; questionId: number }>({
    ...options,
    mutationFn: ({ variables }) => mutationFn(variables),
    onSuccess: (answer, { variables, questionId }) => {
      if (questionId === question.current) close()
      return onSuccess?.(answer, variables)
    },
    onError: (failure, { variables, questionId }) => {
      const isOpen = questionId === question.current
      if (onError?.(failure, variables) !== true) return isOpen
      if (isOpen) close()
      return true
    },
  })
  const close = () => {
    question.current += 1
    reset()
    onClose()
  }
  return {
    isPending,
    error,
    confirm: variables => mutate({ variables, questionId: question.current }),
    close,
  }
}
