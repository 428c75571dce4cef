import { sql } from 'kysely'
import { ringLimits, strongEntityTypes } from '../../../contract/index.ts'
import { entityKey } from '../../../engine/graph/rings/find-rings.ts'
import type { Ring, RingEntity } from '../../../engine/graph/rings/types.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { type NotifyPorts, notify } from '../../notifications/notify.ts'
import type { GraphScope } from '../store/graph-scope.ts'
import { findShared, loadBadRate } from '../store/ring-events.ts'
import { growRings, ringRulesOf } from './grow-rings.ts'
import { firstIdAt, readCursor, writeCursor } from './ring-cursor.ts'
import { isNotified } from './ring-identity.ts'
import { saveRing } from './save-ring.ts'

export interface RingServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  live: NotifyPorts['live']
}

const day = 86_400_000
/** Events that are taken in one step. */
const perStep = 3000
/** Events younger than this may still be on their way into the store: their rules call others. */
const settledMs = 3000
/** Rings that are read again in one run, and when: labels and chargebacks come without an event. */
const refreshed = 10
const refreshMs = 600_000

/**
 * Brings rings up to date: takes events in the order in which they were decided since the last run, and looks for rings
 * around the entities that they share with others. Reads again the rings that were not looked at for some time.
 * @returns whether more events wait
 */
export async function updateRings(services: RingServices): Promise<boolean> {
  const { db, clock } = services.ports
  const now = clock()
  const oldest = new Date(now.getTime() - ringLimits.days * day)
  const environments = await db.selectFrom('environment').select(['id', 'tenant_id']).execute()
  const tenants = new Map(environments.map(({ id, tenant_id: tenantId }) => [id, tenantId]))
  const { rows } = await sql<NewEvent>`
    select k.environment_id, k.event_id, coalesce(b.enrichment -> 'entities', '[]') as entities
    from (select environment_id, at, event_id from event_key
      where event_id > ${(await readCursor(db)) ?? firstIdAt(oldest)}::uuid
        and event_id < ${firstIdAt(new Date(now.getTime() - settledMs))}::uuid
      order by event_id limit ${perStep}) as k
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    order by k.event_id`.execute(db)
  for (const [environmentId, events] of Map.groupBy(rows, row => row.environment_id)) {
    const seeds = strongEntitiesOf(events.flatMap(({ entities }) => entities))
    const scope = scopeOf(environmentId, oldest)
    const shared = (await findShared(db, scope, seeds)).flatMap(n => seeds[n] ?? [])
    const rings = await findAround(db, scope, shared)
    await saveRings(services, { environmentId, tenantId: tenants.get(environmentId) ?? '' }, rings, now)
  }
  const last = rows.at(-1)
  if (last !== undefined) await writeCursor(db, last.event_id)
  await refreshRings(services, tenants, now)
  return rows.length === perStep
}

interface NewEvent {
  environment_id: string
  event_id: string
  entities: { type: string; value: string }[]
}
interface Place {
  environmentId: string
  tenantId: string
}

const strong: ReadonlySet<string> = new Set(strongEntityTypes)

function strongEntitiesOf(entities: readonly { type: string; value: string }[]): RingEntity[] {
  const found = entities.filter(({ type }) => strong.has(type)) as RingEntity[]
  return [...new Map(found.map(entity => [entityKey(entity), entity])).values()]
}

const scopeOf = (environmentId: string, from: Date): GraphScope => ({
  environmentIds: [environmentId],
  from,
  to: null,
  excludedTypes: [],
  conditions: [],
})

async function findAround(db: Db, scope: GraphScope, seeds: readonly RingEntity[]): Promise<Ring[]> {
  if (seeds.length === 0) return []
  return growRings(db, scope, seeds, ringRulesOf(await loadBadRate(db, scope)))
}

/** Reads rings again that were not looked at for some time. */
async function refreshRings(services: RingServices, tenants: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const { db } = services.ports
  const oldest = new Date(now.getTime() - ringLimits.days * day)
  const due = await db
    .selectFrom('ring')
    .select(['id', 'environment_id'])
    .where('status', '<>', 'merged')
    .where('refreshed_at', '<', new Date(now.getTime() - refreshMs))
    .orderBy('refreshed_at')
    .limit(refreshed)
    .execute()
  for (const { id, environment_id: environmentId } of due) {
    const members = await db
      .selectFrom('ring_member')
      .select(['type', 'value'])
      .where('ring_id', '=', id)
      .where('type', '<>', 'user')
      .execute()
    const rings = await findAround(db, scopeOf(environmentId, oldest), strongEntitiesOf(members))
    await saveRings(services, { environmentId, tenantId: tenants.get(environmentId) ?? '' }, rings, now)
    // What is no ring any more stays as it was, until its last event is too old.
    await db.updateTable('ring').set({ refreshed_at: now }).where('id', '=', id).execute()
  }
}

/** Stores rings, the largest first: of one that fell apart, the larger part goes on. */
async function saveRings(
  services: RingServices,
  { environmentId, tenantId }: Place,
  rings: readonly Ring[],
  now: Date,
): Promise<void> {
  const { ports } = services
  for (const ring of rings.toSorted((a, b) => b.users.size - a.users.size)) {
    const publish = await ports.db.transaction().execute(async trx => {
      const id = await saveRing(trx, { environmentId, newId: ports.newId, now }, ring)
      return id === null
        ? []
        : notifyWatchers(trx, services, { environmentId, tenantId, id, users: ring.users.size, now })
    })
    for (const each of publish) each()
  }
}

/** Notifies the watchers of a ring that has grown. @returns what is to be called after the commit */
async function notifyWatchers(
  trx: Db,
  services: RingServices,
  { id, users, now, ...place }: Place & { id: string; users: number; now: Date },
): Promise<(() => void)[]> {
  const watches = await trx.selectFrom('ring_watch').selectAll().where('ring_id', '=', id).forUpdate().execute()
  const published: (() => void)[] = []
  for (const watch of watches) {
    if (!isNotified(watch, users, now)) continue
    const params = { count: users, ring: id }
    published.push(await notify(trx, services, { ...place, event: 'RingGrown', params, userId: watch.user_id }))
    await trx
      .updateTable('ring_watch')
      .set({ users, notified_at: now })
      .where('ring_id', '=', id)
      .where('user_id', '=', watch.user_id)
      .execute()
  }
  return published
}
