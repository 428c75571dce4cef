import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { loadAssessmentNames } from './assessment-names.ts'
import { envelopeOf, rowsParameter, type TracedMessage, type TracedRow } from './traced-message.ts'

interface DataRow {
  seq: number
  tenant_id: string
  environment_id: string
  data_id: string
  event_type: string
  entity_id: string
  subject_id: string
  received_at: Date
  body: Record<string, unknown>
}

const builtIn: Readonly<Record<string, string>> = {
  purchasestatus: 'PurchaseStatus',
  bankevent: 'BankEvent',
  chargeback: 'Chargeback',
  refund: 'Refund',
  updateaccount: 'UpdateAccount',
  signupstatus: 'SignUpStatus',
  accountcreationstatus: 'AccountCreationStatus',
  accountloginstatus: 'AccountLoginStatus',
  accountupdate: 'AccountUpdate',
}

/**
 * Returns statuses, bank events, chargebacks, refunds, account updates and observations. One that was sent again is sent
 * as it is stored then, under a `uniqueId` of its own.
 */
export async function dataMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: stored } = await sql<DataRow>`
    select r.seq, v.tenant_id, d.environment_id, d.data_id, d.event_type, d.entity_id, d.subject_id, d.received_at, d.body
    from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, at timestamptz, ref uuid)
    join environment v on v.id = r.environment_id
    join data_event d on d.environment_id = r.environment_id and d.at = r.at and d.data_id = r.ref`.execute(db)
  const assessments = await loadAssessmentNames(
    db,
    stored.map(({ environment_id }) => environment_id),
  )
  return stored.map(row => {
    const envelope = { tenantId: row.tenant_id, environmentId: row.environment_id, at: row.received_at }
    const builtInName = builtIn[row.event_type]
    if (builtInName !== undefined) {
      const name = `FraudProtection.Observe.${builtInName}`
      const uniqueId = `${row.data_id}:${row.received_at.getTime()}`
      const body = { ...envelopeOf({ ...envelope, name }), uniqueId, request: row.body }
      return [
        row.seq,
        [{ kind: 'transactional', name, eventId: row.entity_id, at: row.received_at, json: JSON.stringify(body) }],
      ]
    }
    const [assessmentApiName = '', observationApiName = ''] = row.event_type.split(':')
    const assessment = assessments(row.tenant_id, assessmentApiName)
    const name = 'FraudProtection.Observations'
    const body = {
      ...envelopeOf({ ...envelope, name }),
      request: row.body,
      primaryEventId: row.subject_id,
      observationApiName,
      // Observations have one name.
      observationName: observationApiName,
      observationEventId: row.entity_id,
      assessmentApiName,
      assessmentName: assessment?.name ?? assessmentApiName,
    }
    return [
      row.seq,
      [{ kind: 'observation', name, eventId: row.entity_id, at: row.received_at, json: JSON.stringify(body) }],
    ]
  })
}
