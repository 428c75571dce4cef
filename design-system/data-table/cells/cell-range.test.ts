import { describe, expect, it } from 'vitest'
import { blockOf, columnsIn, extend, isSingle, sizeOf } from './cell-range.ts'

const at = (row: number, col: number) => ({ row, col })

describe('cell range', () => {
  it('the cell range is the block between two corners in any order', () => {
    const block = blockOf({ anchor: at(5, 3), head: at(2, 6) })
    expect(block).toEqual({ top: 2, bottom: 5, start: 3, end: 6 })
    expect(sizeOf(block)).toEqual({ rows: 4, columns: 4 })
    expect(columnsIn(block, 4)).toEqual([3, 6])
    expect(columnsIn(block, 6)).toBeNull()
    expect(columnsIn(null, 0)).toBeNull()
  })
  it('the cell range grows from its anchor and stays inside the grid', () => {
    const limits = { rows: 10, firstCol: 1, lastCol: 4 }
    const start = { anchor: at(8, 2), head: at(8, 2) }
    expect(isSingle(start)).toBe(true)
    expect(extend(start, { rows: 5 }, limits).head).toEqual(at(9, 2))
    expect(extend(start, { cols: -5 }, limits).head).toEqual(at(8, 1))
    expect(extend(start, { cols: 9 }, limits)).toEqual({ anchor: at(8, 2), head: at(8, 4) })
    expect(extend(start, { rows: -1 }, { ...limits, rows: 0 }).head.row).toBe(0)
  })
})
