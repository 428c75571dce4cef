import { sql } from 'kysely'
import { type EnvironmentTree, loadEnvironmentTree, scopeOf } from '../../../kernel/environments/environment-tree.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredRequest } from '../requests/store.ts'
import { type DoomedEvent, matchingEvents } from '../subjects/match-events.ts'
import type { Subject } from '../subjects/resolve-subject.ts'

/** Where a request applies: its environment and those below it at the moment. */
export interface RequestPlace {
  tenantId: string
  environmentId: string
  environmentIds: string[]
  tree: EnvironmentTree
}

/** Returns where a request applies; null for an environment that is gone. */
export async function loadPlace(db: Db, environmentId: string): Promise<RequestPlace | null> {
  const found = await db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', environmentId)
    .executeTakeFirst()
  if (found === undefined) return null
  const tree = await loadEnvironmentTree(db, found.tenant_id)
  return { tenantId: found.tenant_id, environmentId, environmentIds: scopeOf(tree, environmentId), tree }
}

/** Returns who a pending request is about. */
export const subjectOf = (row: StoredRequest): Subject => ({
  eventTypes: row.event_types,
  assessments: row.assessments,
  attribute: row.attribute,
  value: row.value ?? '',
  since: row.since,
})

/** Adds the events of a request that are not listed yet. Returns them. */
export async function collectEvents(
  trx: Db,
  { environmentIds }: RequestPlace,
  row: StoredRequest,
): Promise<DoomedEvent[]> {
  const { rows } = await sql<DoomedEvent>`
    insert into subject_request_event (request_id, environment_id, at, event_id, event_type, external_id)
    select ${row.id}::uuid, m.environment_id, m.at, m.event_id, m.event_type, m.external_id
    from (${matchingEvents(subjectOf(row), environmentIds)}) m
    on conflict do nothing
    returning environment_id, at::text as at, event_id, event_type, external_id`.execute(trx)
  return rows
}
