import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { createEnvironmentDirectory, mayCall } from './environment-directory.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

it('an assignment that is taken away counts no longer once its change was heard', async () => {
  const [tenantId, environmentId, principalId] = [randomUUID(), randomUUID(), randomUUID()]
  await store.db.insertInto('tenant').values({ id: tenantId, name: 'Ours', role_family: 'standard' }).execute()
  await store.db
    .insertInto('environment')
    .values({
      id: environmentId,
      tenant_id: tenantId,
      parent_id: null,
      name: 'Shop',
      friendly_name: 'Shop',
      api_id: 'shop',
      kind: 'production',
      geography: 'Europe',
      status: 'Active',
    })
    .execute()
  await store.db
    .insertInto('role_assignment')
    .values({
      tenant_id: tenantId,
      principal_id: principalId,
      role: 'RiskApi',
      environment_id: environmentId,
    })
    .execute()
  const directory = createEnvironmentDirectory(store)
  const allowed = async () => {
    const tree = await directory.current()
    const environment = tree.environments.get(environmentId)
    if (environment === undefined) throw new Error('The environment is missing.')
    return mayCall(tree, { tenantId, principalId, homeEnvironmentId: null }, environment)
  }
  expect(await allowed()).toBe(true)
  await store.db.deleteFrom('role_assignment').execute()
  // Read before the change, and answered after it.
  const stale = directory.newer()
  directory.expire()
  expect(await allowed()).toBe(false)
  await stale
  expect(await allowed()).toBe(false)
})
