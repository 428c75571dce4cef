import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { createTestStore } from '../testing/test-store.ts'
import { prepareStatements } from './prepared-statements.ts'

let store: Store
let client: pg.Client
beforeAll(async () => {
  store = await createTestStore()
  client = await store.writer()
  prepareStatements(client)
})
afterAll(() => store.close())

/** Statements that the server has prepared for the connection, with the number of their uses. */
async function prepared(): Promise<{ statement: string; uses: number }[]> {
  const { rows } = await client.query<{ statement: string; uses: number }>(
    `select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '%$1%' order by 1`,
  )
  return rows
}

it('a statement with values is prepared once, whatever its values are', async () => {
  for (const n of [1, 2, 3]) {
    const { rows } = await client.query<{ n: number }>('select $1::int + 1 as n', [n])
    expect(rows).toEqual([{ n: n + 1 }])
  }
  expect(await prepared()).toEqual([{ statement: 'select $1::int + 1 as n', uses: 3 }])
})

it('statements without values, and those that have a name, are sent as they are', async () => {
  await client.query('begin')
  await client.query({ name: 'own', text: 'select $1::text as own', values: ['a'] })
  await client.query('rollback')
  expect((await prepared()).map(({ statement }) => statement)).toContain('select $1::text as own')
})

it('of more texts than there is room for the others are sent unprepared', async () => {
  for (let n = 0; n < 150; n++) {
    const { rows } = await client.query<{ n: number }>(`select $1::int + ${n} as n`, [1])
    expect(rows).toEqual([{ n: n + 1 }])
  }
  expect((await prepared()).filter(({ statement }) => statement.startsWith('select $1::int + '))).toHaveLength(100)
})
