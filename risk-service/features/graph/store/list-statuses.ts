import { sql } from 'kysely'
import type { GraphNode } from '../../../contract/graph/graph-entities.ts'
import { type SupportListId, supportListIds } from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import type { Db } from '../../../ports/database.ts'

/** Returns the entries of the support lists of an environment for nodes, in their order. */
export async function loadListStatuses(
  db: Db,
  environmentId: string,
  refs: readonly GraphRef[],
  now: Date,
): Promise<GraphNode['listStatus'][]> {
  const listed = refs.filter(({ type }) => (supportListIds as readonly string[]).includes(type))
  if (listed.length === 0) return refs.map(() => null)
  const { rows } = await sql<{ list: SupportListId; key: string; status: 'Safe' | 'Block' | 'Watch' }>`
    select e.list, e.key, e.status
    from unnest(${listed.map(({ type }) => type)}::text[], ${listed.map(({ value }) => value)}::text[]) as q(list, key)
    join support_entry e on e.environment_id = ${environmentId}::uuid and e.list = q.list and e.key = q.key
    where e.expires_at is null or e.expires_at > ${now}::timestamptz`.execute(db)
  const statuses = new Map(rows.map(({ list, key, status }) => [`${list}\n${key}`, { list, status }]))
  return refs.map(({ type, value }) => statuses.get(`${type}\n${value}`) ?? null)
}
