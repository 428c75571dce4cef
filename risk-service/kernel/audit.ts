import { sql } from 'kysely'
import type { AuditedOperation, AuditedResource } from '../contract/index.ts'
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
  resource: { type: AuditedResource; id: string; name: string }
  /** API name of the assessment that it is about, where neither `before` nor `after` has it as `eventType`. */
  assessmentId?: string
  operation: AuditedOperation
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

/** Names of the built-in assessments in the log. */
const builtInNames: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  accountcreation: 'Account creation',
  accountlogin: 'Account login',
}

/** Resources whose id is the API name of an assessment. */
const namedByAssessment: ReadonlySet<AuditedResource> = new Set(['Search', 'RuleSettings'])

const eventTypeOf = (snapshot: unknown): string | null => {
  const eventType = (snapshot as { eventType?: unknown } | null)?.eventType
  return typeof eventType === 'string' ? eventType : null
}

/** The assessment that an entry is about, with its name at the moment. */
function assessmentOf({ resource, assessmentId, before, after }: AuditEntry, tenantId: string) {
  if (resource.type === 'Assessment')
    return {
      assessment_id: sql<string | null>`(select api_name from assessment where id::text = ${resource.id})`,
      assessment_name: resource.name,
    }
  const id =
    assessmentId ??
    eventTypeOf(after) ??
    eventTypeOf(before) ??
    (namedByAssessment.has(resource.type) ? resource.id : null)
  if (id === null) return { assessment_id: null, assessment_name: null }
  return {
    assessment_id: id,
    assessment_name:
      builtInNames[id] ??
      sql<string>`coalesce((select a.friendly_name from assessment a join environment e on e.id = a.environment_id
        where e.tenant_id = ${tenantId}::uuid and a.api_name = ${id} order by a.id limit 1), ${id})`,
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
      environment_name:
        entry.environmentId === null
          ? null
          : sql<string | null>`(select friendly_name from environment where id = ${entry.environmentId}::uuid)`,
      ...assessmentOf(entry, actor.principal.tenantId),
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
  change: Pick<AuditEntry, 'operation' | 'before' | 'after' | 'assessmentId'>,
): Promise<void> {
  const { ports, environmentId } = context
  return recordAudit(trx, context, { id: ports.newId(), at: ports.clock(), environmentId, resource, ...change })
}
