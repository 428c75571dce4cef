import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../store.ts'
import { createTestStore } from '../testing/test-store.ts'
import { queryCancellable } from './query-cancellation.ts'

describe('a cancellable query', () => {
  let store: Store
  beforeAll(async () => {
    store = await createTestStore()
  })
  afterAll(() => store.close())

  it('a cancellable query ends on the server when its signal fires', async () => {
    const printed = vi.spyOn(console, 'error')
    const controller = new AbortController()
    const running = queryCancellable(controller.signal, options => sql`select pg_sleep(30)`.execute(store.db, options))
    const sleeping = async () =>
      (
        await sql<{
          n: number
        }>`select count(*) as n from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`.execute(
          store.maintenance,
        )
      ).rows[0]?.n
    await expect.poll(sleeping).toBe(1)
    controller.abort()
    await expect(running).rejects.toThrow()
    await expect.poll(sleeping).toBe(0)
    // The connection of the query remains usable, and nothing was printed for it.
    expect((await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })

  it('a cancellable query prints nothing when it ends by itself before it could be cancelled', async () => {
    const printed = vi.spyOn(console, 'error')
    for (let time = 0; time < 5; time++) {
      const controller = new AbortController()
      const running = queryCancellable(controller.signal, options =>
        sql`select pg_sleep(0.03)`.execute(store.db, options),
      )
      setTimeout(() => controller.abort(), 28)
      await running.catch(() => undefined)
    }
    // Every cancellation has had its connection by then.
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })

  it('a cancellable query is not even sent when the signal has fired before', async () => {
    await expect(
      queryCancellable(AbortSignal.abort(), options => sql`select 1`.execute(store.db, options)),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a query without a signal is an ordinary one', async () => {
    const { rows } = await queryCancellable(undefined, options =>
      sql<{ one: number }>`select 1 as one`.execute(store.db, options),
    )
    expect(rows).toEqual([{ one: 1 }])
  })
})
