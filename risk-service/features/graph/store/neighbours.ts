import { sql } from 'kysely'
import { type EntityType, graphLimits } from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type FoundKey, newestKeys } from './event-keys.ts'
import type { GraphScope } from './graph-scope.ts'

/** An event with its entities alone. */
export type EventEntities = FoundKey & { entities: { type: string; value: string }[] }

/** Returns the newest events of nodes with the entities that were stored with them, the newest first. */
export async function loadEntities(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  { perNode, limit }: { perNode: number; limit: number },
  signal: AbortSignal,
): Promise<EventEntities[]> {
  const keys = newestKeys(scope, refs, perNode)
  if (keys === null) return []
  const { rows } = await sql<EventEntities>`
    select k.n, k.environment_id, k.at::text as at_text, k.event_id, coalesce(b.enrichment -> 'entities', '[]') as entities
    from (select * from (${keys}) as newest order by at desc, event_id desc, n limit ${limit}) as k
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    order by k.at desc, k.event_id desc, k.n`.execute(db, cancellable(signal))
  return rows
}

/** Events whose entities are counted in one answer: each of their bodies is read. */
const countedBodies = 6000
/** Of each of very many users. */
const minCounted = 5

/** Returns how many of the newest events of each of so many users are counted: of a whole ring fewer than of one user. */
export const countedPerUser = (users: number): number =>
  Math.min(graphLimits.countedEvents, Math.max(minCounted, Math.floor(countedBodies / users)))

/** Returns how many entities each user has by their types, over its newest `countedPerUser` events. */
export async function countEntities(
  db: Db,
  scope: GraphScope,
  users: readonly GraphRef[],
  signal: AbortSignal,
): Promise<Partial<Record<EntityType, number>>[]> {
  const keys = newestKeys(scope, users, countedPerUser(users.length))
  if (keys === null) return users.map(() => ({}))
  const { rows } = await sql<{ n: number; type: EntityType; entities: number }>`
    select k.n, entity ->> 'type' as type, count(distinct entity ->> 'value')::int as entities
    from (${keys}) as k
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    cross join lateral json_array_elements(coalesce(b.enrichment -> 'entities', '[]')) as entity
    where entity ->> 'type' <> 'user' group by 1, 2`.execute(db, cancellable(signal))
  const byUser = Map.groupBy(rows, ({ n }) => n)
  return users.map((_, index) =>
    Object.fromEntries((byUser.get(index) ?? []).map(({ type, entities }) => [type, entities])),
  )
}
