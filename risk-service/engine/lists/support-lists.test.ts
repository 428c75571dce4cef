import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { createSupportLists, supportId } from './support-lists.ts'

const environmentId = '20000000-0000-4000-8000-000000000001'
const now = new Date('2026-01-15T10:00:00Z')
const keys = Array.from({ length: 4500 }, (_, index) => `v${index}@x.example`)
let store: Store
beforeAll(async () => {
  store = await createTestStore()
  const tenantId = '10000000-0000-4000-8000-000000000001'
  await store.db.insertInto('tenant').values({ id: tenantId, name: 'A', role_family: 'standard' }).execute()
  await store.db
    .insertInto('environment')
    .values({
      id: environmentId,
      tenant_id: tenantId,
      name: 'A',
      friendly_name: 'A',
      api_id: 'A',
      kind: 'production',
      geography: 'eu',
      status: 'Success',
      status_at: now,
    })
    .execute()
  for (let from = 0; from < keys.length; from += 1500)
    await store.db
      .insertInto('support_entry')
      .values(
        keys.slice(from, from + 1500).map((key, index) => ({
          environment_id: environmentId,
          list: 'email',
          key,
          value: key,
          status: 'Block' as const,
          reason: '',
          comments: '',
          expires_at: index === 0 ? new Date(now.getTime() + 1000) : null,
          added_by_name: 'E',
          added_at: now,
          updated_by: environmentId,
          updated_by_name: 'E',
          updated_at: now,
        })),
      )
      .execute()
})
afterAll(() => store.close())

it('a list of several pages is read whole, and single entries of it again', async () => {
  const lists = createSupportLists({ db: store.db })
  const blocked = (at = now) =>
    keys.filter(key => lists.statusOf(supportId(environmentId, 'email'), key, at) === 'Block').length
  expect(blocked()).toBe(0)
  await lists.reloadChanged(environmentId)
  expect(blocked()).toBe(4500)
  expect(blocked(new Date(now.getTime() + 2000))).toBe(4497)
  await store.db.deleteFrom('support_entry').where('key', 'in', keys.slice(0, 2)).execute()
  expect(blocked()).toBe(4500)
  await lists.reload(environmentId, { list: 'email', keys: keys.slice(0, 1) })
  expect(blocked()).toBe(4499)
  await lists.reload(environmentId, { list: 'email' })
  expect(blocked()).toBe(4498)
})
it('a change of a list that was not read yet reads it whole', async () => {
  const lists = createSupportLists({ db: store.db })
  await lists.reload(environmentId, { list: 'email', keys: keys.slice(0, 1) })
  expect(lists.statusOf(supportId(environmentId, 'email'), keys.at(-1) ?? '', now)).toBe('Block')
})
