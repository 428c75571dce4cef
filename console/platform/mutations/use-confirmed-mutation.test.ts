// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hookWrapper } from '../testing/hook-wrapper.ts'
import { useConfirmedMutation } from './use-confirmed-mutation.ts'

/** A removal whose answer arrives when the test decides. */
function renderRemoval() {
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const onClose = vi.fn()
  const onSuccess = vi.fn()
  const { result } = renderHook(
    () =>
      useConfirmedMutation({
        mutationFn: (_name: string) =>
          new Promise<void>((resolve, reject) => {
            answers.push({ resolve, reject })
          }),
        onSuccess: (_answer, name) => onSuccess(name),
        onClose,
      }),
    { wrapper: hookWrapper },
  )
  return { removal: result, answers, onClose, onSuccess }
}

it('a success closes the dialog that asked', async () => {
  const { removal, answers, onClose, onSuccess } = renderRemoval()
  act(() => removal.current.confirm('Night'))
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(removal.current.isPending).toBe(true)
  await act(async () => answers[0]?.resolve())
  expect(onSuccess).toHaveBeenCalledWith('Night')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('a failure stays in the dialog that asked', async () => {
  const { removal, answers, onClose } = renderRemoval()
  act(() => removal.current.confirm('Night'))
  await waitFor(() => expect(answers).toHaveLength(1))
  await act(async () => answers[0]?.reject(new Error('no')))
  await waitFor(() => expect(removal.current.error?.message).toBe('no'))
  expect(onClose).not.toHaveBeenCalled()
})

it('an answer that comes late leaves the next question alone', async () => {
  const { removal, answers, onClose, onSuccess } = renderRemoval()
  act(() => removal.current.confirm('Night'))
  await waitFor(() => expect(answers).toHaveLength(1))
  act(() => removal.current.close())
  expect(onClose).toHaveBeenCalledTimes(1)
  await act(async () => answers[0]?.resolve())
  expect(onSuccess).toHaveBeenCalledWith('Night')
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(removal.current.error).toBeNull()
})
