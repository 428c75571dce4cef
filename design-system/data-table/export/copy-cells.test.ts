import { describe, expect, it } from 'vitest'
import { TableLines } from '../model/table-lines.ts'
import { copyText } from './copy-cells.ts'

const rows = [
  { id: 'a', n: 1 },
  { id: 'b', n: 2 },
  { id: 'c', n: 3 },
]
const columns = [
  { value: (row: { id: string; n: number }) => row.id },
  { value: (row: { id: string; n: number }) => row.n },
]
const base = {
  rows,
  lines: new TableLines(3, Uint32Array.of(2, 0, 1)),
  columns,
  firstCol: 1,
  block: null,
  point: { row: 0, col: 2 },
  selectedIds: null,
  getRowId: (row: { id: string }) => row.id,
}

describe('copyText', () => {
  it('copyText takes the cell, or the row from a column of the table itself', () => {
    expect(copyText(base)?.text).toBe('3')
    expect(copyText({ ...base, point: { row: 1, col: 0 } })?.text).toBe('a\t1')
    expect(copyText({ ...base, point: { row: 9, col: 1 } })).toBeNull()
  })
  it('copyText takes the chosen rows in the order shown', () => {
    expect(copyText({ ...base, selectedIds: new Set(['a', 'c']) })).toEqual({
      text: 'c\t3\na\t1',
      rows: 2,
      cells: null,
    })
  })
  it('copyText takes a block before anything else', () => {
    expect(copyText({ ...base, selectedIds: new Set(['a']), block: { top: 0, bottom: 1, start: 1, end: 2 } })).toEqual({
      text: 'c\t3\na\t1',
      rows: 2,
      cells: 4,
    })
  })
})
