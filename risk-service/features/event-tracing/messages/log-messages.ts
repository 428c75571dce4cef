import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { builtInNames, loadAssessmentNames } from './assessment-names.ts'
import { envelopeOf, rowsParameter, type TracedMessage, type TracedRow } from './traced-message.ts'

interface LogRow {
  seq: number
  tenant_id: string
  environment_id: string
  environment: string
  id: string
  at: Date
  actor_id: string
  actor_name: string
  resource_type: string
  resource_id: string
  resource_name: string
  operation: string
  correlation_id: string | null
  /** Of a rule: its assessment. */
  event_type: string | null
}

/** Entity types of audit events by the resource of their entry. */
const audited: Readonly<Record<string, string>> = {
  DecisionRule: 'Rule',
  PostDecisionAction: 'Rule',
  RoutingRule: 'Rule',
  CustomList: 'List',
  DatabaseList: 'List',
  SupportList: 'List',
  VelocitySet: 'Velocity',
  ExternalCall: 'ExternalCall',
}
const operations: Readonly<Record<string, string>> = { Create: 'New', Delete: 'Delete' }

/** Returns entries of the activity log, and the audit events among them. */
export async function logMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: entries } = await sql<LogRow>`
    select r.seq, l.tenant_id, l.environment_id, v.friendly_name as environment, l.id, l.at, l.actor_id, l.actor_name,
      l.resource_type, l.resource_id, l.resource_name, l.operation, l.correlation_id,
      coalesce(l.after ->> 'eventType', l.before ->> 'eventType') as event_type
    from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, ref uuid)
    join audit_log l on l.id = r.ref and l.environment_id = r.environment_id
    join environment v on v.id = l.environment_id`.execute(db)
  const assessments = await loadAssessmentNames(
    db,
    entries.filter(({ event_type }) => event_type !== null).map(({ environment_id }) => environment_id),
  )
  return entries.map(entry => {
    const assessmentName = assessmentNameOf(entry, assessments)
    const envelope = { tenantId: entry.tenant_id, environmentId: entry.environment_id, at: entry.at }
    const name = 'FraudProtection.ActivityLog'
    const activity: TracedMessage = {
      kind: 'activityLog',
      name,
      eventId: entry.id,
      at: entry.at,
      json: JSON.stringify({
        ...envelopeOf({ ...envelope, name }),
        eventId: entry.id,
        operationType: entry.operation,
        resourceType: entry.resource_type,
        resourceId: entry.resource_id,
        resourceName: entry.resource_name,
        userId: entry.actor_id,
        userName: entry.actor_name,
        ...(assessmentName === null ? {} : { assessmentName }),
        environmentName: entry.environment,
        correlationId: entry.correlation_id,
      }),
    }
    return [entry.seq, [activity, ...auditOf(entry, envelope)]]
  })
}

const assessmentNameOf = (
  { tenant_id, event_type }: LogRow,
  assessments: Awaited<ReturnType<typeof loadAssessmentNames>>,
): string | null =>
  event_type === null ? null : (builtInNames[event_type] ?? assessments(tenant_id, event_type)?.name ?? event_type)

/** Support lists are always there: what is created and deleted are their entries. */
const operationOf = ({ operation, resource_type }: LogRow): string =>
  resource_type === 'SupportList' ? 'Edit' : (operations[operation] ?? 'Edit')

function auditOf(entry: LogRow, envelope: { tenantId: string; environmentId: string; at: Date }): TracedMessage[] {
  const entityType = audited[entry.resource_type]
  if (entityType === undefined) return []
  const name = 'FraudProtection.Audit'
  const audit = {
    entityId: entry.resource_id,
    entityName: entry.resource_name,
    entityType,
    operationName: `${operationOf(entry)}${entityType}`,
    userId: entry.actor_id,
  }
  return [
    {
      kind: 'audit',
      name,
      eventId: entry.id,
      at: entry.at,
      json: JSON.stringify({ ...envelopeOf({ ...envelope, name }), audit }),
    },
  ]
}

/** Returns final decisions of cases; one that was withdrawn meanwhile has no message. */
export async function caseMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: decisions } = await sql<{ seq: number; payload: Record<string, unknown>; created_at: Date }>`
    select r.seq, f.payload, f.created_at from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, ref uuid)
    join case_follow_up f on f.id = r.ref and f.environment_id = r.environment_id`.execute(db)
  return decisions.map(({ seq, payload, created_at }) => {
    const { name, caseId } = payload as { name: string; caseId: string }
    return [seq, [{ kind: 'caseManagement', name, eventId: caseId, at: created_at, json: JSON.stringify(payload) }]]
  })
}
