import { expect, it } from 'vitest'
import { maxPayloadBytes, parsePayload } from './payload.ts'

it('the payload field takes a JSON object', () => {
  expect(parsePayload('{ "a": [1] }')).toEqual({ payload: { a: [1] }, fault: null })
})

it.each([
  ['[1]', { kind: 'object' }],
  ['null', { kind: 'object' }],
  ['{\n  "a": 1,\n  "b": ,\n}', { kind: 'syntax', line: 3 }],
  ['{\n  "a": 1\n', { kind: 'syntax', line: 3 }],
  ['{\n"a": [1,\n2,],\n"b": 1}', { kind: 'syntax', line: 3 }],
  ['{} \n x', { kind: 'syntax', line: 2 }],
  ['{ "a": {}, "b": [], }', { kind: 'syntax', line: 1 }],
  ['{"a": "\n"}', { kind: 'syntax', line: 1 }],
])('the payload field says what is wrong with %j', (text, fault) => {
  expect(parsePayload(text).fault).toEqual(fault)
})

it('the payload field counts bytes, not letters', () => {
  expect(parsePayload(`{"a":"${'é'.repeat(maxPayloadBytes / 2)}"}`).fault).toEqual({ kind: 'large' })
})
