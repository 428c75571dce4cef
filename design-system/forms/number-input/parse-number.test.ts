import { describe, expect, it } from 'vitest'
import { parseNumber } from './parse-number.ts'

describe('parseNumber', () => {
  it.each([
    ['1,234.5', 'en-US', 1234.5],
    ['1.234,5', 'de-DE', 1234.5],
    ['-3', 'en-US', -3],
    ['١٢٣', 'ar-AE', 123],
    ['', 'en-US', null],
    ['12a', 'en-US', undefined],
    ['-', 'en-US', undefined],
  ])('parseNumber reads %j in %s', (text, locale, expected) => {
    expect(parseNumber(text, locale)).toBe(expected)
  })
})
