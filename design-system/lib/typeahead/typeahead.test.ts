import { describe, expect, it } from 'vitest'
import { findTypeaheadMatch } from './typeahead.ts'

const names = ['equals', 'at least', 'at most', 'Éclair', 'is one of']

describe('type-ahead', () => {
  it('begins with the next name, so that one letter moves on', () => {
    expect(findTypeaheadMatch(names, 0, 'a')).toBe(1)
    expect(findTypeaheadMatch(names, 1, 'a')).toBe(2)
    expect(findTypeaheadMatch(names, 2, 'a')).toBe(1)
  })
  it('steps through the names with a repeated letter', () => {
    expect(findTypeaheadMatch(names, 1, 'aa')).toBe(2)
  })
  it('stays at the active name while more letters match it', () => {
    expect(findTypeaheadMatch(names, 1, 'at')).toBe(1)
    expect(findTypeaheadMatch(names, 1, 'at m')).toBe(2)
  })
  it('ignores case and accents', () => {
    expect(findTypeaheadMatch(names, 0, 'ecl')).toBe(3)
    expect(findTypeaheadMatch(names, 0, 'IS')).toBe(4)
  })
  it('finds nothing for other text, and in an empty list', () => {
    expect(findTypeaheadMatch(names, 0, 'z')).toBe(-1)
    expect(findTypeaheadMatch([], -1, 'a')).toBe(-1)
  })
  it('begins at the first name without an active one', () => {
    expect(findTypeaheadMatch(names, -1, 'e')).toBe(0)
  })
})
