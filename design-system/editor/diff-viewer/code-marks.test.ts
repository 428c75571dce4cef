import { jsonLanguage } from '@codemirror/lang-json'
import { expect, test } from 'vitest'
import { codeMarks, marked } from './code-marks.ts'

test('words of code have their places line by line', () => {
  const marks = codeMarks(jsonLanguage, '{\n  "a": "b",\n  "c": true\n}')
  expect(marks.get(2)).toEqual([{ from: 7, to: 10, className: 'text-success-text' }])
  expect(marks.get(3)).toEqual([{ from: 7, to: 11, className: 'text-accent-text' }])
  expect(marks.get(1)).toBeUndefined()
})

test('a part of a line takes the marks that reach into it', () => {
  const line = [{ from: 2, to: 6, className: 'x' }]
  expect(marked('abcdefgh', 0, line)).toEqual([
    { text: 'ab', className: undefined },
    { text: 'cdef', className: 'x' },
    { text: 'gh', className: undefined },
  ])
  expect(marked('ef', 4, line)).toEqual([{ text: 'ef', className: 'x' }])
  expect(marked('gh', 6, line)).toEqual([{ text: 'gh', className: undefined }])
  expect(marked('', 3, line)).toEqual([{ text: '', className: undefined }])
  expect(marked('plain', 0, undefined)).toEqual([{ text: 'plain', className: undefined }])
})
