/** Statements of the event writer about cases. */

/**
 * Renews the figures of the cases of events that were sent again, as long as nobody has decided them: the decision of
 * the first event and the position in the queue stay.
 */
export const renewSnapshots = `
update review_case c set amount = x.amount, currency = x.currency, amount_usd = x.amount_usd, user_id = x.user_id, email = x.email,
  ip = x.ip, country = x.country, device_id = x.device_id, payment_id = x.payment_id, version = c.version + 1,
  -- Only the amount can move a case within the order of its queue.
  rank = case when c.rank is null then null else coalesce((
    select coalesce(case q.settings ->> 'orderBy' when 'amountUsd' then x.amount_usd else expected_saving(q.id, c.risk_score, x.amount_usd) end
      * case q.settings ->> 'direction' when 'ascending' then 1 else -1 end, 'Infinity'::float8)
    from case_queue q where q.id = c.queue_id and q.settings ->> 'orderBy' in ('amountUsd', 'expectedSaving')), c.rank) end
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, event_type text, external_id text, amount bigint, currency text,
  amount_usd bigint, user_id text, email text, ip text, country text, device_id text, payment_id text)
where c.environment_id = x.environment_id and c.event_type = x.event_type and c.external_id = x.external_id
  and c.state in ('Held', 'Pending', 'InReview', 'OnHold', 'AwaitingApproval')
  and (c.amount, c.currency, c.amount_usd, c.user_id, c.email, c.ip, c.country, c.device_id, c.payment_id)
    is distinct from (x.amount, x.currency, x.amount_usd, x.user_id, x.email, x.ip, x.country, x.device_id, x.payment_id)`
