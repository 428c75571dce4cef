import { sql } from 'kysely'
import type { Ring } from '../../../engine/graph/rings/types.ts'
import type { Db } from '../../../ports/database.ts'
import { loadDisplays } from '../store/ring-events.ts'
import { returns, type StoredRing, survivorOf } from './ring-identity.ts'

/** Members of a ring that are stored: users, and entities that two or more of them share. */
const maxMembers = 2000

interface Member {
  type: string
  value: string
  users: number
  first: number
  last: number
}

/**
 * Stores a ring: as the one that has members of it already, the one found first where there are several, which become a
 * part of it; else as a new one, where there is a reason to report it.
 * @returns its id; null where nothing was stored
 */
export async function saveRing(
  trx: Db,
  { environmentId, newId, now }: { environmentId: string; newId: () => string; now: Date },
  ring: Ring,
): Promise<string | null> {
  const users = [...ring.users.keys()]
  const existing = await lockRings(trx, environmentId, users)
  const survivor = survivorOf(existing)
  if (survivor === null && ring.evidence === null) return null
  const members = membersOf(ring)
  const displays = await loadDisplays(
    trx,
    [environmentId],
    members.map(({ type, value }) => ({ type: type as 'user', value })),
  )
  const named = members.findIndex(({ type, value }) => type === ring.name.type && value === ring.name.value)
  const figures = {
    name_type: ring.name.type,
    name_value: ring.name.value,
    name_display: displays[named] ?? ring.name.value,
    users: ring.users.size,
    shared: ring.shared,
    transactions: ring.transactions,
    bad: ring.bad,
    amount_usd: ring.amountUsd,
    score: ring.score,
    evidence: ring.evidence,
    first_at: new Date(ring.first),
    last_at: new Date(ring.last),
    refreshed_at: now,
  }
  if (survivor === null) {
    const id = newId()
    await trx
      .insertInto('ring')
      .values({ id, environment_id: environmentId, found_at: now, ...figures })
      .execute()
    await writeMembers(trx, environmentId, id, members, displays)
    return id
  }
  const others = existing.filter(({ id }) => id !== survivor.id)
  await mergeRings(trx, survivor, others)
  const isOpen =
    others.some(({ status }) => status === 'open') || returns(survivor, { users: ring.users.size, bad: ring.bad })
  await trx
    .updateTable('ring')
    .set({ ...figures, ...(isOpen ? { status: 'open' as const } : {}) })
    .where('id', '=', survivor.id)
    .execute()
  await writeMembers(trx, environmentId, survivor.id, members, displays)
  return survivor.id
}

/** Whether a ring is stored that has one of the users: without it, one of which nothing is bad is not stored either. */
export async function isStored(db: Db, environmentId: string, { users }: Pick<Ring, 'users'>): Promise<boolean> {
  const found = await db
    .selectFrom('ring_member')
    .select('ring_id')
    .where('environment_id', '=', environmentId)
    .where('type', '=', 'user')
    .where(sql<boolean>`value = any(${[...users.keys()]}::text[])`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Locks the rings that have one of the users. */
async function lockRings(trx: Db, environmentId: string, users: readonly string[]): Promise<StoredRing[]> {
  const { rows } = await sql<StoredRing>`select r.* from ring r where r.status <> 'merged' and r.id in (
      select m.ring_id from ring_member m where m.environment_id = ${environmentId}::uuid and m.type = 'user'
        and m.value = any(${users}::text[]))
    order by r.id for update`.execute(trx)
  return rows
}

/** The others lose their members, and their watchers watch the surviving ring. */
async function mergeRings(trx: Db, survivor: StoredRing, others: readonly StoredRing[]): Promise<void> {
  if (others.length === 0) return
  const ids = others.map(({ id }) => id)
  await sql`insert into ring_watch (environment_id, ring_id, user_id, users)
    select distinct on (user_id) environment_id, ${survivor.id}::uuid, user_id, ${survivor.users}::int from ring_watch
    where ring_id = any(${ids}::uuid[]) on conflict do nothing`.execute(trx)
  await trx.deleteFrom('ring_watch').where('ring_id', 'in', ids).execute()
  await trx.deleteFrom('ring_member').where('ring_id', 'in', ids).execute()
  await trx.updateTable('ring').set({ status: 'merged', merged_into: survivor.id }).where('id', 'in', ids).execute()
}

function membersOf({ users, entities }: Ring): Member[] {
  return [
    ...[...users].map(([value, { first, last }]) => ({ type: 'user', value, users: 1, first, last })),
    ...entities.filter(each => each.users >= 2),
  ].slice(0, maxMembers)
}

async function writeMembers(
  trx: Db,
  environmentId: string,
  ringId: string,
  members: readonly Member[],
  displays: readonly string[],
): Promise<void> {
  const columns = {
    types: members.map(({ type }) => type),
    values: members.map(({ value }) => value),
  }
  await sql`delete from ring_member m where m.ring_id = ${ringId}::uuid and not exists (
    select 1 from unnest(${columns.types}::text[], ${columns.values}::text[]) as q(type, value)
    where q.type = m.type and q.value = m.value)`.execute(trx)
  await sql`insert into ring_member (environment_id, ring_id, type, value, display, users, first_at, last_at)
    select ${environmentId}::uuid, ${ringId}::uuid, q.* from unnest(${columns.types}::text[], ${columns.values}::text[],
      ${displays}::text[], ${members.map(({ users }) => users)}::int[],
      ${members.map(({ first }) => new Date(first))}::timestamptz[], ${members.map(({ last }) => new Date(last))}::timestamptz[]) as q
    on conflict (ring_id, type, value) do update set users = excluded.users, last_at = excluded.last_at
    where ring_member.users <> excluded.users or ring_member.last_at <> excluded.last_at`.execute(trx)
}
