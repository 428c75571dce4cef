import { sql } from 'kysely'
import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { CaseFacts } from '../../../contract/cases/case-entities.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'
import { linkColumns } from './linked-cases.ts'
import { isMerchantStatus, statusType } from './release-cases.ts'

/**
 * Returns what the rows of one page of a list show beside their cases, by the id of the case. Each case is looked up
 * through indexes, and links are counted up to a limit: the cost does not depend on the number of cases.
 * @param notesOf returns the number of notes on each of these events, in their order
 */
export async function loadCaseFacts(
  db: Db,
  cases: readonly StoredCase[],
  notesOf: (events: readonly { environmentId: string; eventType: string; eventId: string }[]) => Promise<number[]>,
): Promise<Map<string, CaseFacts>> {
  if (cases.length === 0) return new Map()
  const [facts, notes] = await Promise.all([
    loadStored(db, cases),
    notesOf(
      cases.map(found => ({
        environmentId: found.environment_id,
        eventType: found.event_type,
        eventId: found.external_id,
      })),
    ),
  ])
  return new Map(
    cases.map(({ id }, index) => {
      const stored = facts.get(id)
      return [
        id,
        {
          notes: notes[index] ?? 0,
          latestStatus: stored?.latest_status ?? null,
          originalOrderId: stored?.original_order_id ?? null,
          linkedCases: stored?.linked ?? 0,
        },
      ]
    }),
  )
}

interface StoredFacts {
  id: string
  latest_status: string | null
  original_order_id: string | null
  linked: number
}

async function loadStored(db: Db, cases: readonly StoredCase[]): Promise<Map<string, StoredFacts>> {
  const most = caseLimits.countedLinks
  const linked = linkColumns
    .filter(column => column !== 'email')
    .map(
      column => sql`(select id from review_case l where l.environment_id = c.environment_id
        and ${sql.ref(`l.${column}`)} = ${sql.ref(`c.${column}`)} and ${sql.ref(`l.${column}`)} is not null
        and l.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval') and l.id <> c.id limit ${most})`,
    )
  const { rows } =
    await sql<StoredFacts>`select c.id, status.latest_status, b.request ->> 'originalOrderId' as original_order_id,
      (select least(count(*), ${most})::int from (${sql.join(linked, sql` union `)}) as links) as linked
    from review_case c
    left join event_key k on k.environment_id = c.environment_id and k.event_type = c.event_type and k.external_id = c.external_id
    left join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    left join lateral (select ${statusType} as latest_status from data_event d where d.environment_id = c.environment_id
      and d.subject_type = c.event_type and d.subject_id = c.external_id and ${isMerchantStatus}
      order by d.happened_at desc, d.received_at desc limit 1) status on true
    where c.id = any(${cases.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
