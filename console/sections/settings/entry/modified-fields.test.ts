import { describe, expect, it } from 'vitest'
import { inOrderOf, modifiedFields, snapshotText, versionOf } from './modified-fields.ts'

describe('what differs of two snapshots', () => {
  it('is every member that differs, at every depth', () => {
    const before = { name: 'A', limits: { low: 1, high: 5 }, tags: ['x'], gone: true }
    const after = { name: 'A', limits: { low: 2, high: 5 }, tags: ['x', 'y'], added: null }
    expect(modifiedFields(before, after)).toEqual({
      before: { limits: { low: 1 }, tags: ['x'], gone: true },
      after: { limits: { low: 2 }, tags: ['x', 'y'], added: null },
    })
  })
  it('is the whole of what was created or deleted', () => {
    expect(modifiedFields(null, { a: 1 })).toEqual({ before: null, after: { a: 1 } })
    expect(modifiedFields({ a: 1 }, null)).toEqual({ before: { a: 1 }, after: null })
  })
  it('is nothing where only the order of names differs', () => {
    expect(modifiedFields({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual({ before: {}, after: {} })
  })
})

describe('the text of a snapshot', () => {
  it('has the members in the order of the other one', () => {
    expect(snapshotText(inOrderOf({ b: 1, a: { y: 1, x: 2 }, c: 3 }, { a: { x: 0, y: 0 }, b: 0 }))).toBe(
      JSON.stringify({ a: { x: 2, y: 1 }, b: 1, c: 3 }, null, 2),
    )
  })
  it('is empty where there is none', () => expect(snapshotText(null)).toBe(''))
  it('names a version where it has one', () => {
    expect([versionOf({ version: 4 }), versionOf({ version: '4' }), versionOf(null)]).toEqual([4, null, null])
  })
})
