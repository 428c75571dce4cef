import { sql } from 'kysely'
import { expandAnswer } from '../../../engine/decide/stored-answer.ts'
import type { Db } from '../../../ports/database.ts'
import type { ChainRule, RuleTrace } from '../../../ports/stored-explanation.ts'
import { loadAssessmentNames } from './assessment-names.ts'
import { envelopeOf, rowsParameter, type TracedMessage, type TracedRow } from './traced-message.ts'

interface DecidedRow {
  seq: number
  tenant_id: string
  environment_id: string
  event_type: string
  external_id: string
  received_at: Date
  /** As JSON. */
  request: string
  answer: string
  rules: readonly ChainRule[] | null
  event_id: string
  correlation_id: string | null
  traces: readonly RuleTrace[] | null
}

/** Names of the built-in assessments by their event type. */
const builtIn: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  signup: 'SignUp',
  signin: 'SignIn',
  accountcreation: 'AccountCreation',
  accountlogin: 'AccountLogin',
}

/** Returns decided events with their requests and answers in full. */
export async function decisionMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: decided } = await sql<DecidedRow>`
    select r.seq, v.tenant_id, e.environment_id, e.event_type, e.external_id, b.received_at, b.request::text as request, k.answer, c.rules,
      e.event_id, b.correlation_id, b.explanation -> 'traces' as traces
    from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, at timestamptz, ref uuid)
    join environment v on v.id = r.environment_id
    join event e on e.environment_id = r.environment_id and e.at = r.at and e.event_id = r.ref
    join event_body b on b.environment_id = r.environment_id and b.at = r.at and b.event_id = r.ref
    join event_key k on k.environment_id = e.environment_id and k.event_type = e.event_type and k.external_id = e.external_id
    left join rule_chain c on c.id = substring(k.answer from E'\\x01.{10}([0-9a-f-]{36})')::uuid`.execute(db)
  const custom = decided.filter(({ event_type }) => !(event_type in builtIn))
  const assessments =
    custom.length === 0
      ? () => null
      : await loadAssessmentNames(
          db,
          custom.map(({ environment_id }) => environment_id),
        )
  return decided.map(row => {
    const assessment = assessments(row.tenant_id, row.event_type)
    const texts = `"request":${row.request},"response":${expandAnswer(row.answer, row.rules)}`
    const envelope = { tenantId: row.tenant_id, environmentId: row.environment_id, at: row.received_at }
    const traces = tracesOf(row, envelope)
    if (assessment?.kind !== 'wizard') {
      const name = `FraudProtection.Assessment.${builtIn[row.event_type] ?? 'CustomAssessment'}`
      const json = joinJson({ ...envelopeOf({ ...envelope, name }), uniqueId: row.external_id }, texts)
      return [
        row.seq,
        [...traces, { kind: 'transactional', name, eventId: row.external_id, at: row.received_at, json }],
      ]
    }
    const name = 'FraudProtection.Assessments'
    const members = {
      ...envelopeOf({ ...envelope, name }),
      eventId: row.external_id,
      assessmentApiName: row.event_type,
      assessmentName: assessment.name,
    }
    return [
      row.seq,
      [
        ...traces,
        { kind: 'assessment', name, eventId: row.external_id, at: row.received_at, json: joinJson(members, texts) },
      ],
    ]
  })
}

/** Returns an object as JSON, with further members that are JSON already. */
const joinJson = (members: object, texts: string): string => `${JSON.stringify(members).slice(0, -1)},${texts}}`

/** Returns what the rules named with Trace(), one event for each call. */
function tracesOf(row: DecidedRow, envelope: { tenantId: string; environmentId: string; at: Date }): TracedMessage[] {
  const name = 'FraudProtection.Trace.Rule'
  return (row.traces ?? []).map(({ rule, attributes }, index) => ({
    kind: 'trace',
    name,
    // Each has an id of its own among those of its event.
    eventId: index === 0 ? row.external_id : `${row.external_id} (${index + 1})`,
    at: envelope.at,
    json: JSON.stringify({
      ...envelopeOf({ ...envelope, name }),
      ruleName: rule,
      eventType: builtIn[row.event_type] ?? row.event_type,
      correlationId: row.correlation_id ?? row.event_id,
      eventId: row.external_id,
      attributes,
    }),
  }))
}
