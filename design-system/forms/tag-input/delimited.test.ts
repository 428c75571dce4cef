import { describe, expect, it } from 'vitest'
import { isDelimited, mergeTags, splitDelimited } from './delimited.ts'

describe('delimited text', () => {
  it.each([
    ['a@x.io, b@x.io;c@x.io\td@x.io\r\ne@x.io', false, ['a@x.io', 'b@x.io', 'c@x.io', 'd@x.io', 'e@x.io']],
    ['"New York", “São Paulo”', false, ['New York', 'São Paulo']],
    ['10.0.0.1 10.0.0.2\n10.0.0.3', true, ['10.0.0.1', '10.0.0.2', '10.0.0.3']],
    ['أ، ب؛ ج', false, ['أ', 'ب', 'ج']],
    [' ,;\n , ', false, []],
    ['', true, []],
    ['👩‍👩‍👧,e\u0301', false, ['👩‍👩‍👧', 'e\u0301']],
  ])('the split of delimited text splits %j', (text, atSpaces, expected) => {
    expect(splitDelimited(text, atSpaces)).toEqual(expected)
  })
  it('the split of delimited text knows whether there is anything to split', () => {
    expect([
      isDelimited('one'),
      isDelimited('one,two'),
      isDelimited('one two'),
      isDelimited('one two', true),
      isDelimited('one\n'),
    ]).toEqual([false, true, false, true, false])
  })
  it('the split of delimited text adds nothing twice', () => {
    expect(mergeTags(['a@x.io'], ['A@X.io', 'b@x.io', 'B@x.io'])).toEqual({
      tags: ['a@x.io', 'b@x.io'],
      added: ['b@x.io'],
      duplicates: ['A@X.io', 'B@x.io'],
    })
    expect(mergeTags(['400012'], [' 4000 12 ', '  '], text => text.replaceAll(' ', ''))).toEqual({
      tags: ['400012'],
      added: [],
      duplicates: ['400012'],
    })
  })
  it('the split of delimited text takes ten thousand pieces at once', () => {
    const pieces = splitDelimited(Array.from({ length: 10_000 }, (_, index) => `u${index}@x.io`).join('\n'))
    expect(mergeTags([], [...pieces, ...pieces]).duplicates).toHaveLength(10_000)
  })
})
