import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockAccess } from '../../access/access-lock.ts'
import type { Store } from '../../store/store.ts'
import { createTestStore } from '../../store/testing/test-store.ts'
import { addressesOf, createSignInRecord } from './sign-in-record.ts'

const tenantId = '10000000-0000-4000-8000-000000000001'
const start = new Date('2026-01-10T10:00:00Z')
let store: Store
let now = start
let record: ReturnType<typeof createSignInRecord>
beforeAll(async () => {
  store = await createTestStore()
  await store.db.insertInto('tenant').values({ id: tenantId, name: 'Acme', role_family: 'standard' }).execute()
  record = createSignInRecord(store.db, () => now)
})
afterAll(() => store.close())

const user = (id: string, more: object = {}) => ({
  tenantId,
  id,
  name: 'Kim',
  username: 'kim@north.example',
  wids: [],
  groups: [],
  addresses: ['kim@north.example'],
  ...more,
})
const principal = (id: string) => store.db.selectFrom('principal').selectAll().where('id', '=', id).executeTakeFirst()
const rolesOf = async (id: string) =>
  (await store.db.selectFrom('role_assignment').select('role').where('principal_id', '=', id).execute()).map(
    ({ role }) => role,
  )
const groupsOf = async (id: string) =>
  (await store.db.selectFrom('group_member').select('group_id').where('member_id', '=', id).execute()).map(
    row => row.group_id,
  )

/** Whether a statement waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
  return rows.length > 0
}

async function invite(id: string, address: string, expires: Date): Promise<void> {
  await store.db
    .insertInto('principal')
    .values({ tenant_id: tenantId, id, kind: 'user', name: address, username: address, guest: true })
    .execute()
  await store.db
    .insertInto('invitation')
    .values({ tenant_id: tenantId, principal_id: id, address, invited_at: start, expires_at: expires })
    .execute()
  await store.db
    .insertInto('invitation_role')
    .values({
      tenant_id: tenantId,
      principal_id: id,
      environment_id: null,
      role: 'ProductAdmin',
      assigned_by_name: 'Ann',
    })
    .execute()
}

it('a sign-in records the user with the groups and directory roles that the directory names', async () => {
  const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  await record(user(id, { groups: [first], wids: ['role'] }))
  expect(await principal(id)).toMatchObject({
    name: 'Kim',
    guest: false,
    directory_roles: ['role'],
    signed_in_at: start,
  })
  expect(await groupsOf(id)).toEqual([first])
  // What did not change is written once a day.
  now = new Date(start.getTime() + 60_000)
  await record(user(id, { groups: [first], wids: ['role'] }))
  expect((await principal(id))?.signed_in_at).toEqual(start)
  await record(user(id, { groups: [second], name: 'Kim North' }))
  expect(await groupsOf(id)).toEqual([second])
  expect(await principal(id)).toMatchObject({ name: 'Kim North', directory_roles: [], signed_in_at: now })
})

it('an invitation is accepted by the first sign-in of its address, which takes the place of whoever was invited', async () => {
  const [invited, id] = [randomUUID(), randomUUID()]
  await invite(invited, 'Lee@North.example', new Date(now.getTime() + 1000))
  await record(user(id, { name: 'Lee', username: 'lee@north.example', addresses: ['lee@north.example'] }))
  expect(await rolesOf(id)).toEqual(['ProductAdmin'])
  expect(await principal(id)).toMatchObject({ name: 'Lee', guest: true })
  expect(await principal(invited)).toBeUndefined()
  expect(await store.db.selectFrom('invitation').selectAll().execute()).toEqual([])
})

it('somebody who signed in before the invitation accepts it with the next call, and is then a guest', async () => {
  const id = randomUUID()
  const jo = user(id, { username: 'jdoe', addresses: ['jo@north.example'] })
  await record(jo)
  expect(await principal(id)).toMatchObject({ guest: false })
  await invite(randomUUID(), 'jo@north.example', new Date(now.getTime() + 1000))
  await record(jo)
  expect(await rolesOf(id)).toEqual(['ProductAdmin'])
  expect(await principal(id)).toMatchObject({ username: 'jdoe', guest: true })
  // A guest remains one.
  await record({ ...jo, name: 'Jo' })
  expect(await principal(id)).toMatchObject({ name: 'Jo', guest: true })
})

it('an invitation that had ended is accepted by the next call after it was renewed', async () => {
  const id = randomUUID()
  const ray = user(id, { username: 'ray', addresses: ['ray@north.example'] })
  const invited = randomUUID()
  await invite(invited, 'ray@north.example', now)
  await record(ray)
  expect(await rolesOf(id)).toEqual([])
  await store.db
    .updateTable('invitation')
    .set({ expires_at: new Date(now.getTime() + 1000) })
    .where('principal_id', '=', invited)
    .execute()
  await record(ray)
  expect(await rolesOf(id)).toEqual(['ProductAdmin'])
})

it('an invitation that is revoked during the sign-in of its guest gives nothing', async () => {
  const [invited, id] = [randomUUID(), randomUUID()]
  await invite(invited, 'rae@north.example', new Date(now.getTime() + 1000))
  let signIn = Promise.resolve()
  await store.db.transaction().execute(async trx => {
    await lockAccess(trx, tenantId)
    signIn = record(user(id, { username: 'rae@north.example', addresses: ['rae@north.example'] }))
    await expect.poll(async () => (await principal(id)) !== undefined || (await isWaiting())).toBe(true)
    await trx.deleteFrom('invitation').where('principal_id', '=', invited).execute()
    await trx.deleteFrom('principal').where('id', '=', invited).execute()
  })
  await signIn
  expect(await rolesOf(id)).toEqual([])
  expect(await principal(id)).toMatchObject({ guest: false })
})

it('an invitation that has ended gives nothing, nor does an address that the provider does not vouch for', async () => {
  const [late, other] = [randomUUID(), randomUUID()]
  await invite(randomUUID(), 'late@north.example', now)
  await record(user(late, { addresses: ['late@north.example'] }))
  expect(await rolesOf(late)).toEqual([])
  await invite(randomUUID(), 'mo@north.example', new Date(now.getTime() + 1000))
  await record(user(other, { username: 'mo@north.example', addresses: [] }))
  expect(await rolesOf(other)).toEqual([])
})

it('takes addresses from a directory, and from other providers those that are verified', () => {
  const tid = { tid: tenantId }
  expect(addressesOf({ ...tid, preferred_username: 'Ann@Acme.example', email: 'evil@acme.example' })).toEqual([
    'ann@acme.example',
  ])
  expect(addressesOf({ preferred_username: 'ann@acme.example', email: 'a@acme.example' })).toEqual([])
  expect(addressesOf({ email: 'A@acme.example', email_verified: true })).toEqual(['a@acme.example'])
})
