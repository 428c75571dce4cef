import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from './store.ts'
import { createTestStore } from './testing/test-store.ts'

/*
 * A distributed PostgreSQL such as Citus spreads tables by a column that every unique key of them has to contain: ours
 * is the environment. Tables that grow with the number of decisions are spread; the others are copied to every node.
 */

/** Tables that a decision, or data about it, adds rows to. */
const spread = [
  'api_call_hour',
  'api_call_minute',
  'data_event',
  'data_event_key',
  'device_session',
  'event',
  'event_body',
  'event_entity',
  'event_hour',
  'event_key',
  'event_label',
  'field_fill',
  'rule_hour',
  'velocity_hour',
  'velocity_log',
  'velocity_recent',
]

/** Unique keys without the environment in tables that grow, too: they have to change before these can be spread. */
const exceptions = ['event_outbox_pkey', 'review_case_id', 'traced_event_pkey']

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const uniqueKeys = async (tables: readonly string[]): Promise<{ table: string; index: string; spread: boolean }[]> => {
  const { rows } = await store.pool.query<{ table: string; index: string; spread: boolean }>(
    `select t.relname as table, i.relname as index, exists (
        select from unnest(x.indkey) k join pg_attribute a on a.attrelid = t.oid and a.attnum = k
        where a.attname = 'environment_id') as spread
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
        join pg_namespace n on n.oid = t.relnamespace
      where x.indisunique and n.nspname = 'public' and t.relname = any($1::text[])`,
    [tables],
  )
  return rows
}

it('every unique key of a table that grows with decisions contains the environment', async () => {
  const keys = await uniqueKeys(spread)
  expect([...new Set(keys.map(({ table }) => table))].toSorted()).toEqual(spread)
  expect(keys.filter(each => !each.spread)).toEqual([])
})

it('the keys that would have to change first are these', async () => {
  const keys = await uniqueKeys(['event_outbox', 'review_case', 'traced_event'])
  expect(
    keys
      .filter(each => !each.spread)
      .map(({ index }) => index)
      .toSorted(),
  ).toEqual(exceptions)
})
