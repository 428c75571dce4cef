import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '../../../../ports/database.ts'
import type { Store } from '../../store.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { deferredWords } from './deferred-mark.ts'

const deferred = sql.raw(deferredWords)
let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await sql`create table deferred_number (number int primary key check (number < 100))`.execute(store.db)
})
afterAll(() => store.close())
beforeEach(async () => void (await sql`delete from deferred_number`.execute(store.db)))

const write = (number: number): RawBuilder<unknown> => sql`${deferred}insert into deferred_number values (${number})`
const numbers = async (db: Db = store.db): Promise<number[]> =>
  (await sql<{ number: number }>`select number from deferred_number order by 1`.execute(db)).rows.map(row => row.number)
const transaction = <T>(work: (trx: Db) => Promise<T>): Promise<T> => store.db.transaction().execute(work)

it('is sent with the commit, several of them in their order', async () => {
  await transaction(async trx => {
    await write(1).execute(trx)
    await write(2).execute(trx)
    await sql`${deferred}update deferred_number set number = number + 10 where number = ${1}`.execute(trx)
  })
  expect(await numbers()).toEqual([2, 11])
})

it('is read by the statements after it', async () => {
  await transaction(async trx => {
    await write(1).execute(trx)
    expect(await numbers(trx)).toEqual([1])
    await write(2).execute(trx)
  })
  expect(await numbers()).toEqual([1, 2])
})

it('that fails fails the commit, nothing is stored, and the connection goes on', async () => {
  // More often than the pool has connections, so that each has met it.
  for (let n = 0; n < 25; n++) {
    const failed = transaction(async trx => {
      await sql`insert into deferred_number values (7)`.execute(trx)
      await write(1).execute(trx)
      await write(200).execute(trx)
    })
    await expect(failed).rejects.toMatchObject({ code: '23514' })
  }
  expect(await numbers()).toEqual([])
  for (let n = 0; n < 25; n++) await transaction(trx => write(n).execute(trx))
  expect(await numbers()).toHaveLength(25)
})

it('that fails before another statement is the failure of that one', async () => {
  const failed = transaction(async trx => {
    await write(200).execute(trx)
    await numbers(trx)
  })
  await expect(failed).rejects.toMatchObject({ code: '23514' })
  expect(await numbers()).toEqual([])
})

it('is not sent when its transaction is rolled back, by an error or by hand', async () => {
  await expect(
    transaction(async trx => {
      await write(1).execute(trx)
      throw new Error('No.')
    }),
  ).rejects.toThrow('No.')
  const trx = await store.db.startTransaction().execute()
  await write(2).execute(trx)
  await trx.rollback().execute()
  for (let n = 0; n < 25; n++) await transaction(async other => void (await numbers(other)))
  expect(await numbers()).toEqual([])
})

it('before a savepoint stays when what follows is rolled back to it', async () => {
  const trx = await store.db.startTransaction().execute()
  await write(1).execute(trx)
  const after = await trx.savepoint('place').execute()
  await write(2).execute(after)
  await after.rollbackToSavepoint('place').execute()
  await write(3).execute(trx)
  await trx.commit().execute()
  expect(await numbers()).toEqual([1, 3])
})

it('outside a transaction is sent at once', async () => {
  await write(1).execute(store.db)
  expect(await numbers()).toEqual([1])
  await expect(write(200).execute(store.db)).rejects.toMatchObject({ code: '23514' })
})

it('is prepared once by its connection, whatever its values are', async () => {
  await store.db.connection().execute(async db => {
    const prepared: number[] = []
    for (const number of [1, 2, 3]) {
      await db.transaction().execute(trx => write(number).execute(trx))
      const { rows } = await sql`select from pg_prepared_statements where statement like '%deferred_number%'`.execute(
        db,
      )
      prepared.push(rows.length)
    }
    const [first] = prepared
    expect(first).toBeGreaterThan(0)
    expect(prepared).toEqual([first, first, first])
  })
})
