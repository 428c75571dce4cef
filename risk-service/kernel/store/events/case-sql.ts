/** Statements of the event writer about cases. */

const figures = [
  'amount',
  'currency',
  'amount_usd',
  'user_id',
  'email',
  'ip',
  'country',
  'device_id',
  'payment_id',
  'payers',
]
const figuresOf = (row: string): string => figures.map(name => `${row}.${name}`).join(', ')

/**
 * Renews the figures of the cases of events that were sent again, as long as nobody has decided them: the decision of
 * the first event and the position in the queue stay. The history says what changed: amounts with their values, what is
 * about a person by its name alone.
 */
export const renewSnapshots = `
with x as (
  select * from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, event_type text, external_id text, amount bigint, currency text,
    amount_usd bigint, user_id text, email text, ip text, country text, device_id text, payment_id text, payers text[], entry_id uuid, at timestamptz)
), before as (
  select c.environment_id, c.event_type, c.external_id, c.id, ${figuresOf('c')}
  from review_case c join x using (environment_id, event_type, external_id)
  where c.state in ('Held', 'Pending', 'InReview', 'OnHold', 'AwaitingApproval')
    and (${figuresOf('c')}) is distinct from (${figuresOf('x')})
  for update of c
), renewed as (
  update review_case c set ${figures.map(name => `${name} = x.${name}`).join(', ')}, version = c.version + 1,
    -- Only the amount can move a case within the order of its queue.
    rank = case when c.rank is null then null else coalesce((
      select coalesce(case q.settings ->> 'orderBy' when 'amountUsd' then x.amount_usd else expected_saving(q.id, c.risk_score, x.amount_usd) end
        * case q.settings ->> 'direction' when 'ascending' then 1 else -1 end, 'Infinity'::float8)
      from case_queue q where q.id = c.queue_id and q.settings ->> 'orderBy' in ('amountUsd', 'expectedSaving')), c.rank) end
  from x join before b using (environment_id, event_type, external_id)
  where c.environment_id = x.environment_id and c.event_type = x.event_type and c.external_id = x.external_id
)
insert into case_event (environment_id, case_id, id, at, kind, details)
select b.environment_id, b.id, x.entry_id, x.at, 'snapshot-updated', jsonb_build_object(
  'changed', to_jsonb(array_remove(array[${figures.map(name => `case when b.${name} is distinct from x.${name} then '${name}' end`).join(', ')}], null)),
  'before', jsonb_build_object('amount', b.amount, 'currency', b.currency, 'amountUsd', b.amount_usd),
  'after', jsonb_build_object('amount', x.amount, 'currency', x.currency, 'amountUsd', x.amount_usd))
from before b join x using (environment_id, event_type, external_id)`
