import { describe, expect, it } from 'vitest'
import { type ColumnFilter, type FilterKind, isComplete, predicateOf, withFilter } from './column-filter.ts'
import type { CsvValue } from './csv-value.ts'

const filter = (operator: string, ...values: string[]): ColumnFilter => ({ id: 'a', field: 'a', operator, values })
const passes = (kind: FilterKind, condition: ColumnFilter, value: CsvValue) =>
  predicateOf(kind, condition)?.(value) ?? true

describe('predicateOf', () => {
  it('predicateOf finds text without case and in both spellings of an accent', () => {
    expect(passes('text', filter('contains', 'CAFE\u0301'), 'Le café')).toBe(true)
    expect(passes('text', filter('contains', 'tea'), 'Le café')).toBe(false)
    expect(passes('text', filter('startsWith', 'le'), 'Le café')).toBe(true)
    expect(passes('text', filter('eq', 'le'), 'Le café')).toBe(false)
  })
  it('predicateOf compares numbers, also negative and in the wrong order', () => {
    expect(passes('number', filter('gte', '600'), 600)).toBe(true)
    expect(passes('number', filter('gte', '600'), 599.9)).toBe(false)
    expect(passes('number', filter('between', '5', '-5'), -3)).toBe(true)
    expect(passes('number', filter('lte', '5'), null)).toBe(false)
    expect(passes('number', filter('gte', 'not a number'), 1)).toBe(true)
  })
  it('predicateOf takes a day as all its moments', () => {
    const noon = new Date('2026-11-21T12:00:00Z')
    expect(passes('date', filter('on', '2026-11-21'), noon)).toBe(true)
    expect(passes('date', filter('on', '2026-11-20'), noon)).toBe(false)
    expect(passes('date', filter('after', '2026-11-20'), noon)).toBe(true)
    expect(passes('date', filter('after', '2026-11-21'), noon)).toBe(false)
    expect(passes('date', filter('before', '2026-11-22'), noon)).toBe(true)
    expect(passes('date', filter('between', '2026-11-20', '2026-11-21'), noon)).toBe(true)
    expect(passes('date', filter('on', '2026-11-21'), new Date(Number.NaN))).toBe(false)
  })
  it('predicateOf knows sets, lists of values and nothing at all', () => {
    expect(passes('decision', filter('in', 'Reject', 'Review'), 'reject')).toBe(true)
    expect(passes('set', filter('notIn', 'DE'), 'DE')).toBe(false)
    expect(passes('set', filter('in', 'Locker'), ['Device ring', 'Locker'])).toBe(true)
    expect(passes('text', filter('empty'), null)).toBe(true)
    expect(passes('set', filter('empty'), [])).toBe(true)
    expect(passes('text', filter('notEmpty'), '')).toBe(false)
  })
  it('predicateOf lets every row pass an incomplete or unknown condition', () => {
    expect(predicateOf('number', filter('between', '5'))).toBeNull()
    expect(predicateOf('text', filter('resembles', 'x'))).toBeNull()
    expect(isComplete(filter('in'))).toBe(false)
  })
})

describe('withFilter', () => {
  const other = { ...filter('eq', 'x'), id: 'b', field: 'b' }
  it('withFilter replaces in place, adds at the end, removes', () => {
    const first = filter('eq', '1')
    const second = filter('eq', '2')
    expect(withFilter([first, other], 'a', second)).toEqual([second, other])
    expect(withFilter([other], 'a', first)).toEqual([other, first])
    expect(withFilter([first, other], 'a', null)).toEqual([other])
  })
})
