import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../store.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type CopyColumn, CopyRows, copyStatement } from './copy-rows.ts'
import { acceptCopies } from './copy-statements.ts'

interface Item {
  id: string
  at: Date | string | null
  text: string | Uint8Array | null
  whole: number
}
const columns: readonly CopyColumn<Item>[] = [
  ['id', 'uuid', item => item.id],
  ['at', 'time', item => item.at],
  ['text', 'text', item => item.text],
  ['small', 'smallint', item => item.whole],
  ['middle', 'int', item => item.whole],
  ['large', 'bigint', item => (item.whole === 7 ? Number.MAX_SAFE_INTEGER : item.whole)],
  ['object', 'json', item => JSON.stringify({ text: String(item.text) })],
]
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

let store: Store
let client: pg.Client
const sent: Promise<void>[] = []
beforeAll(async () => {
  store = await createTestStore()
  client = await store.writer()
  acceptCopies(client, each => sent.push(each))
  await client.query(
    'create temporary table copied (id uuid, at timestamptz, text text, small smallint, middle int, large bigint, object json)',
  )
})
afterAll(() => store.close())

const copy = (rows: CopyRows) => client.query(copyStatement('copied', columns), [rows.finish()])

it('rows of every type are copied as they are, more of them than a message has', async () => {
  const rows = new CopyRows(64)
  const long = 'ü"\\\n'.repeat(1000)
  const items: Item[] = [
    { id: id(1), at: new Date('1999-12-31T23:59:59.123Z'), text: 'Malmö 😀', whole: -7 },
    { id: id(2), at: null, text: null, whole: 0 },
    { id: id(3), at: '2026-01-02T03:04:05.678Z', text: new TextEncoder().encode('bytes é'), whole: 7 },
    ...Array.from({ length: 100 }, (_, n) => ({ id: id(n + 4), at: null, text: long, whole: 1 })),
  ]
  for (const item of items) rows.add(columns, item)
  expect(rows.finish().length).toBeGreaterThan(3 * 65_536)
  await copy(rows)
  await Promise.all(sent)
  const { rows: stored } = await client.query(
    `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as at, text, small, middle, large::text as large,
      object ->> 'text' as object from copied order by id`,
  )
  expect(stored.slice(0, 3)).toEqual([
    {
      id: id(1),
      at: '1999-12-31 23:59:59.123',
      text: 'Malmö 😀',
      small: -7,
      middle: -7,
      large: '-7',
      object: 'Malmö 😀',
    },
    { id: id(2), at: null, text: null, small: 0, middle: 0, large: '0', object: 'null' },
    expect.objectContaining({ at: '2026-01-02 03:04:05.678', text: 'bytes é', large: String(Number.MAX_SAFE_INTEGER) }),
  ])
  expect(stored).toHaveLength(103)
  expect(stored.at(-1)).toMatchObject({ text: long, object: long })
})

it('a row that the table refuses is an error, and the connection goes on', async () => {
  const rows = new CopyRows()
  rows.add(columns, { id: id(1), at: null, text: new Uint8Array([0xff]), whole: 1 })
  await expect(copy(rows)).rejects.toMatchObject({ code: '22021' })
  rows.reset()
  await copy(rows)
  await expect(client.query('copy nowhere from stdin (format binary)', [rows.finish()])).rejects.toMatchObject({
    code: '42P01',
  })
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('a number that its column cannot have is refused before it is sent', () => {
  const rows = new CopyRows()
  expect(() => rows.add(columns, { id: id(1), at: null, text: '', whole: 40_000 })).toThrow(RangeError)
  expect(() => rows.add(columns, { id: id(1), at: null, text: '', whole: 1.5 })).toThrow(RangeError)
})
