import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roleIds, rolesOfFamily } from '../../contract/index.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { importedAt } from '../configuration/testing/config-import.ts'
import { createMovingTarget, statesOf } from './testing/moving-target.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

/** A target of its own tenant; addresses are unique over all tests. */
async function createTarget() {
  const { id, tenantId, move } = await createMovingTarget(store)
  const tag = id.slice(0, 8)
  const address = (name: string) => `${name}-${tag}@shop.example`
  const addUser = async (name: string, roles: readonly string[] = [], environmentId: string | null = id) => {
    const userId = crypto.randomUUID()
    await store.db
      .insertInto('principal')
      .values({ tenant_id: tenantId, id: userId, kind: 'user', name, username: address(name) })
      .execute()
    for (const role of roles)
      await store.db
        .insertInto('role_assignment')
        .values({ tenant_id: tenantId, environment_id: environmentId, principal_id: userId, role })
        .execute()
    return userId
  }
  const rolesOf = async (table: 'role_assignment' | 'invitation_role', username: string) => {
    const { rows } = await sql<{ role: string; at: string | null }>`
      select a.role, a.environment_id as at from ${sql.table(table)} a join principal p on p.id = a.principal_id
      where p.username = ${username} order by a.role`.execute(store.db)
    return rows.map(({ role, at }) => `${role} ${at === id ? 'here' : (at ?? 'everywhere')}`)
  }
  const users = (...records: readonly (readonly [username: string, ...roles: string[]])[]) => ({
    'users.json': JSON.stringify(records.map(([username, ...roles]) => ({ username, roles }))),
  })
  return { id, tenantId, move, address, addUser, rolesOf, users }
}

it('users get the roles that they lack here, and keep those that they have', async () => {
  const { id, move, address, addUser, rolesOf, users } = await createTarget()
  const ana = await addUser('ana', ['SupportAgent'])
  await addUser('ben', ['AllAreasViewer'])
  const files = users(
    [address('ana').toUpperCase(), 'FraudEngineer', 'AllAreasViewer'],
    [address('ben'), 'AllAreasViewer'],
  )
  const preview = await move(files, { dryRun: true })
  expect(preview.objects.map(({ state, action }) => `${state} ${action}`)).toEqual(['same change', 'same none'])
  expect(await rolesOf('role_assignment', address('ana'))).toEqual(['SupportAgent here'])
  const applied = await move(files)
  expect(applied.objects).toEqual(preview.objects)
  expect(await rolesOf('role_assignment', address('ana'))).toEqual([
    'AllAreasViewer here',
    'FraudEngineer here',
    'SupportAgent here',
  ])
  expect(
    await store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_type', 'resource_id', 'before', 'after'])
      .where('environment_id', '=', id)
      .execute(),
  ).toEqual([
    {
      operation: 'Update',
      resource_type: 'UserAccess',
      resource_id: ana,
      before: ['SupportAgent'],
      after: ['AllAreasViewer', 'FraudEngineer', 'SupportAgent'],
    },
  ])
})

it('somebody who is not here is invited, and a repeat invites nobody again', async () => {
  const { id, move, address, rolesOf, users } = await createTarget()
  const files = users([address('eve'), 'ManualReviewAnalyst'], ['eve', 'SupportAgent'])
  const first = JSON.stringify(await move(files, { dryRun: true }))
  expect(JSON.stringify(await move(files, { dryRun: true }))).toBe(first)
  const applied = await move(files)
  expect(applied.objects).toEqual((JSON.parse(first) as typeof applied).objects)
  expect(applied.objects).toMatchObject([
    { name: 'eve', state: 'needsYou', action: 'none', notes: [{ code: 'noUser', params: { roles: 'SupportAgent' } }] },
    { name: address('eve'), state: 'needsYou', action: 'create', notes: [{ code: 'invited' }] },
  ])
  expect(await rolesOf('invitation_role', address('eve'))).toEqual(['ManualReviewAnalyst here'])
  expect(await rolesOf('role_assignment', address('eve'))).toEqual([])
  const invitations = () =>
    store.db.selectFrom('invitation').select('expires_at').where('address', '=', address('eve')).execute()
  expect(await invitations()).toEqual([{ expires_at: new Date(importedAt.getTime() + 30 * 86_400_000) }])

  const again = JSON.stringify(await move(files))
  expect(statesOf(JSON.parse(again) as typeof applied)).toEqual(statesOf(applied))
  expect(JSON.stringify(await move(files))).toBe(again)
  expect(await invitations()).toHaveLength(1)
  expect(await store.db.selectFrom('audit_log').select('operation').where('environment_id', '=', id).execute()).toEqual(
    [{ operation: 'Create' }],
  )
})

it('an invitation that has ended begins anew', async () => {
  const { move, address, users } = await createTarget()
  const files = users([address('eve'), 'ManualReviewAnalyst'])
  await move(files)
  const expire = store.db.updateTable('invitation').set({ expires_at: new Date(importedAt.getTime() - 1) })
  await expire.where('address', '=', address('eve')).execute()
  expect((await move(files)).objects).toMatchObject([{ action: 'change', notes: [{ code: 'invited' }] }])
  expect((await move(files)).objects).toMatchObject([{ action: 'none', notes: [{ code: 'invited' }] }])
})

it('nobody gets a role that whoever moves in may not assign', async () => {
  const { id, move, address, addUser, rolesOf, users } = await createTarget()
  await addUser('ana')
  const files = users(
    [address('ana'), 'ManualReviewAnalyst', 'AllAreas_Admin'],
    [address('ben'), 'Product admin'],
    [address('eve'), 'FraudEngineer', 'ManualReviewSeniorAnalyst'],
  )
  const manager = { assigner: [{ role: 'ManualReviewFraudManager' as const, environmentId: id }] }
  const preview = await move(files, { ...manager, dryRun: true })
  const applied = await move(files, manager)
  expect(applied.objects).toEqual(preview.objects)
  expect(statesOf(applied)).toEqual({
    [`users/${address('ana')}`]: 'needsYou notAssignable',
    [`users/${address('ben')}`]: 'needsYou wholeTenant notAssignable',
    [`users/${address('eve')}`]: 'needsYou notAssignable invited',
  })
  expect(await rolesOf('role_assignment', address('ana'))).toEqual(['ManualReviewAnalyst here'])
  expect(await rolesOf('invitation_role', address('ben'))).toEqual([])
  expect(await rolesOf('invitation_role', address('eve'))).toEqual(['ManualReviewSeniorAnalyst here'])
  // For each role: what moves in is what the roles of the caller may assign.
  for (const assigner of roleIds) {
    const target = await createTarget()
    const person = target.address('all')
    await target.addUser('all')
    const roles = rolesOfFamily('standard')
    await target.move(target.users([person, ...roles]), { assigner: [{ role: assigner, environmentId: target.id }] })
    const got = (await target.rolesOf('role_assignment', person)).map(each => each.split(' ')[0])
    const mayGive = { ProductAdmin: 9, AllAreasAdmin: 8, ManualReviewFraudManager: 3 } as Partial<
      Record<string, number>
    >
    expect(`${assigner} ${got.length}`).toBe(`${assigner} ${mayGive[assigner] ?? 0}`)
  }
})

it('whose roles reach another environment alone assigns none here', async () => {
  const { move, address, addUser, rolesOf, users } = await createTarget()
  const elsewhere = await createTarget()
  await addUser('ana')
  const report = await move(users([address('ana'), 'SupportAgent']), {
    assigner: [{ role: 'AllAreasAdmin', environmentId: elsewhere.id }],
  })
  expect(report.objects).toMatchObject([{ state: 'needsYou', action: 'none', notes: [{ code: 'notAssignable' }] }])
  expect(await rolesOf('role_assignment', address('ana'))).toEqual([])
})

it('the last administrator stays one, and Product admin applies everywhere', async () => {
  const { move, address, addUser, rolesOf, users } = await createTarget()
  await addUser('boss', ['ProductAdmin'], null)
  await addUser('ana')
  const report = await move(users([address('boss'), 'SupportAgent'], [address('ana'), 'Product admin']))
  expect(report.objects).toMatchObject([
    { name: address('ana'), state: 'sameWithNote', action: 'change', notes: [{ code: 'wholeTenant' }] },
    { name: address('boss'), state: 'same', action: 'change' },
  ])
  expect(await rolesOf('role_assignment', address('boss'))).toEqual(['ProductAdmin everywhere', 'SupportAgent here'])
  expect(await rolesOf('role_assignment', address('ana'))).toEqual(['ProductAdmin everywhere'])
})

it('roles of another family, of sandboxes, of applications, and of nothing are not assigned', async () => {
  const { move, address, addUser, rolesOf, users } = await createTarget()
  for (const name of ['psp', 'sand', 'app', 'wiz']) await addUser(name)
  const report = await move(
    users(
      [address('psp'), 'PSP Admin', 'SupportAgent'],
      [address('sand'), 'Sandbox_AllAreas_Admin'],
      [address('app'), 'Risk_API'],
      [address('wiz'), 'SupportAgent', 'Wizard'],
    ),
  )
  expect(statesOf(report)).toEqual({
    [`users/${address('app')}`]: 'failed unknownRole',
    [`users/${address('psp')}`]: 'leftOut otherFamily',
    [`users/${address('sand')}`]: 'leftOut sandboxRole',
    [`users/${address('wiz')}`]: 'failed unknownRole',
  })
  expect(await rolesOf('role_assignment', address('psp'))).toEqual(['SupportAgent here'])
  for (const name of ['sand', 'app', 'wiz']) expect(await rolesOf('role_assignment', address(name))).toEqual([])
})

it('a record of the same name, and a faulty one, fail alone', async () => {
  const { move, address, addUser, rolesOf, users } = await createTarget()
  await addUser('ana')
  const report = await move(
    users([address('ana'), 'SupportAgent'], [address('ana').toUpperCase(), 'AllAreasViewer'], [address('ben')]),
  )
  expect(Object.values(statesOf(report)).toSorted()).toEqual(['failed repeated', 'failed schema', 'same'])
  expect(await rolesOf('role_assignment', address('ana'))).toEqual(['SupportAgent here'])
})

it('a queue has the people whose roles move in with it', async () => {
  const { id, move, address, addUser, users } = await createTarget()
  const ana = await addUser('ana')
  const assignedUsers = [address('ana'), address('eve')]
  const files = {
    ...users([address('ana'), 'ManualReviewAnalyst'], [address('eve'), 'ManualReviewAnalyst']),
    'queues/High.json': JSON.stringify({ assessment: 'purchase', defaultAction: 'Approve', assignedUsers }),
  }
  const preview = await move(files, { dryRun: true })
  const applied = await move(files)
  expect(applied.objects).toEqual(preview.objects)
  expect(applied.objects.find(({ kind }) => kind === 'queue')).toMatchObject({
    state: 'needsYou',
    action: 'create',
    notes: [{ code: 'people', params: { people: address('eve') } }],
  })
  const stored = await store.db
    .selectFrom('case_queue')
    .select('settings')
    .where('environment_id', '=', id)
    .where('name', '=', 'High')
    .executeTakeFirstOrThrow()
  expect(stored.settings).toMatchObject({ assignedUsers: [ana] })
})
