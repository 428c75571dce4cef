import { sql } from 'kysely'
import { answerChainOf, expandAnswer } from '../../../engine/decide/stored-answer.ts'
import type { Db } from '../../../ports/database.ts'
import type { ChainRule, RuleTrace } from '../../../ports/stored-explanation.ts'
import { builtInNames, loadAssessmentNames } from './assessment-names.ts'
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
  event_id: string
  correlation_id: string | null
  traces: readonly RuleTrace[] | null
}

/** Returns decided events with their requests and answers in full. */
export async function decisionMessages(db: Db, rows: readonly TracedRow[]): Promise<[number, TracedMessage[]][]> {
  const { rows: decided } = await sql<DecidedRow>`
    select r.seq, v.tenant_id, k.environment_id, k.event_type, k.external_id, b.received_at, b.request::text as request, k.answer,
      k.event_id, b.correlation_id,
      -- Looking for a word costs less than reading the document, and few have one.
      case when strpos(b.explanation::text, '"traces"') > 0 then b.explanation -> 'traces' end as traces
    from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) as r(seq bigint, environment_id uuid, at timestamptz, ref uuid)
    join environment v on v.id = r.environment_id
    join event_body b on b.environment_id = r.environment_id and b.at = r.at and b.event_id = r.ref
    join event_key k on k.event_id = r.ref and k.environment_id = r.environment_id`.execute(db)
  const rulesOf = await loadChains(
    db,
    decided.map(({ answer }) => answerChainOf(answer)),
  )
  const custom = decided.filter(({ event_type }) => !(event_type in builtInNames))
  const assessments = await loadAssessmentNames(
    db,
    custom.map(({ environment_id }) => environment_id),
  )
  return decided.map(row => {
    const assessment = assessments(row.tenant_id, row.event_type)
    const texts = `"request":${row.request},"response":${expandAnswer(row.answer, rulesOf(row.answer))}`
    const envelope = { tenantId: row.tenant_id, environmentId: row.environment_id, at: row.received_at }
    const traces = tracesOf(row, envelope)
    if (assessment?.kind !== 'wizard') {
      const name = `FraudProtection.Assessment.${builtInNames[row.event_type] ?? 'CustomAssessment'}`
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

/** Loads the rules of chains, each once: the events of a page seldom refer to more than one. */
async function loadChains(
  db: Db,
  ids: readonly (string | null)[],
): Promise<(answer: string) => readonly ChainRule[] | null> {
  const chains = [...new Set(ids)].filter(id => id !== null)
  if (chains.length === 0) return () => null
  const { rows } = await sql<{ id: string; rules: readonly ChainRule[] }>`
    select id, rules from rule_chain where id = any(${chains}::uuid[])`.execute(db)
  const byId = new Map(rows.map(({ id, rules }) => [id, rules]))
  return answer => byId.get(answerChainOf(answer) ?? '') ?? null
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
      eventType: builtInNames[row.event_type] ?? row.event_type,
      correlationId: row.correlation_id ?? row.event_id,
      eventId: row.external_id,
      attributes,
    }),
  }))
}
