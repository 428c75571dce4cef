import { expect, it } from 'vitest'
import { pushToast, type StackItem } from './toast-stack.ts'

const plain = (id: number): StackItem => ({ id })
const undo = (id: number): StackItem => ({ id, action: {} })
const ids = (toasts: readonly StackItem[]) => toasts.map(toast => toast.id)

it('the toast stack keeps three', () => {
  expect(ids(pushToast([plain(1), plain(2)], plain(3)).shown)).toEqual([1, 2, 3])
  const { shown, dropped } = pushToast([plain(1), plain(2), plain(3)], plain(4))
  expect(ids(shown)).toEqual([2, 3, 4])
  expect(ids(dropped)).toEqual([1])
})
it('the toast stack lets those that wait for a decision give way last', () => {
  expect(ids(pushToast([undo(1), plain(2), undo(3)], plain(4)).shown)).toEqual([1, 3, 4])
  expect(ids(pushToast([undo(1), undo(2), undo(3)], plain(4)).shown)).toEqual([2, 3, 4])
})
it('the toast stack never drops the one that just came', () => {
  for (const next of [plain(9), undo(9)]) expect(ids(pushToast([undo(1), undo(2), undo(3)], next).shown)).toContain(9)
})
