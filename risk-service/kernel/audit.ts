import { CompiledQuery, sql } from 'kysely'
import type { AuditedOperation, AuditedResource } from '../contract/index.ts'
import type { Db } from '../ports/database.ts'
import type { Ports, Principal } from '../ports/index.ts'
import { deferredWords } from './store/connection/deferred/deferred-mark.ts'

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

/** The statement of an entry; those of entries that differ only in their values are prepared once. */
const statementOf = (assessmentId: string, assessmentName: string): string => `${deferredWords}with entry as (
    insert into audit_log (id, tenant_id, environment_id, environment_name, at, actor_id, actor_name, actor_roles, resource_type,
      resource_id, resource_name, operation, before, after, correlation_id, assessment_id, assessment_name)
    values ($1::uuid, $2::uuid, $3::uuid, (select friendly_name from environment where id = $3::uuid), $4::timestamptz, $5::uuid,
      $6::text, $7::text[], $8::text, $9::text, $10::text, $11::text, $12::jsonb, $13::jsonb, $14::text, ${assessmentId}, ${assessmentName})
    returning id, environment_id, at)
  insert into event_outbox (environment_id, kind, at, ref)
  select e.environment_id, 'audit', e.at, e.id::text from entry e join traced_environment t using (environment_id)
  where 'audit' = any(t.row_kinds)`

/** The assessment of an entry by its id and the name that it has at the moment, if it has one. */
const statements = {
  fixed: statementOf('$15::text', '$16::text'),
  named: statementOf(
    '$15::text',
    `coalesce((select a.friendly_name from assessment a join environment v on v.id = a.environment_id
      where v.tenant_id = $2::uuid and a.api_name = $15::text order by a.id limit 1), $16::text)`,
  ),
  itself: statementOf('(select api_name from assessment where id::text = $15::text)', '$16::text'),
}

/** The statement of an entry, and the values of its assessment. */
function assessmentOf({ resource, assessmentId, before, after }: AuditEntry): [keyof typeof statements, ...unknown[]] {
  if (resource.type === 'Assessment') return ['itself', resource.id, resource.name]
  const id =
    assessmentId ??
    eventTypeOf(after) ??
    eventTypeOf(before) ??
    (namedByAssessment.has(resource.type) ? resource.id : null)
  const name = id === null ? null : builtInNames[id]
  return name === undefined ? ['named', id, id] : ['fixed', id, name]
}

const documentOf = (snapshot: unknown): string | null => (snapshot === null ? null : JSON.stringify(snapshot))

/**
 * Writes one entry of the audit log. Call it with the transaction of the change: both are committed or neither is.
 *
 * A change waits for it, so it is one statement, also where somebody subscribes to entries by event tracing, and it is
 * sent with the commit. The job that links entries does everything else afterwards: their links, and their places in the
 * indexes of the search.
 */
export async function recordAudit(db: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { id, at, environmentId, resource, operation, before, after } = entry
  const { tenantId, id: actorId, name: actorName } = actor.principal
  const [statement, ...assessment] = assessmentOf(entry)
  await db.executeQuery(
    CompiledQuery.raw(statements[statement], [
      ...[id, tenantId, environmentId, at, actorId, actorName, [...actor.roles]],
      ...[resource.type, resource.id, resource.name, operation, documentOf(before), documentOf(after)],
      ...[actor.correlationId, ...assessment],
    ]),
  )
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
