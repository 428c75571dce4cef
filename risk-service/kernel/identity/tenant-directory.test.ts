import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { createTestStore } from '../store/testing/test-store.ts'
import { createTenantDirectory } from './tenant-directory.ts'

let store: Store
let now = 0
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

it('the directory of tenants outlives the database: pages open while it is away, and see it again once it is back', async () => {
  const { db } = store
  let away = true
  const directory = createTenantDirectory(
    new Proxy(db, {
      get: (target, name) => {
        if (away && name === 'selectFrom') throw Object.assign(new Error('Connection terminated'), { code: '57P01' })
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    }),
    () => new Date(now),
  )
  // Without any earlier result the failure is reported.
  await expect(directory.all()).rejects.toThrow('Connection terminated')

  away = false
  await db
    .insertInto('tenant')
    .values({ id: '11111111-2222-4333-8444-555555555555', name: 'Acme', demo: false, role_family: 'standard' })
    .execute()
  expect(await directory.all()).toMatchObject([{ name: 'Acme' }])
  away = true
  now += 31_000
  expect(await directory.all()).toMatchObject([{ name: 'Acme' }])
  expect(await directory.find('11111111-2222-4333-8444-555555555555')).toMatchObject({ name: 'Acme' })

  away = false
  await db.updateTable('tenant').set({ name: 'Acme & Sons' }).execute()
  expect(await directory.all()).toMatchObject([{ name: 'Acme & Sons' }])
})
