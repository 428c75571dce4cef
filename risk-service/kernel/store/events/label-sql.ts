import { writeOutbox } from './outbox-sql.ts'

/** Statements that read and write labels; `relabel` then changes the events that they refer to. */

export const readLabels = `
select l.environment_id, l.label_key, l.is_fraud, l.label_at, l.body
from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, label_key text)
join event_label l using (environment_id, label_key)`

export const writeLabels = `
with x as materialized (
  select * from jsonb_to_recordset($1::jsonb) as x(environment_id uuid, label_key text, object_type text, object_id text, is_fraud boolean, label_at timestamptz, body jsonb)
), o as (
  ${writeOutbox('label', { from: 'x', at: 'x.label_at', ref: 'x.label_key' })}
)
insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, body)
select environment_id, label_key, object_type, object_id, is_fraud, label_at, body
from x order by environment_id, label_key
on conflict (environment_id, label_key) do update
set is_fraud = excluded.is_fraud, label_at = excluded.label_at, body = excluded.body, received_at = now()`
