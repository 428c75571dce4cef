import { sql } from 'kysely'
import {
  type Ring,
  type RingDetail,
  type RingOrder,
  ringLimits,
  type StrongEntityType,
} from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { timeOfId } from '../../../kernel/event-ids.ts'
import type { Db } from '../../../ports/database.ts'
import { loadSearchStart } from '../../search/switch/search-switch.ts'
import { loadNodeIds, type NodeIds } from '../store/node-ids.ts'
import { readCursor } from './ring-cursor.ts'
import type { StoredRing } from './ring-identity.ts'
import { type MemberRow, showMembers, showName } from './show-rings.ts'

type Call = EnvironmentCallContext
type RingRow = StoredRing & { grown: number; watched: boolean }

const day = 86_400_000
const orders: Record<RingOrder, string> = {
  score: 'score',
  growth: 'grown',
  lastSeen: 'last_at',
  amount: 'amount_usd',
  users: 'users',
}

/** Selects rings with their growth and whether the caller watches them. */
const ringsOf = ({ scope, principal, ports }: Call) => sql`
  select r.*, exists (select 1 from ring_watch w where w.ring_id = r.id and w.user_id = ${principal.id}::uuid) as watched,
    (select count(*)::int from ring_member m where m.ring_id = r.id and m.type = 'user'
      and m.first_at >= ${new Date(ports.clock().getTime() - ringLimits.growthDays * day)}::timestamptz) as grown
  from ring r where r.environment_id = any(${scope}::uuid[])`

/** Condition on a ring `r`: it has this state; an open one is listed while there is a reason to report it. */
const isListed = (status: 'open' | 'dismissed') =>
  status === 'open' ? sql`r.status = 'open' and r.evidence is not null` : sql`r.status = ${status}`

/**
 * Returns the rings of the environments, in an order, with their number and until when they are current.
 * @throws ConflictError `search.off` while the tenant has no search
 */
export async function listRings(
  call: Call,
  { status, order, limit }: { status: 'open' | 'dismissed'; order: RingOrder; limit: number },
) {
  const { db, scope } = call
  await loadSearchStart(db, call.principal.tenantId)
  const [{ rows }, { rows: figures }, ids, cursor] = await Promise.all([
    sql<RingRow>`select * from (${ringsOf(call)} and ${isListed(status)}) as r
      order by ${sql.ref(orders[order])} desc, score desc, id limit ${limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ring r
      where r.environment_id = any(${scope}::uuid[]) and ${isListed(status)}`.execute(db),
    loadNodeIds(db, call.principal.tenantId),
    readCursor(db),
  ])
  return {
    rings: await Promise.all(rows.map(row => showRing(call, ids, row))),
    total: figures[0]?.total ?? 0,
    currentUntil: cursor === null ? null : timeOfId(cursor).toISOString(),
  }
}

async function showRing({ masking }: Pick<Call, 'masking'>, ids: NodeIds, row: RingRow): Promise<Ring> {
  return {
    id: row.id,
    environmentId: row.environment_id,
    status: row.status === 'dismissed' ? 'dismissed' : 'open',
    name: await showName(
      { ids, masking },
      {
        type: row.name_type as StrongEntityType,
        value: row.name_value,
        display: row.name_display,
        shared: row.shared,
      },
    ),
    users: row.users,
    shared: row.shared,
    transactions: row.transactions,
    bad: row.bad,
    amountUsd: row.amount_usd,
    firstSeen: row.first_at.toISOString(),
    lastSeen: row.last_at.toISOString(),
    score: row.score,
    evidence: row.evidence,
    grown: row.grown,
    foundAt: row.found_at.toISOString(),
    watched: row.watched,
    dismissed:
      row.status === 'dismissed' && row.dismissed_at !== null
        ? {
            by: row.dismissed_by_name ?? '',
            at: row.dismissed_at.toISOString(),
            reason: row.dismissed_reason ?? '',
          }
        : null,
  }
}

/**
 * Finds a ring; of one that became a part of another, that one.
 * @throws NotFoundError for one that does not exist in these environments
 */
async function findRing(call: Call, db: Db, ringId: string): Promise<RingRow> {
  let id = ringId
  for (;;) {
    const { rows } = await sql<RingRow>`${ringsOf(call)} and r.id = ${id}::uuid`.execute(db)
    const [row] = rows
    if (row === undefined) throw new NotFoundError('There is no ring with this id in this environment.')
    if (row.status !== 'merged' || row.merged_into === null) return row
    id = row.merged_into
  }
}

/**
 * Finds a ring and locks it until the transaction ends. While the lock is waited for it may become a part of another,
 * which is then the one that is meant.
 * @throws NotFoundError
 */
async function lockRing(call: Call, trx: Db, ringId: string): Promise<RingRow> {
  for (;;) {
    const { id } = await findRing(call, trx, ringId)
    await trx.selectFrom('ring').select('id').where('id', '=', id).forUpdate().execute()
    const ring = await findRing(call, trx, ringId)
    if (ring.id === id) return ring
  }
}

/** Returns a ring with its members. @throws NotFoundError; ConflictError `search.off` while the tenant has no search */
export async function getRing(call: Call, ringId: string): Promise<RingDetail> {
  const { db, masking } = call
  await loadSearchStart(db, call.principal.tenantId)
  const ids = await loadNodeIds(db, call.principal.tenantId)
  const row = await findRing(call, db, ringId)
  const members: MemberRow[] = await db
    .selectFrom('ring_member')
    .selectAll()
    .where('ring_id', '=', row.id)
    .orderBy(sql`type = 'user'`, 'desc')
    .orderBy('users', 'desc')
    .orderBy('type')
    .orderBy('value')
    .execute()
  return { ...(await showRing(call, ids, row)), ...(await showMembers({ ids, masking }, members)) }
}

/**
 * Returns the members of a ring as nodes, with the environment of their events.
 * @throws NotFoundError for one that does not exist in these environments
 */
export async function loadRingNodes(
  call: Call,
  ringId: string,
): Promise<{ environmentId: string; members: GraphRef[] }> {
  const { id, environment_id } = await findRing(call, call.db, ringId)
  const members = await call.db.selectFrom('ring_member').select(['type', 'value']).where('ring_id', '=', id).execute()
  return { environmentId: environment_id, members: members as GraphRef[] }
}

type Change = 'watch' | 'unwatch' | 'dismiss' | 'restore'
const operations = { watch: 'Watch', unwatch: 'Unwatch', dismiss: 'Dismiss', restore: 'Restore' } as const

/**
 * Watches, dismisses or restores a ring, and records it in the audit log. What is so already stays as it is.
 * @throws NotFoundError for a ring that does not exist in these environments; ConflictError `search.off`
 */
export async function changeRing(call: Call, ringId: string, change: Change, reason = ''): Promise<Ring> {
  const { db, ports, principal, actorRoles, correlationId } = call
  await loadSearchStart(db, principal.tenantId)
  await db.transaction().execute(async trx => {
    const ring = await lockRing(call, trx, ringId)
    if (!(await applyChange(call, trx, ring, change, reason))) return
    await auditChange(
      trx,
      { ports, principal, roles: actorRoles, correlationId, environmentId: ring.environment_id },
      // The name of a ring is a value of a customer.
      { type: 'Ring', id: ring.id, name: ring.id },
      { operation: operations[change], before: { status: ring.status }, after: { users: ring.users, reason } },
    )
  })
  const ids = await loadNodeIds(db, principal.tenantId)
  return showRing(call, ids, await findRing(call, db, ringId))
}

/** Carries a change out. @returns whether it changed anything */
async function applyChange(
  { principal, ports }: Call,
  trx: Db,
  ring: RingRow,
  change: Change,
  reason: string,
): Promise<boolean> {
  switch (change) {
    case 'watch':
      await trx
        .insertInto('ring_watch')
        .values({ environment_id: ring.environment_id, ring_id: ring.id, user_id: principal.id, users: ring.users })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return !ring.watched
    case 'unwatch':
      await trx.deleteFrom('ring_watch').where('ring_id', '=', ring.id).where('user_id', '=', principal.id).execute()
      return ring.watched
    case 'dismiss':
      // Who dismissed it first, why, and what it had then stay.
      if (ring.status === 'dismissed') return false
      await trx
        .updateTable('ring')
        .set({
          status: 'dismissed',
          dismissed_by: principal.id,
          dismissed_by_name: principal.name,
          dismissed_at: ports.clock(),
          dismissed_reason: reason,
          dismissed_users: ring.users,
          dismissed_bad: ring.bad,
        })
        .where('id', '=', ring.id)
        .execute()
      return true
    case 'restore':
      await trx.updateTable('ring').set({ status: 'open' }).where('id', '=', ring.id).execute()
      return ring.status === 'dismissed'
  }
}
