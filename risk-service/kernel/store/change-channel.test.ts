import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishChange, subscribeToChanges } from './change-channel.ts'
import type { Store } from './store.ts'
import { createTestStore, silentLog } from './testing/test-store.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const environmentId = '0190a000-0000-7000-8000-000000000001'

describe('changes by another process', () => {
  it('changes by another process are heard when they commit, and not when they are rolled back', async () => {
    const heard: (string | null)[] = []
    let rights = 0
    const opened: Awaited<ReturnType<Store['listener']>>[] = []
    const stop = subscribeToChanges(
      async () => {
        const client = await store.listener()
        opened.push(client)
        return client
      },
      silentLog,
      { onEnvironmentChange: id => heard.push(id), onRightsChange: () => rights++ },
    )
    await expect
      .poll(
        async () =>
          (
            await store.pool.query(
              "select 1 from pg_stat_activity where query ilike 'listen assay_environments;%' and datname = current_database()",
            )
          ).rowCount,
      )
      .toBe(1)
    await store.db.transaction().execute(async trx => {
      await publishChange(trx, environmentId)
      expect(heard).toEqual([])
    })
    await expect.poll(() => heard).toEqual([environmentId])
    await store.db
      .transaction()
      .execute(async trx => {
        await publishChange(trx, environmentId)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await publishChange(store.db, 'last')
    await expect.poll(() => heard).toEqual([environmentId, 'last'])

    // The database notifies changes of roles itself.
    const tenant = { id: randomUUID(), name: 'T', role_family: 'standard' as const }
    await store.db.insertInto('tenant').values(tenant).execute()
    const role = { tenant_id: tenant.id, principal_id: randomUUID(), environment_id: null }
    await store.db
      .insertInto('role_assignment')
      .values({ ...role, role: 'ProductAdmin' })
      .execute()
    await expect.poll(() => rights).toBe(1)
    await store.pool.query('delete from role_assignment')
    await expect.poll(() => rights).toBe(2)

    // Changes during the disconnection are unknown: everything may have changed.
    await store.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'assay-changes%' and datname = current_database()",
    )
    await expect.poll(() => heard, { timeout: 5000 }).toEqual([environmentId, 'last', null])
    expect(rights).toBe(3)
    expect(opened).toHaveLength(2)
    await stop()
    await publishChange(store.db, environmentId)
    expect(heard).toHaveLength(3)
  })
})
