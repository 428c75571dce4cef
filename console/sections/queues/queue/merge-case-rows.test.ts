import { expect, it } from 'vitest'
import { createCase, createQueue } from '../testing/queue-samples.ts'
import { mergeCaseRows } from './merge-case-rows.ts'

const queue = createQueue(1)
const row = (number: number, priority = 50) => createCase(number, queue, { priority })
const rows = (...numbers: number[]) => numbers.map(number => row(number))
const idOf = (number: number) => row(number).id
function merge(shown: number[], fresh: number[], more: { focused?: number; frozen?: boolean } = {}) {
  const merged = mergeCaseRows({
    shown: rows(...shown),
    fresh: rows(...fresh),
    focusedId: more.focused === undefined ? null : idOf(more.focused),
    frozen: more.frozen ?? false,
  })
  return [merged.rows.map(({ externalId }) => Number(externalId.slice(2))), merged.waiting]
}

it('rows come and go while nobody points at them', () => {
  expect(merge([1, 2, 3], [4, 1, 3, 5])).toEqual([[4, 1, 3, 5], 0])
  expect(merge([], [1, 2])).toEqual([[1, 2], 0])
})

it('new rows come in below the focused row, others wait', () => {
  expect(merge([1, 2, 3], [4, 1, 5, 2, 6, 3, 7], { focused: 2 })).toEqual([[1, 2, 6, 3, 7], 2])
})

it('nothing moves under the pointer: rows stay until it leaves, and new ones are only added at the end', () => {
  expect(merge([1, 2, 3], [4, 1, 3, 5], { frozen: true })).toEqual([[1, 2, 3, 5], 1])
})

it('rows have the values that the service has now, in the order on screen', () => {
  const merged = mergeCaseRows({ shown: rows(1, 2), fresh: [row(2, 90), row(1)], focusedId: null, frozen: false })
  expect(merged.rows.map(({ externalId, priority }) => [externalId, priority])).toEqual([
    ['P-1', 50],
    ['P-2', 90],
  ])
})

it('a row is never twice on screen', () => {
  expect(merge([1], [2, 1, 2])).toEqual([[2, 1], 0])
})
