import { sql } from 'kysely'
import type { SubjectInput, SubjectMatch } from '../../../contract/index.ts'
import { subjectLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { actionContextOf } from '../../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { pathOf } from '../../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import { limited } from '../../search/search.ts'
import { labelOfEvent } from '../stores/event-tables.ts'
import { matchingEvents } from '../subjects/match-events.ts'
import { resolveSubject } from '../subjects/resolve-subject.ts'

interface FindInput extends SubjectInput {
  environmentId: string
  cursor?: string | undefined
  limit: number
}
interface FoundRow {
  environment_id: string
  at: Date
  at_text: string
  event_id: string
  event_type: string
  external_id: string
  observations: number
  labels: number
  case_state: string | null
}

/** Finds the events of a person in an environment and below it. The log says that it was searched, without the value. */
export async function findEvents(
  context: EnvironmentCallContext,
  input: FindInput,
  signal: AbortSignal | undefined,
): Promise<{ count: number; matches: SubjectMatch[]; nextCursor: string | null }> {
  const caller = actionContextOf(context, input.environmentId)
  const { db } = caller.ports
  const subject = await resolveSubject({ ...caller, db }, input)
  const after = readCursor(input.cursor)
  const matching = matchingEvents(subject, context.scope)
  return limited(signal, subjectLimits.seconds, async within => {
    const counted = await sql<{ n: number }>`select count(*)::int as n from (${matching}) m`.execute(
      db,
      cancellable(within),
    )
    const { rows } = await sql<FoundRow>`
      with w as materialized (select m.* from (${matching}) m
        where ${after === null ? sql`true` : sql`(m.at, m.event_id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
        order by m.at desc, m.event_id desc limit ${input.limit})
      select w.*, w.at::text as at_text,
        (select count(*)::int from data_event d where d.environment_id = w.environment_id and d.subject_type = w.event_type
          and d.subject_id = w.external_id) as observations,
        (select count(*)::int from event_label t where ${labelOfEvent}) as labels,
        (select c.state from review_case c where c.environment_id = w.environment_id and c.id = w.event_id) as case_state
      from w order by w.at desc, w.event_id desc`.execute(db, cancellable(within))
    if (after === null)
      await auditChange(
        db,
        caller,
        { type: 'SubjectRequest', id: input.environmentId, name: '' },
        {
          operation: 'Read',
          before: null,
          after: { assessments: subject.assessments, attribute: subject.attribute, events: counted.rows[0]?.n ?? 0 },
        },
      )
    const names = new Map(context.engine.assessments(input.environmentId).map(({ key, name }) => [key, name]))
    const last = rows.at(-1)
    return {
      count: counted.rows[0]?.n ?? 0,
      matches: rows.map(row => ({
        environmentId: row.environment_id,
        environmentName: pathOf(context.tree, row.environment_id).at(-1) ?? '',
        eventType: row.event_type,
        assessment: names.get(row.event_type) ?? row.event_type,
        externalId: row.external_id,
        eventId: row.event_id,
        at: row.at.toISOString(),
        observations: row.observations,
        labels: row.labels,
        caseState: row.case_state,
      })),
      nextCursor: last !== undefined && rows.length === input.limit ? `${last.at_text}|${last.event_id}` : null,
    }
  })
}

/** Reads a place in a list that goes from the newest to the oldest. @throws ValidationError */
export function readCursor(cursor: string | undefined): { at: string; id: string } | null {
  if (cursor === undefined) return null
  const [at = '', id = ''] = cursor.split('|')
  if (Number.isNaN(Date.parse(at)) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new ValidationError(['cursor'], 'This is no place in this list.')
  return { at, id }
}
