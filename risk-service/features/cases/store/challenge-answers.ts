import { sql } from 'kysely'
import type { ChallengeAnswer } from '../../../contract/cases/case-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredCase } from '../model/case-record.ts'
import { isReceivedStatus, statusType } from './release-cases.ts'

/** The answer to a challenge, as the merchant's status reports it. */
export interface StoredAnswer {
  result: ChallengeAnswer
  at: Date
  statusType: string
}

/** Reasons of statuses that answer a challenge: those of purchases, accounts and assessments. */
const answers: Readonly<Record<string, ChallengeAnswer>> = {
  challengesolved: 'passed',
  challengepassed: 'passed',
  challengefailed: 'failed',
  challengeabandoned: 'abandoned',
}
const reason = sql`lower(coalesce(d.body ->> 'reason', d.body -> 'statusDetails' ->> 'reasonType', ''))`
const isAnswer = sql`${reason} in (${sql.join(Object.keys(answers).map(each => sql.lit(each)))}) and ${isReceivedStatus}`

/** Returns the latest answer to the latest challenge of a case; null when none was asked for or none has come. */
export async function findChallengeAnswer(
  db: Db,
  found: Pick<StoredCase, 'environment_id' | 'event_type' | 'external_id' | 'challenged_at'>,
): Promise<StoredAnswer | null> {
  if (found.challenged_at === null) return null
  const { rows } = await sql<{ reason: string; received_at: Date; statusType: string }>`
    select ${reason} as reason, d.received_at, ${statusType} as "statusType" from data_event d
    where d.environment_id = ${found.environment_id}::uuid and d.subject_type = ${found.event_type}
      and d.subject_id = ${found.external_id} and d.received_at > ${found.challenged_at}::timestamptz and ${isAnswer}
    order by d.received_at desc limit 1`.execute(db)
  const [row] = rows
  const result = row === undefined ? undefined : answers[row.reason]
  return row === undefined || result === undefined ? null : { result, at: row.received_at, statusType: row.statusType }
}

/** Makes the cases due whose challenge has been answered, in these environments or in all. */
export async function markAnsweredChallenges(db: Db, environmentIds: readonly string[] | null): Promise<void> {
  // Most calls find nothing, and then need no plan over all parts of the later events.
  const waiting = await db
    .selectFrom('review_case')
    .select('id')
    .where('awaiting', 'is not', null)
    .$if(environmentIds !== null, query => query.where('environment_id', 'in', [...(environmentIds ?? [])]))
    .limit(1)
    .executeTakeFirst()
  if (waiting === undefined) return
  await sql`
    with answered as (
      select a.id, answer.received_at from review_case a
      join lateral (
        select min(d.received_at) as received_at from data_event d
        where d.environment_id = a.environment_id and d.subject_type = a.event_type and d.subject_id = a.external_id
          and d.received_at > a.challenged_at and ${isAnswer}
      ) answer on answer.received_at is not null
      where a.awaiting is not null and a.due_at > answer.received_at
        ${environmentIds === null ? sql`` : sql`and a.environment_id = any(${[...environmentIds]}::uuid[])`}
      -- In one order, and without waiting: every read does this.
      order by a.id for update of a skip locked
    )
    update review_case c set due_at = answered.received_at from answered where c.id = answered.id`.execute(db)
}
