import { sql } from 'kysely'
import { answerChainOf, expandAnswer } from '../../../engine/decide/stored-answer.ts'
import type { Db } from '../../../ports/database.ts'
import type { ChainRule } from '../../../ports/stored-explanation.ts'
import { labelOfEvent } from '../stores/event-tables.ts'
import { type DoomedEvent, eventsTable } from '../subjects/match-events.ts'

interface ExportedRow {
  environment: string
  event_type: string
  external_id: string
  event_id: string
  received_at: Date
  request: string
  answer: string
  enrichment: string
  observations: unknown
  labels: unknown
  case: unknown
}

/**
 * Returns the JSON lines of events, one for each: what was sent, answered and enriched, what was reported of it, its
 * labels, and the decision on its case. Notes of reviewers are not part of it.
 */
export async function exportLines(db: Db, events: readonly DoomedEvent[]): Promise<string> {
  const { rows } = await sql<ExportedRow>`with ${eventsTable(events)}
    select v.friendly_name as environment, w.event_type, w.external_id, w.event_id, b.received_at,
      b.request::text as request, k.answer, b.enrichment::text as enrichment,
      (select coalesce(json_agg(json_build_object('type', d.event_type, 'id', d.event_key, 'happenedAt', d.happened_at, 'body', d.body)
          order by d.happened_at, d.data_id), '[]') from data_event d
        where d.environment_id = w.environment_id and d.subject_type = w.event_type and d.subject_id = w.external_id) as observations,
      (select coalesce(json_agg(t.body order by t.label_at), '[]') from event_label t where ${labelOfEvent}) as labels,
      (select json_build_object('state', c.state, 'decidedAt', c.decided_at, 'decision', c.outcome ->> 'decision', 'reason', c.outcome ->> 'reason')
        from review_case c where c.environment_id = w.environment_id and c.id = w.event_id) as case
    from w join environment v on v.id = w.environment_id
      join event_body b on b.environment_id = w.environment_id and b.at = w.at and b.event_id = w.event_id
      join event_key k on k.event_id = w.event_id and k.environment_id = w.environment_id and k.event_type = w.event_type
    order by w.at, w.event_id`.execute(db)
  const chains = await loadChains(
    db,
    rows.map(({ answer }) => answerChainOf(answer)),
  )
  return rows
    .map(row => {
      const facts = JSON.stringify({
        environment: row.environment,
        assessment: row.event_type,
        id: row.external_id,
        eventId: row.event_id,
        receivedAt: row.received_at.toISOString(),
        observations: row.observations,
        labels: row.labels,
        case: row.case,
      })
      const chain = answerChainOf(row.answer)
      const answer = expandAnswer(row.answer, chain === null ? null : (chains.get(chain) ?? null)) || 'null'
      // The documents stay as they were sent, with their numbers.
      return `${facts.slice(0, -1)},"request":${oneLine(row.request)},"response":${oneLine(answer)},"enrichment":${oneLine(row.enrichment)}}\n`
    })
    .join('')
}

/** Line ends stand between the values of a document alone: inside of a text they are written as escapes. */
const oneLine = (json: string): string => json.replace(/[\r\n]+/g, ' ')

async function loadChains(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, ChainRule[]>> {
  const chains = [...new Set(ids.filter(id => id !== null))]
  if (chains.length === 0) return new Map()
  const rows = await db.selectFrom('rule_chain').select(['id', 'rules']).where('id', 'in', chains).execute()
  return new Map(rows.map(({ id, rules }) => [id, rules as ChainRule[]]))
}
