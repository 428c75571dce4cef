import { expect, it } from 'vitest'
import { keyLines } from './key-lines.ts'
import { eventLimit, parseEvents } from './parse-events.ts'

it('reads one object, an array of objects, and one object in each line', () => {
  expect(parseEvents('{"a": 1}').events).toEqual([{ a: 1 }])
  expect(parseEvents(' [{"a": 1}, {"a": 2}]\n').events).toEqual([{ a: 1 }, { a: 2 }])
  expect(parseEvents('{"a": 1}\n\n{"a": 2}\n').events).toEqual([{ a: 1 }, { a: 2 }])
})

it.each([
  ['', { code: 'empty', line: 1, column: 1 }],
  ['{\n  "a": 1,\n  "b": oops\n}', { code: 'syntax', line: 3, column: 8 }],
  ['{"a": 1}\n{"a": }', { code: 'syntax', line: 2, column: 7 }],
  ['{"a": 1}\n  [2]', { code: 'notObject', line: 2, column: 3 }],
  ['[1]', { code: 'notObject', line: 1, column: 1 }],
  ['[]', { code: 'notObject', line: 1, column: 1 }],
  ['plain text', { code: 'syntax', line: 1, column: 1 }],
])('names line and column of what is wrong: %j', (text, error) => {
  expect(parseEvents(text)).toEqual({ error })
})

it('reads no more events than the limit', () => {
  const lines = (count: number) => Array.from({ length: count }, () => '{"a":1}').join('\n')
  expect(parseEvents(lines(eventLimit)).events).toHaveLength(eventLimit)
  expect(parseEvents(lines(eventLimit + 1)).error?.code).toBe('tooMany')
})

it('finds the first line of each key, also in lists and one event in each line', () => {
  const text = '{"a": {"x, {": 1},\n "list": [{"b": "a"}]}\n{"a": {"y": ":"}, "late": 2}'
  expect([...keyLines(text)]).toEqual([
    ['a', 1],
    ['a.x, {', 1],
    ['list', 2],
    ['list.b', 2],
    ['a.y', 3],
    ['late', 3],
  ])
})
