import { sql } from 'kysely'
import type { Db } from '../ports/database.ts'
import type { Ports, Principal } from '../ports/index.ts'

/** The actor of an audited action, as the audit log stores it. */
export interface AuditActor {
  principal: Principal
  roles: readonly string[]
  correlationId: string
}

/** The actor of a change in an environment, with the values that the audit log needs for its entry. */
export interface AuditContext extends AuditActor {
  ports: Pick<Ports, 'clock' | 'newId'>
  environmentId: string
}

export interface AuditEntry {
  id: string
  at: Date
  environmentId: string | null
  resource: { type: string; id: string; name: string }
  operation:
    | 'Create'
    | 'Update'
    | 'Activate'
    | 'Deactivate'
    | 'Rename'
    | 'Reorder'
    | 'Delete'
    | 'Promote'
    | 'Export'
    | 'Start'
    | 'Stop'
    | 'Requeue'
    | 'Reroute'
    | 'Decide'
    | 'ForceRelease'
    | 'Watch'
    | 'Unwatch'
    | 'Dismiss'
    | 'Restore'
    | 'Correct'
    | 'SendLabel'
    | 'ViewPersonalData'
  before: unknown
  after: unknown
}

/** The actor of the service's own changes in the log. */
export const serviceActorId = '00000000-0000-0000-0000-000000000000'

export function serviceActor(tenantId: string, correlationId: string): AuditActor {
  return {
    principal: { tenantId, id: serviceActorId, name: 'Assay', username: '', wids: [], assignments: [] },
    roles: [],
    correlationId,
  }
}

/** Writes one entry of the audit log. Call it with the transaction of the change: both are committed or neither is. */
export async function recordAudit(db: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: entry.id,
      tenant_id: actor.principal.tenantId,
      environment_id: entry.environmentId,
      at: entry.at,
      actor_id: actor.principal.id,
      actor_name: actor.principal.name,
      actor_roles: [...actor.roles],
      resource_type: entry.resource.type,
      resource_id: entry.resource.id,
      resource_name: entry.resource.name,
      operation: entry.operation,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
      correlation_id: actor.correlationId,
    })
    .execute()
  if (entry.environmentId !== null) await traceEntry(db, entry.environmentId, entry)
}

/** Has a new environment traced from the start where the one above it is, in the transaction that creates it. */
export async function traceNewEnvironment(
  trx: Db,
  { environmentId, parentId }: { environmentId: string; parentId: string | null },
): Promise<void> {
  await sql`
    insert into traced_environment (environment_id, kinds, row_kinds)
    select ${environmentId}::uuid, kinds, row_kinds from traced_environment where environment_id = ${parentId}::uuid
    on conflict do nothing`.execute(trx)
}

/** Writes an entry to the outbox of event tracing, where somebody subscribes to it. */
async function traceEntry(db: Db, environmentId: string, { id, at }: AuditEntry): Promise<void> {
  await sql`
    insert into event_outbox (environment_id, kind, at, ref)
    select environment_id, 'audit', ${at}::timestamptz, ${id} from traced_environment
    where environment_id = ${environmentId}::uuid and 'audit' = any(row_kinds)`.execute(db)
}

/**
 * Writes the entry of a change in an environment at the current time, in the transaction of the change: `recordAudit`
 * with the id, the time and the environment of the context.
 */
export function auditChange(
  trx: Db,
  context: AuditContext,
  resource: AuditEntry['resource'],
  change: Pick<AuditEntry, 'operation' | 'before' | 'after'>,
): Promise<void> {
  const { ports, environmentId } = context
  return recordAudit(trx, context, { id: ports.newId(), at: ports.clock(), environmentId, resource, ...change })
}
