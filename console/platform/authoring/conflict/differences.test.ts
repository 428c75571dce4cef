import { describe, expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

const text = (id: string, value: string) => ({ id, label: id.toUpperCase(), text: value })

describe('differences of two versions', () => {
  test('differences of two versions are the texts that are not the same, in the order of mine, then theirs', () => {
    expect(
      differencesOf(
        [text('name', 'A'), text('b', '1'), text('c', 'mine')],
        [text('name', 'A'), text('b', '2'), text('d', 'new')],
      ),
    ).toEqual([
      { id: 'b', label: 'B', mine: '1', theirs: '2' },
      { id: 'c', label: 'C', mine: 'mine', theirs: '' },
      { id: 'd', label: 'D', mine: '', theirs: 'new' },
    ])
  })
  test('differences of two versions say which texts are code', () => {
    expect(differencesOf([{ ...text('a', '1'), code: true }], [text('b', '2')])).toEqual([
      { id: 'a', label: 'A', code: true, mine: '1', theirs: '' },
      { id: 'b', label: 'B', mine: '', theirs: '2' },
    ])
  })
  test('two texts of one name are one text', () => {
    expect(differencesOf([text('a', '1'), text('a', '2')], [text('a', '1\n2')])).toEqual([])
  })
})
