import { describe, expect, it } from 'vitest'
import { filterOptions, hasLabel, matchOf, moveActive, toEntries } from './combobox-options.tsx'

const options = [
  { value: 'de', label: 'Germany', group: 'Europe' },
  { value: 'ro', label: 'România', group: 'Europe' },
  { value: 'ae', label: 'الإمارات', group: 'Asia', disabled: true },
  { value: 'jp', label: 'Japan', description: 'Nippon', group: 'Asia' },
]
const keys = (recent: readonly string[] = []) =>
  toEntries(options, { label: 'Recent', values: recent }).map(entry => entry.key)

describe('options of a combobox', () => {
  it('a combobox finds without accents and case, in descriptions too', () => {
    expect(filterOptions(options, ' ROMANIA ', 'en-US').map(option => option.value)).toEqual(['ro'])
    expect(filterOptions(options, 'nippon', 'en-US').map(option => option.value)).toEqual(['jp'])
    expect(filterOptions(options, '  ', 'en-US')).toBe(options)
    expect(hasLabel(options, 'romania', 'en-US')).toBe(true)
    expect(hasLabel(options, 'roman', 'en-US')).toBe(false)
  })
  it('a combobox marks what was typed where it stands', () => {
    expect(matchOf('România', 'mani', 'en-US')).toEqual({ start: 2, end: 6 })
    expect(matchOf('Cafe\u0301 au lait', 'cafe', 'en-US')).toEqual({ start: 0, end: 5 })
    expect(matchOf('👩‍👩‍👧 Team', 'team', 'en-US')).toEqual({ start: 9, end: 13 })
    expect(matchOf('Japan', 'x', 'en-US')).toBeUndefined()
  })
  it('a combobox puts headings before groups and recent ones first, each option once', () => {
    expect(keys()).toEqual(['heading 0', 'option de', 'option ro', 'heading 3', 'option ae', 'option jp'])
    expect(keys(['jp', 'unknown'])).toEqual([
      'recent',
      'option jp',
      'heading 2',
      'option de',
      'option ro',
      'heading 5',
      'option ae',
    ])
  })
  it('a combobox gives repeated values keys of their own', () => {
    const twice = [
      { value: 'a', label: 'A' },
      { value: 'a', label: 'A again' },
    ]
    expect(new Set(toEntries(twice, undefined).map(entry => entry.key)).size).toBe(2)
  })
  it('a combobox moves past headings and what is disabled, joined at the ends', () => {
    const entries = toEntries(options, undefined)
    expect(moveActive(entries, undefined, 'next')).toBe('option de')
    expect(moveActive(entries, 'option ro', 'next')).toBe('option jp')
    expect(moveActive(entries, 'option jp', 'next')).toBe('option de')
    expect(moveActive(entries, 'option de', 'previous')).toBe('option jp')
    expect(moveActive([], undefined, 'first')).toBeUndefined()
  })
  it('a combobox moves by pages of ten, and stops at the ends', () => {
    const entries = toEntries(
      Array.from({ length: 25 }, (_, index) => ({ value: `${index}`, label: `${index}`, disabled: index === 24 })),
      undefined,
    )
    expect(moveActive(entries, undefined, 'page-next')).toBe('option 10')
    expect(moveActive(entries, 'option 5', 'page-next')).toBe('option 15')
    expect(moveActive(entries, 'option 20', 'page-next')).toBe('option 23')
    expect(moveActive(entries, 'option 20', 'page-previous')).toBe('option 10')
    expect(moveActive(entries, 'option 5', 'page-previous')).toBe('option 0')
    expect(moveActive([], undefined, 'page-next')).toBeUndefined()
  })
})
