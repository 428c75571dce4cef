import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { loadAssessmentNames } from './assessment-names.ts'
import { envelopeOf, rowsParameter, type TracedMessage, type TracedRow } from './traced-message.ts'

interface LabelRow {
  seq: number
  tenant_id: string
  environment_id: string
  label_key: string
  object_type: string
  object_id: string
  received_at: Date
  body: Record<string, unknown>
}

/** Names of labels whose id is what they are about, such as an account. */
const labelName = 'FraudProtection.Observe.Label'
const accountLabelName = 'FraudProtection.Observe.AccountLabel'
export const labelNames: ReadonlySet<string> = new Set([labelName, accountLabelName])

/** Object type of a label on an event of a wizard assessment. */
const eventPrefix = 'Event:'

/** Returns labels, each as it is stored: a later stage is merged into the earlier ones. */
export async function labelMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: stored } = await sql<LabelRow>`
    select r.seq, v.tenant_id, l.environment_id, l.label_key, l.object_type, l.object_id, l.received_at, l.body
    from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, ref text)
    join environment v on v.id = r.environment_id
    join event_label l on l.environment_id = r.environment_id and l.label_key = r.ref`.execute(db)
  const assessments = await loadAssessmentNames(
    db,
    stored.map(({ environment_id }) => environment_id),
  )
  return stored.map(row => {
    const { _metadata: metadata, ...label } = row.body
    const envelope = { tenantId: row.tenant_id, environmentId: row.environment_id, at: row.received_at }
    if (!row.object_type.startsWith(eventPrefix)) {
      // A label of an account names its user, and has its metadata apart.
      const isAccount = metadata !== undefined && 'userId' in label
      const name = isAccount ? accountLabelName : labelName
      const request = isAccount ? { metadata, label } : row.body
      const uniqueId = `${row.object_type}:${row.object_id}:${row.received_at.getTime()}`
      const body = { ...envelopeOf({ ...envelope, name }), uniqueId, request }
      return [
        row.seq,
        [{ kind: 'transactional', name, eventId: row.object_id, at: row.received_at, json: JSON.stringify(body) }],
      ]
    }
    const assessmentApiName = row.object_type.slice(eventPrefix.length)
    const { custom, ...sent } = label
    const name = 'FraudProtection.Labels'
    const body = {
      ...envelopeOf({ ...envelope, name }),
      request: { metadata, label: { ...sent, labelObjectType: 'Event' }, ...(custom === undefined ? {} : { custom }) },
      labelEventId: labelIdOf(metadata) ?? row.object_id,
      assessmentApiName,
      assessmentName: assessments(row.tenant_id, assessmentApiName)?.name ?? assessmentApiName,
    }
    return [row.seq, [{ kind: 'label', name, eventId: row.object_id, at: row.received_at, json: JSON.stringify(body) }]]
  })
}

const labelIdOf = (metadata: unknown): string | null => {
  const id = (metadata as { eventId?: unknown } | undefined)?.eventId
  return typeof id === 'string' ? id : null
}
