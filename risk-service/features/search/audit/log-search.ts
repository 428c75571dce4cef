import { sql } from 'kysely'
import type { z } from 'zod'
import type { searchInputSchema } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'

/** For this time a search that somebody repeats, as a page that is read again does, is the same one. */
const sameSearchMs = 5 * 60_000

/**
 * Writes to the activity log who searched for what: search finds personal data. Further pages belong to the first one.
 */
export async function logSearch(
  { db, ports, principal, actorRoles, correlationId }: EnvironmentCallContext,
  { environmentId, eventType, filter, cursor }: z.output<typeof searchInputSchema>,
): Promise<void> {
  if (cursor !== undefined) return
  const since = new Date(ports.clock().getTime() - sameSearchMs)
  if (
    await isLogged(db, { tenantId: principal.tenantId, actorId: principal.id, environmentId, eventType, filter, since })
  )
    return
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Search', id: eventType, name: eventType },
    { operation: 'Read', before: null, after: { filter } },
  )
}

async function isLogged(
  db: Db,
  search: { tenantId: string; actorId: string; environmentId: string; eventType: string; filter: object; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
    where tenant_id = ${search.tenantId}::uuid and actor_id = ${search.actorId}::uuid and at > ${search.since}::timestamptz
      and environment_id = ${search.environmentId}::uuid and resource_type = 'Search' and operation = 'Read'
      and resource_id = ${search.eventType} and after = ${JSON.stringify({ filter: search.filter })}::jsonb
    limit 1`.execute(db)
  return rows.length > 0
}
