import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { addEnvironment, addEvents } from '../testing/event-data.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { ensureTextIndexes } from './text-index.ts'

let store: Store
const environment = randomUUID()
const now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  store = await createTestStore()
  await addEnvironment(store, environment)
  await addEvents(store, environment, 300, { from: new Date('2026-10-01T00:00:00Z'), everySeconds: 4 * 3600 })
})
afterAll(() => store.close())

const indexed = async (): Promise<string[]> =>
  (
    await sql<{
      name: string
    }>`select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where x.relname like '%\\_parts' and i.indisvalid order by 1`.execute(store.db)
  ).rows.map(row => row.name)

test('finished months with many events have one, the present month and those to come have none; a second run makes nothing', async () => {
  expect(await ensureTextIndexes(store.maintenance, now, silentLog)).toEqual([])
  const made = await ensureTextIndexes(store.maintenance, now, silentLog, 100)
  expect(made).toEqual(['event_202610'])
  expect(await indexed()).toEqual(made.toSorted())
  expect(await ensureTextIndexes(store.maintenance, now, silentLog, 100)).toEqual([])
  expect(await ensureTextIndexes(store.maintenance, new Date('2026-12-01T12:00:00Z'), silentLog, 10)).toEqual([])
  expect(await ensureTextIndexes(store.maintenance, new Date('2026-12-02T12:00:00Z'), silentLog, 10)).toEqual([
    'event_202611',
  ])
})

test('an interrupted build is made anew', async () => {
  await sql`update pg_index set indisvalid = false where indexrelid = 'event_202610_parts'::regclass`.execute(store.db)
  expect(await ensureTextIndexes(store.maintenance, now, silentLog, 100)).toEqual(['event_202610'])
})

test('a part of a text is looked up in it, as the search asks', async () => {
  await sql`analyze event`.execute(store.db)
  const lines = await store.db.transaction().execute(async trx => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    return (
      await sql<{
        'QUERY PLAN': string
      }>`explain select 1 from event_202610 e where e.email collate "C" ilike '%nobody%'`.execute(trx)
    ).rows
  })
  expect(JSON.stringify(lines)).toContain('event_202610_parts')
})
