import { expect, it } from 'vitest'
import { type Stacked, stack } from './toast-stack.ts'

const plain = (id: number): Stacked => ({ id })
const undo = (id: number): Stacked => ({ id, action: {} })
const ids = (toasts: readonly Stacked[]) => toasts.map(toast => toast.id)

it('keeps three', () => {
  expect(ids(stack([plain(1), plain(2)], plain(3)).shown)).toEqual([1, 2, 3])
  const { shown, dropped } = stack([plain(1), plain(2), plain(3)], plain(4))
  expect(ids(shown)).toEqual([2, 3, 4])
  expect(ids(dropped)).toEqual([1])
})
it('lets those that wait for a decision give way last', () => {
  expect(ids(stack([undo(1), plain(2), undo(3)], plain(4)).shown)).toEqual([1, 3, 4])
  expect(ids(stack([undo(1), undo(2), undo(3)], plain(4)).shown)).toEqual([2, 3, 4])
})
it('never drops the one that just came', () => {
  for (const next of [plain(9), undo(9)]) expect(ids(stack([undo(1), undo(2), undo(3)], next).shown)).toContain(9)
})
