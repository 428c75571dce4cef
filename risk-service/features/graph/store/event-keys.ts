import { type RawBuilder, sql } from 'kysely'
import { entityTypes } from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { type GraphScope, inRange } from './graph-scope.ts'

/** The key of an event; `at_text` keeps the microseconds. `n`: position of the node that it was found for. */
export interface FoundKey {
  n: number
  environment_id: string
  at_text: string
  event_id: string
}
export interface KeyPosition {
  at: string
  eventId: string
}

const isEntity = ({ type }: GraphRef): boolean => (entityTypes as readonly string[]).includes(type)

/**
 * Selects `n, environment_id, at, event_id, position` of the newest events of each node, in every environment through its own
 * index. Products and cases have none of their own.
 * @param after only events before this one
 */
export function newestKeys(
  scope: GraphScope,
  refs: readonly GraphRef[],
  perNode: number,
  after: KeyPosition | null = null,
): RawBuilder<unknown> | null {
  const numbered = refs.map((ref, index) => ({ ...ref, n: index }))
  const parts: RawBuilder<unknown>[] = []
  const add = (found: typeof numbered, table: RawBuilder<unknown>, condition: RawBuilder<unknown>): void => {
    if (found.length > 0) parts.push(keysIn(scope, found, { table, condition, perNode, after }))
  }
  add(
    numbered.filter(isEntity),
    sql`event_entity x`,
    sql`x.environment_id = s.environment_id and x.entity_type = q.type and x.entity_value = q.value`,
  )
  add(
    numbered.filter(({ type }) => type === 'bin'),
    sql`event x`,
    sql`x.environment_id = s.environment_id and x.bin = q.value`,
  )
  for (const network of numbered.filter(({ type }) => type === 'ipNetwork'))
    add(
      [network],
      sql`event_entity x`,
      sql`x.environment_id = s.environment_id and x.entity_type = 'ip' and ${inNetwork(network.value)}`,
    )
  return parts.length === 0 ? null : sql.join(parts, sql` union all `)
}

/** The addresses of a network: of version 4 one by one, so that the index finds them in any collation. */
function inNetwork(network: string): RawBuilder<unknown> {
  if (network.includes(':')) return sql`x.entity_value like ${`${network.slice(0, network.indexOf('::'))}:%`}`
  const stem = network.slice(0, network.lastIndexOf('.') + 1)
  return sql`x.entity_value = any(${Array.from({ length: 256 }, (_, last) => `${stem}${last}`)}::text[])`
}

function keysIn(
  scope: GraphScope,
  refs: readonly (GraphRef & { n: number })[],
  {
    table,
    condition,
    perNode,
    after,
  }: { table: RawBuilder<unknown>; condition: RawBuilder<unknown>; perNode: number; after: KeyPosition | null },
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [condition, inRange(scope)]
  if (after !== null) conditions.push(sql`(x.at, x.event_id) < (${after.at}::timestamptz, ${after.eventId}::uuid)`)
  const filtered = scope.conditions.length > 0
  const events = filtered
    ? sql`${table} join event e on e.environment_id = x.environment_id and e.at = x.at and e.event_id = x.event_id`
    : table
  const all = [...conditions, ...scope.conditions]
  return sql`(select n, environment_id, at, event_id, position from (
      select q.n, k.*, row_number() over (partition by q.n order by k.at desc, k.event_id desc) as position
      from unnest(${refs.map(({ n }) => n)}::int[], ${refs.map(({ type }) => type)}::text[], ${refs.map(({ value }) => value)}::text[]) as q(n, type, value)
      cross join unnest(${scope.environmentIds}::uuid[]) as s(environment_id)
      cross join lateral (select x.environment_id, x.at, x.event_id from ${events}
        where ${sql.join(all, sql` and `)} order by x.at desc, x.event_id desc limit ${perNode}) as k
    ) as ranked where position <= ${perNode})`
}

/** Returns the keys of the newest events of each node, the newest first. */
export async function findKeys(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  options: { perNode: number; after?: KeyPosition | null; limit: number },
  signal: AbortSignal,
): Promise<FoundKey[]> {
  const keys = newestKeys(scope, refs, options.perNode, options.after)
  if (keys === null) return []
  const { rows } = await sql<FoundKey>`select n, environment_id, at::text as at_text, event_id from (${keys}) as k
    order by at desc, event_id desc, n limit ${options.limit}`.execute(db, cancellable(signal))
  return rows
}
