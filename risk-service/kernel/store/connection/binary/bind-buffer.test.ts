import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../store.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { openClient } from '../connection.ts'

let store: Store
let plain: pg.Client
let reusing: pg.Client
beforeAll(async () => {
  store = await createTestStore()
  reusing = await store.writer()
  plain = await openClient(store.target, 'plain')
})
afterAll(async () => {
  await plain.end()
  await store.close()
})

const text =
  'select $1::text as a, $2::bytea as b, $3::float8 as c, $4::timestamptz as d, $5::jsonb as e, $6::int[] as f, $7::boolean as g'
const rows: unknown[][] = [
  ['plain', Buffer.from([0, 1, 255]), 1.5, new Date('2026-11-22T17:00:00.123Z'), { a: [1, 'é'] }, [1, 2], true],
  [null, null, undefined, null, null, null, null],
  ['', Buffer.alloc(0), -0.25, '0001-01-01T00:00:00Z', '"text"', [], false],
  ['Grüße 世界 😀\n"\\', Buffer.alloc(700_000, 7), '12', null, { b: ['ü', null] }, [-1], null],
  ['x'.repeat(900_000), Buffer.from('short'), 0, null, {}, [3], true],
  ['short again', null, 2, null, null, null, true],
]

test("values of every kind arrive as they do with the client's own memory, large after small and small after large", async () => {
  for (const query of [{ text }, { name: 'named', text }]) {
    for (const values of rows)
      expect((await reusing.query({ ...query, values })).rows).toEqual((await plain.query({ ...query, values })).rows)
  }
})

test('statements that were asked for at once do not overwrite each other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      reusing.query<{ t: string }>('select $1::text as t', [`${index}`.repeat(1 + index * 500)]),
    ),
  )
  expect(answers.map(({ rows: [row] }) => row?.t)).toEqual(
    Array.from({ length: 50 }, (_, index) => `${index}`.repeat(1 + index * 500)),
  )
})

test('a refused value leaves the connection as it was', async () => {
  await expect(reusing.query('select $1::int as n', ['no number'])).rejects.toMatchObject({ code: '22P02' })
  expect((await reusing.query<{ t: string }>('select $1::text as t', ['well'])).rows).toEqual([{ t: 'well' }])
})

test('batches make no memory of their own', async () => {
  const value = 'x'.repeat(100_000)
  const send = async (client: pg.Client, count: number): Promise<number> => {
    const allocate = Buffer.allocUnsafe
    let made = 0
    Buffer.allocUnsafe = (size: number) => {
      made += size
      return allocate(size)
    }
    try {
      for (let index = 0; index < count; index++)
        await client.query({ name: 'length', text: 'select length($1::text)', values: [value] })
    } finally {
      Buffer.allocUnsafe = allocate
    }
    return made
  }
  await send(reusing, 2)
  await send(plain, 2)
  expect(await send(reusing, 10)).toBeLessThan(value.length)
  expect(await send(plain, 10)).toBeGreaterThan(10 * value.length)
})
