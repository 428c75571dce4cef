import { describe, expect, it } from 'vitest'
import {
  emptyView,
  initialView,
  isDeepEqual,
  moveColumn,
  orderedIds,
  pinColumn,
  placeColumn,
  readView,
  type ViewColumn,
} from './table-view.ts'

const columns: ViewColumn[] = ['id', 'at', 'score', 'country', 'amount'].map((id, i) => ({
  id,
  rowHeader: i === 0,
  initiallyHidden: id === 'country',
}))
const base = initialView(columns)
const ids = (view: typeof base) => Object.values(orderedIds(columns, view)).map(part => part.join(' '))

describe('views', () => {
  it('a view starts with the first column pinned and some hidden', () => {
    expect(base.pinned.start).toEqual(['id'])
    expect(base.visibility).toEqual({ country: false })
    expect(initialView([]).pinned.start).toEqual([])
    expect(ids(base)).toEqual(['id', 'at score country amount', ''])
  })
  it('a view survives a trip through an address', () => {
    const view = {
      ...pinColumn(base, 'amount', 'end'),
      sorting: [{ id: 'score', desc: true }],
      filters: [{ id: 'f', field: 'score', operator: 'gte', values: ['600'] }],
      grouping: ['country'],
      density: 'compact' as const,
      sizes: { at: 120 },
    }
    expect(readView(JSON.parse(JSON.stringify(view)), columns, base)).toEqual(view)
  })
  it('a view reads what others wrote without a throw', () => {
    expect(readView(null, columns, base)).toBe(base)
    expect(readView('?', columns, base)).toBe(base)
    const odd = readView(
      {
        sorting: [{ id: 'gone' }, null, { id: 'at' }],
        filters: [{ field: 1 }],
        order: 'x',
        visibility: { id: false, at: 'no', score: false },
        pinned: { start: ['id', 'gone'], end: ['id', 'at'] },
        sizes: { at: -3, score: 90 },
        grouping: ['a', 'at', 'score', 'id'],
        density: 'huge',
      },
      columns,
      base,
    )
    expect(odd).toEqual({
      ...emptyView,
      sorting: [{ id: 'at', desc: false }],
      visibility: { score: false },
      pinned: { start: ['id'], end: ['at'] },
      sizes: { score: 90 },
      grouping: ['at', 'score'],
    })
  })
  it('a view tells whether something changed', () => {
    expect(isDeepEqual({ a: [1, { b: 2 }], c: undefined }, { a: [1, { b: 2 }] })).toBe(true)
    expect(isDeepEqual(base, { ...base, density: 'compact' })).toBe(false)
    expect(isDeepEqual([1], { 0: 1 })).toBe(false)
    expect(isDeepEqual({ a: { b: undefined, c: 1 }, d: [{ e: undefined }] }, { d: [{}], a: { c: 1 } })).toBe(true)
    expect(isDeepEqual({ a: null }, {})).toBe(false)
    expect(isDeepEqual(undefined, undefined)).toBe(true)
    expect(isDeepEqual(undefined, null)).toBe(false)
  })
})

describe('column places', () => {
  it('the column order moves past hidden columns and stops at the ends', () => {
    expect(ids(moveColumn(columns, base, 'amount', -1))).toEqual(['id', 'at amount score country', ''])
    expect(ids(moveColumn(columns, base, 'score', 1))).toEqual(['id', 'at country amount score', ''])
    expect(moveColumn(columns, base, 'at', -1)).toBe(base)
  })
  it('the column order moves to the place of another column, also into a pinned part', () => {
    expect(ids(placeColumn(columns, base, 'at', 'amount'))).toEqual(['id', 'score country amount at', ''])
    expect(ids(placeColumn(columns, base, 'amount', 'at'))).toEqual(['id', 'amount at score country', ''])
    expect(ids(placeColumn(columns, base, 'score', 'id'))).toEqual(['score id', 'at country amount', ''])
  })
  it('the column order pins to either side and frees again', () => {
    const both = pinColumn(pinColumn(base, 'amount', 'end'), 'at', 'start')
    expect(ids(both)).toEqual(['id at', 'score country', 'amount'])
    expect(ids(pinColumn(both, 'at', null))).toEqual(['id', 'at score country', 'amount'])
  })
  it('the column order puts a column that is new beside the one it follows', () => {
    expect(ids({ ...base, order: ['amount', 'at', 'score'] })).toEqual(['id', 'amount at score country', ''])
  })
})
