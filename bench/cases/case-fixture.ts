import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** The queue of the benchmark, and its events. */
export const benchQueue = { id: '0be0c000-0000-4000-8000-000000000001', name: 'Bench' }

/** Share of the purchases of the load generator that the rule sends to review: amounts are even from 10 to 909. */
const reviewedAbove = 865
export const reviewedShare = 0.05
/** Decided cases from which the expected saving is measured. */
export const decidedCases = 10_000

async function insertRule(
  pool: pg.Pool,
  environmentId: string,
  rule: { name: string; type: 'decision' | 'routing'; position: number; text: string },
): Promise<void> {
  const body = {
    name: rule.name,
    description: '',
    condition: '',
    sample: { payload: {}, riskScore: 500 },
    clauses: [{ name: 'clause', section: 'prior', text: rule.text }],
  }
  await pool.query(
    `insert into rule (id, environment_id, event_type, type, name, status, position, version, body, published_by, published_by_name)
     values ($1, $2, 'purchase', $3, $4, 'active', $5, 1, $6, $7, 'Bench')`,
    [randomUUID(), environmentId, rule.type, rule.name, rule.position, JSON.stringify(body), randomUUID()],
  )
}

/** Sends a fifth of the purchases to review. The service reads rules when it starts. */
export const publishReviewRule = (pool: pg.Pool, environmentId: string): Promise<void> =>
  insertRule(pool, environmentId, {
    name: 'To review',
    type: 'decision',
    position: 99,
    text: `RETURN Review("bench")\nWHEN @"totalAmount" > ${reviewedAbove}`,
  })

/** Creates the queue of the benchmark, and ten routing rules of which the last one names it. */
export async function publishRouting(pool: pg.Pool, environmentId: string): Promise<void> {
  await pool.query(
    `insert into case_queue (id, environment_id, event_type, kind, name, settings)
     select $1, environment_id, 'purchase', 'User', $2, settings || jsonb_build_object('name', $2::text, 'orderBy', 'amountUsd', 'direction', 'descending', 'timeoutMinutes', 43200)
     from case_queue where environment_id = $3 and kind = 'System' on conflict do nothing`,
    [benchQueue.id, benchQueue.name, environmentId],
  )
  for (let position = 1; position <= 10; position++) {
    const amount = position < 10 ? 100_000 + position : reviewedAbove
    await insertRule(pool, environmentId, {
      name: `Route ${position}`,
      type: 'routing',
      position,
      text: `ROUTETO Queue("${benchQueue.name}")\nWHEN @"purchase.request.totalAmount" > ${amount}`,
    })
  }
}

/** Stores cases that people decided for the oldest events of the fixture, with the time of their review. */
export async function fillDecidedCases(pool: pg.Pool, environmentId: string, count: number): Promise<void> {
  await pool.query(
    `with decided as (
       insert into review_case (environment_id, event_type, external_id, id, at, state, queue_id, decision, reason, rule, clause, risk_score,
         amount, currency, amount_usd, user_id, email, device_id, created_at, hold_until, entered_queue_at, decided_at, outcome)
       select environment_id, event_type, external_id, event_id, at, 'Decided', $2, 'Review', reason, rule, clause, risk_score,
         amount, currency, amount_usd, user_id, email, device_id, now() - interval '30 days', now() - interval '30 days',
         now() - interval '30 days', now() - interval '29 days',
         jsonb_build_object('via', 'Single', 'decision', chosen.step, 'caseAction', chosen.step, 'reason', 'Low risk', 'note', '', 'by', null,
           'undoUntil', null)
       from event cross join lateral (select case when risk_score > 600 then 'Reject' else 'Approve' end as step) as chosen
       where environment_id = $1 and event_type = 'purchase' order by at limit $3
       on conflict do nothing returning environment_id, id
     )
     insert into case_event (environment_id, case_id, id, at, kind, details)
     select environment_id, id, gen_random_uuid(), now() - interval '29 days' - minutes * interval '1 minute', kind, '{}'
     from decided cross join (values ('locked', 4), ('decided', 0)) as steps (kind, minutes)`,
    [environmentId, benchQueue.id, count],
  )
  await pool.query('vacuum analyze review_case, case_event')
}

/** Opens a case for the latest events of the fixture, waiting in the queue of the benchmark. */
export async function fillCases(pool: pg.Pool, environmentId: string, count: number): Promise<void> {
  await pool.query(
    `insert into review_case (environment_id, event_type, external_id, id, at, state, queue_id, rank, decision, reason, rule, clause,
       risk_score, amount, currency, amount_usd, user_id, email, ip, country, device_id, created_at, hold_until, entered_queue_at,
       timeout_at, due_at)
     select environment_id, event_type, external_id, event_id, at, 'Pending', $2, -amount_usd, 'Review', reason, rule, clause, risk_score,
       amount, currency, amount_usd, user_id, email, ip, ip_country, device_id, now() - interval '1 hour', now() - interval '55 minutes',
       now() - interval '55 minutes', now() + interval '30 days', now() + interval '30 days'
     from event where environment_id = $1 and event_type = 'purchase' order by at desc limit $3
     on conflict do nothing`,
    [environmentId, benchQueue.id, count],
  )
  await pool.query('vacuum analyze review_case')
}
