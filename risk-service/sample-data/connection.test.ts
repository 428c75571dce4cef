import type { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../kernel/store/new-id.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import { type SharedConnection, shareConnection } from './connection.ts'
import { openDatabase } from './database.ts'
import { createPGliteDialect } from './dialect.ts'
import { createWriterConnection, encodeArrays } from './writer-connection.ts'

let database: PGlite
let connection: SharedConnection
let db: Kysely<{ thing: { id: number; amount: number | null; at: Date; body: unknown } }>
beforeAll(async () => {
  database = await openDatabase()
  connection = shareConnection(database)
  db = new Kysely({ dialect: createPGliteDialect(connection) })
  await sql`create table thing (id int primary key, amount bigint, at timestamptz not null default now(), body jsonb)`.execute(
    db,
  )
}, 60_000)
afterAll(() => database.close())
const count = async () =>
  (await db.selectFrom('thing').select(db.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()).rows

describe('the one connection', () => {
  it('the one connection reads numbers, times and JSON as the server does', async () => {
    await db
      .insertInto('thing')
      .values({ id: 1, amount: 2 ** 40, at: new Date('2026-01-02T03:04:05.678Z'), body: JSON.stringify({ a: ['ü'] }) })
      .execute()
    expect(await db.selectFrom('thing').selectAll().executeTakeFirst()).toEqual({
      id: 1,
      amount: 2 ** 40,
      at: new Date('2026-01-02T03:04:05.678Z'),
      body: { a: ['ü'] },
    })
    const {
      rows: [row],
    } = await sql<{
      total: number
      zone: string
    }>`select sum(amount) as total, current_setting('TimeZone') as zone from thing`.execute(db)
    expect(row).toEqual({ total: 2 ** 40, zone: 'UTC' })
    expect(
      (await db.updateTable('thing').set({ amount: 1 }).where('id', '=', 1).executeTakeFirst()).numUpdatedRows,
    ).toBe(1n)
  })
  it('the one connection keeps others out of a transaction, and undoes it whole', async () => {
    const before = await count()
    let beside: Promise<number> | undefined
    await expect(
      db.transaction().execute(async trx => {
        await trx.insertInto('thing').values({ id: 2, amount: null, at: new Date(), body: null }).execute()
        beside = count()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await beside).toBe(before)
  })
  it('the one connection lets several transactions wait for one another', async () => {
    await Promise.all(
      [10, 11, 12].map(id =>
        db.transaction().execute(async trx => {
          await trx.insertInto('thing').values({ id, amount: id, at: new Date(), body: null }).execute()
          await trx
            .updateTable('thing')
            .set({ amount: id + 1 })
            .where('id', '=', id)
            .execute()
        }),
      ),
    )
    expect(
      (await db.selectFrom('thing').select('amount').where('id', '>=', 10).orderBy('id').execute()).map(
        row => row.amount,
      ),
    ).toEqual([11, 12, 13])
  })
  it('the one connection answers queries that may be given up, and goes on after one was', async () => {
    const controller = new AbortController()
    const options = { signal: controller.signal, inflightQueryAbortStrategy: 'cancel query' } as const
    expect(await db.selectFrom('thing').select('id').where('id', '=', 1).execute(options)).toEqual([{ id: 1 }])
    const pending = db.selectFrom('thing').select('id').execute(options)
    controller.abort(new Error('left'))
    await expect(pending).rejects.toThrow('left')
    expect(await count()).toBeGreaterThan(0)
  })
  it('the one connection gives up waiting in words that become a 503, and goes on for others', async () => {
    const impatient = shareConnection(database, 20)
    const lease = await impatient.lend()
    await expect(impatient.lend()).rejects.toMatchObject({ code: '53300' })
    lease.release()
    const next = await impatient.lend()
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    next.release()
  })
})

describe('the writer’s connection', () => {
  it('the writer’s connection keeps what it borrowed from begin to commit, and gives it back after a fault', async () => {
    const writer = createWriterConnection(connection)
    const rows = await count()
    await writer.query('begin')
    await writer.query({ name: 'a', text: 'insert into thing (id) values ($1)', values: [20] })
    const beside = count()
    await writer.query('rollback')
    expect(await beside).toBe(rows)
    await expect(writer.query('select nonsense')).rejects.toMatchObject({ code: '42703' })
    expect(await count()).toBe(rows)
  })
  it('the writer’s connection sends columns that arrive as they were', async () => {
    const at = new Date('2026-05-06T07:08:09.010Z')
    const awkward = ['plain', 'a "quoted" \\ {comma, brace}', '', 'null', null, 'Ünïcödé 😀']
    const { rows } = await createWriterConnection(connection).query<{
      t: string | null
      n: number | null
      at: Date
      j: unknown
    }>({
      name: 'b',
      text: 'select * from unnest($1::text[], $2::float8[], $3::timestamptz[], $4::json[]) as x(t, n, at, j)',
      values: [
        encodeArrays('text', awkward),
        encodeArrays('number', [1, -2.5, 2 ** 53, 0, null, 3]),
        encodeArrays(
          'time',
          awkward.map(() => at),
        ),
        encodeArrays(
          'json',
          awkward.map(text => JSON.stringify({ text })),
        ),
      ],
    })
    expect(rows.map(row => row.t)).toEqual(awkward)
    expect(rows.map(row => row.n)).toEqual([1, -2.5, 2 ** 53, 0, null, 3])
    expect(rows[0]?.at).toEqual(at)
    expect(rows.map(row => row.j)).toEqual(awkward.map(text => ({ text })))
  })
})

describe('what the page has in place of the server’s', () => {
  it('ids rise and are UUIDs of version 7', () => {
    const ids = Array.from({ length: 5000 }, newId)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  })
  it('work that is asked for runs, again when it wants to, and never beside itself', async () => {
    let runs = 0
    let beside = 0
    const done = new Promise<void>(resolve => {
      const jobs = startTimedWork(
        {
          everySeconds: 3600,
          run: async () => {
            if (beside++ > 0) throw new Error('two at a time')
            await new Promise(next => setTimeout(next, 5))
            beside--
            if (++runs === 3) {
              jobs.stop()
              resolve()
            }
            return { again: runs === 2 ? 0 : null }
          },
        },
        { write: () => undefined },
      )
      jobs.request()
      jobs.request()
    })
    await done
    expect(runs).toBe(3)
  })
})
