import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../store.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type ArrayKind, type ArrayValue, arrayTypes, binaryArray } from './binary-arrays.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const back = async (kind: ArrayKind, values: ArrayValue[]): Promise<unknown[]> =>
  (
    await store.pool.query<{ text: unknown }>(`select x::text as text from unnest($1::${arrayTypes[kind]}) as x`, [
      binaryArray(kind, values),
    ])
  ).rows.map(row => row.text)

test('the database reads what was written, empty places included', async () => {
  const id = '0198c0de-1234-7abc-8def-0123456789ab'
  expect(await back('uuid', [id, null, id.toUpperCase()])).toEqual([id, null, id])
  const texts = [
    '',
    'plain',
    'Grüße, 世界 😀',
    '世'.repeat(48),
    `${'x'.repeat(47)}é`,
    '{"a":"b\\"c"}',
    `${'x'.repeat(100_000)}é`,
    'NULL',
    '\u{1F600}\n\t,"\\',
  ]
  expect(await back('text', [null, ...texts, undefined])).toEqual([null, ...texts, null])
  expect(await back('json', ['{"b" : 1, "a":[null]}', null])).toEqual(['{"b" : 1, "a":[null]}', null])
  expect(await back('number', [0, -1.5, Number.MAX_SAFE_INTEGER, null])).toEqual([
    '0',
    '-1.5',
    '9.007199254740991e+15',
    null,
  ])
  expect(
    await back('time', [
      new Date('2026-11-21T19:17:54.123Z'),
      '1969-12-31T23:59:59.999Z',
      '2000-01-01T00:00:00Z',
      '0001-01-01T00:00:00.001Z',
      '9999-12-31T23:59:59.999Z',
      null,
    ]),
  ).toEqual([
    '2026-11-21 19:17:54.123+00',
    '1969-12-31 23:59:59.999+00',
    '2000-01-01 00:00:00+00',
    '0001-01-01 00:00:00.001+00',
    '9999-12-31 23:59:59.999+00',
    null,
  ])
  expect(await back('text', [])).toEqual([])
})

test('a value that its type cannot hold is refused by the client or the server, never changed', async () => {
  for (const wrong of [
    '',
    'not-a-uuid',
    '0198c0de-1234-7abc-8def-0123456789a',
    '0198c0de-1234-7abc-8def-0123456789ag',
    '0198c0de+1234-7abc-8def-0123456789ab',
  ])
    expect(() => binaryArray('uuid', [wrong])).toThrow(RangeError)
  expect(() => binaryArray('time', ['yesterday'])).toThrow(RangeError)
  await expect(back('text', ['a\u0000b'])).rejects.toMatchObject({ code: '22021' })
  await expect(back('json', ['{'])).rejects.toMatchObject({ code: '22P02' })
  await expect(sql`select ${1e12}::float8::int`.execute(store.db)).rejects.toMatchObject({ code: '22003' })
})
