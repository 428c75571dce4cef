import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameJson } from './same-json.ts'

it('isSameJson compares what is stored: not the order of keys, and no undefined members', () => {
  expect(isSameJson({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
  expect(isSameJson({ a: [1, { b: 2 }], c: undefined }, { a: [1, { b: 2 }] })).toBe(true)
  expect(isSameJson({ a: [{ b: undefined }] }, { a: [{}] })).toBe(true)
  expect(isSameJson({ a: undefined }, {})).toBe(true)
  expect(isSameJson(undefined, undefined)).toBe(true)
})

it('isSameJson tells apart what differs', () => {
  expect(isSameJson({ a: 1 }, {})).toBe(false)
  expect(isSameJson({ a: null }, {})).toBe(false)
  expect(isSameJson(undefined, null)).toBe(false)
  expect(isSameJson({ a: undefined, b: 1 }, { a: 1, b: undefined })).toBe(false)
  expect(isSameJson([1, 2], [2, 1])).toBe(false)
  expect(isSameJson([1], { 0: 1 })).toBe(false)
  expect(isSameJson('1', 1)).toBe(false)
  expect(isSameJson({ a: {} }, { a: [] })).toBe(false)
})

it('isSameJson holds for any data and what the store gives back of it, and for no change of it', () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, inner]) => [key, reversed(inner)]),
          )
        : value
  // An own member `constructor` that is an object is outside what `dequal` compares by value.
  const data = fc.jsonValue().filter(value => !JSON.stringify(value).includes('"constructor"'))
  fc.assert(
    fc.property(data, data, (value, other) => {
      expect(isSameJson(value, reversed(value))).toBe(true)
      expect(isSameJson({ value }, { value, more: undefined })).toBe(true)
      expect(isSameJson({ value }, { value, more: other })).toBe(false)
    }),
  )
})
