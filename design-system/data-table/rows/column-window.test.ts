import { describe, expect, it } from 'vitest'
import { columnWindow } from './column-window.ts'

const sizes = Array.from({ length: 40 }, () => 100)
const pinned = sizes.map((_, i) => i === 0)

describe('columnWindow', () => {
  it('columnWindow holds what is in view and one more on either side', () => {
    expect(columnWindow({ sizes, pinned, offset: 0, view: 1000 })).toEqual([0, 10])
    expect(columnWindow({ sizes, pinned, offset: 1550, view: 1000 })).toEqual([14, 26])
    expect(columnWindow({ sizes, pinned, offset: 3000, view: 1000 })).toEqual([29, 39])
  })
  it('columnWindow bears no columns and no width', () => {
    expect(columnWindow({ sizes: [], pinned: [], offset: 0, view: 0 })).toEqual([0, -1])
    expect(columnWindow({ sizes, pinned, offset: 0, view: 0 })[1]).toBeLessThan(3)
  })
})
