import { sql } from 'kysely'
import type { Engine } from '../../../engine/index.ts'
import { demoEnvironmentIds as at } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { hour, minute } from '../history/orders.ts'
import { demoAccount } from './demo-authors.ts'

/** Environments of the first tenant, whose people review cases. */
const environments = [at.harbor, at.harborEu, at.harborUs]

/** Who reviewed how many of ten cases. */
const reviewers = (
  [
    ['analyst', 6],
    ['senior-analyst', 3],
    ['fraud-manager', 1],
  ] as const
).flatMap(([user, share]) => Array.from({ length: share }, () => demoAccount(0, user)))

/** Reasons that reviewers chose, the frequent ones several times. */
const reasons = {
  Approve: ['Verified customer', 'Verified customer', 'Low risk', 'Low risk', 'Business policy', 'Other'],
  Reject: ['Stolen card', 'Stolen card', 'Suspected fraud', 'Abuse', 'Compromised account'],
} as const

/**
 * Writes the cases behind the reviews of the demo's history: each order that was sent to review, with the queue that its
 * routing rules named, and the verdict whose status the shop received. Cases that exist stay as they are, so that it can
 * be repeated whenever the history grows. Returns the number of new cases.
 */
export async function seedDecidedCases(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with reviewed as (
      select e.*, b.explanation -> 'routing' as routing, v.decided_at, v.approved, i.value as payment_id,
        abs(hashtext(e.event_id::text)) as dice
      from event e
      join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
      join lateral (
        select d.happened_at as decided_at, d.body ->> 'statusType' = 'Approved' as approved from data_event d
        where d.environment_id = e.environment_id and d.subject_type = 'purchase' and d.subject_id = e.external_id
          and d.body ->> 'reason' like 'OfflineManualReview%' order by d.happened_at limit 1
      ) v on true
      left join lateral (
        select x.display as value from event_entity x where x.environment_id = e.environment_id and x.at = e.at
          and x.event_id = e.event_id and x.entity_type = 'payment' limit 1
      ) i on true
      where e.environment_id = any(${environments}::uuid[]) and e.event_type = 'purchase' and e.decision = 'Review'
    ), decided as (
      select r.*, q.id as queue_id, q.settings,
        (${reviewers.map(({ id }) => id)}::uuid[])[dice % ${reviewers.length}::int + 1] as reviewer_id,
        (${reviewers.map(({ name }) => name)}::text[])[dice % ${reviewers.length}::int + 1] as reviewer,
        case when approved then (${[...reasons.Approve]}::text[])[dice % ${reasons.Approve.length}::int + 1]
          else (${[...reasons.Reject]}::text[])[dice % ${reasons.Reject.length}::int + 1] end as stated,
        decided_at - (60 + dice % 480) * interval '1 second' as started_at, r.at + interval '5 minutes' as entered_at
      from reviewed r
      join lateral (
        select id, settings from case_queue where environment_id = r.environment_id
          and (kind = 'System' or name = r.routing ->> 'queue') order by kind = 'System' limit 1
      ) q on true
    ), made as (
      insert into review_case (environment_id, event_type, external_id, id, at, state, queue_id, routed_rule, routed_clause,
        routed_rule_id, decision, reason, rule, clause, risk_score, amount, currency, amount_usd, user_id, email, ip, country, device_id,
        payment_id, created_at, hold_until, entered_queue_at, timeout_at, first_locked_at, decided_at, outcome, version)
      select environment_id, event_type, external_id, event_id, at, 'Decided', queue_id, routing ->> 'rule', routing ->> 'clause',
        (select r.id from rule r where r.type = 'routing' and r.name = routing ->> 'rule' and (r.environment_id = d.environment_id
          or r.environment_id = (select parent_id from environment where id = d.environment_id)) limit 1), decision, reason, rule, clause, risk_score, amount, currency, amount_usd, user_id, email, ip, ip_country, device_id,
        payment_id, at, entered_at, entered_at, entered_at + (settings ->> 'timeoutMinutes')::int * interval '1 minute',
        started_at, decided_at, jsonb_build_object('decision', case when approved then 'Approve' else 'Reject' end,
          'caseAction', case when approved then 'Approve' else 'Reject' end, 'labelAction', 'None', 'reason', stated, 'note', '',
          'usefulness', null, 'by', jsonb_build_object('id', reviewer_id, 'name', reviewer),
          'at', to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'via', 'Single', 'approvedBy', null, 'corrected', false, 'undoUntil', null), 4
      from decided d where decided_at > entered_at
      on conflict do nothing returning id
    ), told as (
      insert into case_event (environment_id, case_id, id, at, kind, by_id, by_name, details)
      select d.environment_id, d.event_id, gen_random_uuid(), s.at, s.kind, s.by_id, s.by_name, s.details
      from decided d join made on made.id = d.event_id
      cross join lateral (values
        (d.entered_at, 'released-to-queue', null::uuid, null::text, jsonb_build_object('queue', d.settings ->> 'name', 'queueId', d.queue_id)),
        (d.started_at, 'locked', d.reviewer_id, d.reviewer, '{}'::jsonb),
        (d.decided_at, 'decided', d.reviewer_id, d.reviewer, jsonb_build_object('decision',
          case when d.approved then 'Approve' else 'Reject' end, 'caseAction', case when d.approved then 'Approve' else 'Reject' end,
          'labelAction', 'None', 'reason', d.stated, 'via', 'Single', 'queue', d.settings ->> 'name', 'queueId', d.queue_id))
      ) s(at, kind, by_id, by_name, details)
    )
    select count(*)::int as count from made`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Orders that wait for review when the demo begins. The larger shop has more, so that a newcomer can clear twenty gift
 * card orders in a row.
 */
const waiting = [
  [at.harborEu, 84],
  [at.harborUs, 22],
] as const

/**
 * Sends orders like the latest that were reviewed, by other new customers, during the ten hours before the demo begins:
 * what the rules send to review waits in its queue, as an order of a real shop would. Returns the number of orders.
 */
export async function seedWaitingOrders(db: Db, engine: Pick<Engine, 'decide'>, now: Date): Promise<number> {
  let total = 0
  for (const [environmentId, count] of waiting) {
    const { rows } = await sql<{ request: Record<string, unknown> }>`
      select b.request from event e
      join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
      where e.environment_id = ${environmentId}::uuid and e.event_type = 'purchase' and e.decision = 'Review'
        and e.external_id not like 'W-%'
      order by e.at desc, e.event_id limit ${count}`.execute(db)
    for (const [index, { request }] of rows.toReversed().entries()) {
      const age = 10 * hour - (index * (10 * hour - 8 * minute)) / Math.max(1, rows.length)
      const receivedAt = new Date(now.getTime() - age)
      const result = await engine.decide({
        environmentId,
        eventType: 'purchase',
        body: similarOrder(request, receivedAt),
        correlationId: null,
        receivedAt,
        backfill: false,
        diagnostics: false,
      })
      if (result.kind !== 'answer') throw new Error('A waiting order of the demo is not valid.')
      total++
    }
    // They were received hours before they were decided, which says nothing about the duration of a decision.
    await sql`update event_body b set latency_ms = null from event_key k
      where k.environment_id = ${environmentId}::uuid and k.event_type = 'purchase' and k.external_id like 'W-%'
        and b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id`.execute(db)
  }
  return total
}

type Body = Record<string, unknown>
const bodyOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Returns an order like another one, of somebody else whose account and card are as old. */
function similarOrder(request: Body, at: Date): Body {
  const shift = at.getTime() - new Date(String(request.merchantLocalDate)).getTime()
  const later = (time: unknown): string => new Date(new Date(String(time)).getTime() + shift).toISOString()
  const other = (value: unknown): string => `${String(value)}-b`
  const user = bodyOf(request.user)
  const device = bodyOf(request.deviceContext)
  const instruments = Array.isArray(request.paymentInstrumentList) ? request.paymentInstrumentList : []
  return {
    ...request,
    purchaseId: `W-${String(request.purchaseId).replace(/^\D+/, '')}`,
    merchantLocalDate: at.toISOString(),
    customerLocalDate: at.toISOString(),
    user: {
      ...user,
      userId: other(user.userId),
      email: String(user.email).replace('@', '.b@'),
      creationDate: later(user.creationDate),
    },
    deviceContext: {
      ...device,
      provider: undefined,
      deviceContextId: other(device.externalDeviceId),
      externalDeviceId: other(device.externalDeviceId),
    },
    paymentInstrumentList: instruments.map(each => {
      const instrument = bodyOf(each)
      return {
        ...instrument,
        merchantPaymentInstrumentId: other(instrument.merchantPaymentInstrumentId),
        creationDate: later(instrument.creationDate),
      }
    }),
  }
}
