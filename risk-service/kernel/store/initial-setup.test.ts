import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInitialSetup, setupSchema } from './initial-setup.ts'
import type { Store } from './store.ts'
import { createTestStore } from './testing/test-store.ts'

const input = {
  tenant: 'Acme',
  'tenant-id': '11111111-2222-4333-8444-555555555555',
  admin: '99999999-2222-4333-8444-555555555555',
  environment: 'Acme EU',
}

describe('first set-up', () => {
  let store: Store
  beforeAll(async () => {
    store = await createTestStore()
  })
  afterAll(() => store.close())

  it('the first set-up makes tenant, root environment and Product admin once', async () => {
    const { environmentId } = await createInitialSetup(store.db, setupSchema.parse(input))
    expect(
      await store.db
        .selectFrom('environment')
        .select(['id', 'name', 'friendly_name', 'api_id', 'parent_id', 'kind', 'status'])
        .execute(),
    ).toEqual([
      {
        id: environmentId,
        name: 'Acme-EU',
        friendly_name: 'Acme EU',
        api_id: 'Acme-EU',
        parent_id: null,
        kind: 'production',
        status: 'Active',
      },
    ])
    expect(
      await store.db.selectFrom('role_assignment').select(['principal_id', 'environment_id', 'role']).execute(),
    ).toEqual([{ principal_id: input.admin, environment_id: null, role: 'ProductAdmin' }])
    await expect(createInitialSetup(store.db, setupSchema.parse({ ...input, tenant: 'Other' }))).rejects.toMatchObject({
      message: expect.stringContaining('set up already, for Acme'),
    })
    // The next step that it names has to exist: the console has no page for it yet, and the guide documents it.
    await expect(createInitialSetup(store.db, setupSchema.parse({ ...input, tenant: 'Other' }))).rejects.toMatchObject({
      message: expect.stringContaining('role_assignment: see docs/sign-in.md, Claims'),
    })
    const claims = readFileSync(path.resolve(import.meta.dirname, '../../../docs/sign-in.md'), 'utf8')
      .split('\n## Claims\n')[1]
      ?.split('\n## ')[0]
    expect(claims).toContain('`role_assignment`')
    expect(await store.db.selectFrom('tenant').select('name').execute()).toEqual([{ name: 'Acme' }])
  })

  it('the first set-up leaves the root environment to the first administrator when none is named', async () => {
    const fresh = await createTestStore()
    const { environment: _none, ...rest } = input
    expect(await createInitialSetup(fresh.db, setupSchema.parse(rest))).toEqual({ environmentId: null })
    expect(await fresh.db.selectFrom('environment').select('id').execute()).toEqual([])
    expect(await fresh.db.selectFrom('role_assignment').select('role').execute()).toEqual([{ role: 'ProductAdmin' }])
    await fresh.close()
  })

  it.each(['tenant', 'tenant-id', 'admin', 'environment'])('the first set-up asks for --%s', missing => {
    const result = setupSchema.safeParse({
      ...input,
      [missing]: missing === 'tenant' || missing === 'environment' ? ' ' : 'x',
    })
    expect(result.error?.issues.map(issue => issue.path[0])).toEqual([missing])
  })
})
