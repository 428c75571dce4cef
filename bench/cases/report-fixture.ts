import type pg from 'pg'
import { benchQueue } from './case-fixture.ts'

/** Id of a reviewer, of the version that the contract expects. */
const reviewerId = `overlay(overlay(md5(reviewer::text) placing '4' from 13) placing 'a' from 17)::uuid`

/**
 * Stores cases of the last days with their history: each was released, reviewed and decided, one in ten sent back
 * before. One in twenty has a label, one in a hundred a chargeback.
 */
export async function fillHistory(
  pool: pg.Pool,
  environmentId: string,
  { cases, days, reviewers = 20 }: { cases: number; days: number; reviewers?: number },
): Promise<void> {
  await pool.query('begin')
  await pool.query(
    `create temporary table worked on commit drop as
     select n, gen_random_uuid() as id, 'history-' || n as external_id,
       now() - n * ($2::float8 / $1) * interval '1 day' as decided_at, n % $3::int as reviewer,
       case when n % 3 = 0 then 'Reject' else 'Approve' end as decision, case when n % 7 = 0 then 'Bulk' else 'Single' end as via
     from generate_series(1, $1::int) n`,
    [cases, days, reviewers],
  )
  await pool.query(
    `insert into review_case (environment_id, event_type, external_id, id, at, state, queue_id, decision, reason, rule, clause,
       risk_score, amount, currency, amount_usd, user_id, email, created_at, hold_until, entered_queue_at, timeout_at,
       sla_resolution_at, first_locked_at, decided_at, outcome)
     select $1, 'purchase', external_id, id, decided_at - interval '65 minutes', 'Decided', $2, 'Review', 'bench', 'Rule ' || n % 20, 'clause',
       n % 1000, 1000 + n, 'USD', 1000 + n, 'user-' || n % 9000, 'user-' || n % 9000 || '@example.com', decided_at - interval '65 minutes',
       decided_at - interval '1 hour', decided_at - interval '1 hour', decided_at + interval '1 day', decided_at + (n % 90 - 60) * interval '1 minute',
       decided_at - interval '9 minutes', decided_at,
       jsonb_build_object('decision', decision, 'caseAction', decision, 'via', via, 'by', jsonb_build_object('id', ${reviewerId}, 'name', 'Reviewer ' || reviewer))
     from worked`,
    [environmentId, benchQueue.id],
  )
  const event = (kind: string, minutes: number, details: string, condition = 'true') =>
    pool.query(
      `insert into case_event (environment_id, case_id, id, at, kind, by_id, by_name, details)
       select $1, id, gen_random_uuid(), decided_at - interval '${minutes} minutes', '${kind}', ${reviewerId}, 'Reviewer ' || reviewer, ${details}
       from worked where ${condition}`,
      [environmentId],
    )
  const queue = `'queue', '${benchQueue.name}', 'queueId', '${benchQueue.id}'`
  await event('created', 65, `'{}'`)
  await event('released-to-queue', 60, `jsonb_build_object(${queue})`)
  await event('locked', 9, `'{}'`, 'n % 10 = 0')
  await event('lock-released', 7, `'{"note": ""}'`, 'n % 10 = 0')
  await event('locked', 4, `'{}'`, `via = 'Single'`)
  await event(
    'decided',
    0,
    `jsonb_build_object('decision', decision, 'caseAction', decision, 'labelAction', 'None', 'reason', 'Reason ' || n % 6, 'note', '', 'usefulness', null, 'via', via, 'from', 'InReview', ${queue})`,
  )
  await pool.query(
    `insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, body)
     select $1, 'bench ' || n, 'Purchase', external_id, n % 2 = 0, decided_at + interval '1 day', '{"labelSource": "CustomerEscalation"}'
     from worked where n % 20 = 0`,
    [environmentId],
  )
  await pool.query('commit')
  await pool.query('vacuum analyze review_case, case_event, event_label')
}
