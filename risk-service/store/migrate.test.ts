import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { migrate } from './migrate.ts'
import { createTestStore } from './testing.ts'
import type { Store } from './index.ts'

describe('migrations', () => {
  let store: Store
  beforeAll(async () => {
    store = await createTestStore()
  })
  afterAll(() => store.close())

  it('have all run in a new database and run once only', async () => {
    expect(await migrate(store.db)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db)
    expect(rows).toEqual([{ name: '0001-foundation' }])
  })

  it('refuse a database of a newer release and name what is unknown', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(store.db)
    await expect(migrate(store.db)).rejects.toMatchObject({ code: 'schema-newer', message: expect.stringContaining('9999-later') })
  })

  it('returns counts and sums as numbers', async () => {
    const { rows } = await sql<{ c: number; s: number }>`select count(*) as c, sum(x)::bigint as s, sum(x::bigint) as n from generate_series(1, 3) x`.execute(store.db)
    expect(rows).toEqual([{ c: 3, s: 6, n: 6 }])
  })
})
