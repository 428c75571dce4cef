import { describe, expect, it } from 'vitest'
import { createRowCounter } from './row-counter.ts'

function count(text: string, delimiter = ',', pieceSize = 1): number {
  const counter = createRowCounter(delimiter)
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += pieceSize) counter.push(bytes.subarray(at, at + pieceSize))
  return counter.finish()
}

describe('rows of a file', () => {
  it.each([
    ['', 0],
    ['a,b', 1],
    ['a,b\n', 1],
    ['a,b\r\n1,2\r\n', 2],
    ['a,b\r1,2\r3,4', 3],
    ['a,b\n\n\r\n1,2\n\n', 2],
    ['a,b\n"x\ny",2\n3,4\n', 3],
    ['a,b\n"x ""\n"" y",2\n', 2],
    ['a,b\n5" disk,2\n3" disk,4\n', 3],
    ['a,b\n"",2\n"",3\n', 3],
    ['a,b\n1,"2\n', 2],
    ['ü,b\n€,2\n', 2],
  ])('%j has %i', (text, rows) => {
    for (const size of [1, 2, 3, 1000]) expect(count(text, ',', size)).toBe(rows)
  })
  it('a quote opens a value after the delimiter of the file alone', () => {
    expect(count('a;b\n1;"2\n3"\n', ';')).toBe(2)
    expect(count('a;b\n1;"2\n3"\n', '\t')).toBe(3)
  })
})
