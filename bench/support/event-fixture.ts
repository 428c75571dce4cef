import type { Pool } from 'pg'

const chunk = 100_000

/** A valid version 7 id derived from a text in SQL. */
export const idOf = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '7' from 13) placing 'a' from 17)::uuid`

/**
 * The same for an event: the first 48 bits are its time, as in the ids of the service. With an id of another time it
 * would be one that arrives late, and whatever follows events would read it again and again.
 * @param time the SQL of a time
 */
export const eventIdOf = (text: string, time: string): string =>
  `overlay(${idOf(text)}::text placing (
    select left(hex, 8) || '-' || right(hex, 4)
    from lpad(to_hex(floor(extract(epoch from ${time}) * 1000)::bigint), 12, '0') hex) from 1)::uuid`

/**
 * Fills one environment with purchases by SQL: a hundred times faster than over HTTP, with every row that a decision
 * writes (event, body with a correlation id of its own, entities, key) and the roll-ups counted afterwards. Values recur
 * like those of a shop: 60,000 users, 80,000 devices, 40,000 IP addresses. Time is spread over the last `days` days.
 */
export async function fillEvents(
  pool: Pool,
  environmentId: string,
  count: number,
  days: number,
  progress: (done: number) => void,
): Promise<void> {
  const end = new Date()
  for (let from = 0; from < count; from += chunk) {
    const to = Math.min(count, from + chunk)
    await pool.query(`create temporary table if not exists bench_rows as select * from event with no data`)
    await pool.query('truncate bench_rows')
    await pool.query(
      `insert into bench_rows
         (environment_id, at, event_id, event_type, external_id, merchant_at, assessment_type, decision, reason, rule_id, rule, clause,
          rule_environment_id, risk_score, amount, currency, amount_usd, user_id, user_name, email, phone, ip, ip_country, device_id,
          payment_type, card_type, bin, last_four, billing_country, shipping_country, shipping_city, item_count, device_country, label)
       select $1::uuid, t, ${eventIdOf(`'event' || i`, 't')}, 'purchase', 'B-' || i, t, 'Protect',
         case when h % 100 < 91 then 'Approve' when h % 100 < 95 then 'Review' when h % 100 < 97 then 'Challenge' else 'Reject' end,
         case when h % 100 < 91 then 'NO_CLAUSE_HIT' else 'High risk' end,
         case when h % 100 < 91 then null else ${idOf(`'rule' || h % 20`)} end, case when h % 100 < 91 then null else 'Rule ' || h % 20 end,
         case when h % 100 < 91 then null else 'clause1' end, case when h % 100 < 91 then null else $1::uuid end, (h % 1000)::smallint, 500 + h % 90000, (array['EUR','USD','GBP'])[1 + h % 3],
         500 + h % 90000, 'user-' || u, 'Alex Example ' || u, 'user' || u || '@shop' || u % 400 || '.example', '+4930' || 5550000 + u % 900000,
         '198.' || n / 256 % 64 || '.' || n / 64 % 256 || '.' || n % 256, (array['DE','FR','NL','ES','US','GB','LT','RO'])[1 + h % 8],
         'device-' || d, 'CreditCard', (array['Visa','Mastercard','Amex'])[1 + h % 3], lpad((400000 + u % 9000)::text, 6, '0'), lpad((u % 10000)::text, 4, '0'),
         (array['DE','FR','NL','ES','US','GB'])[1 + u % 6], (array['DE','FR','NL','ES','US','GB'])[1 + h % 6], 'City ' || h % 3000, 1 + h % 5, '',
         case when h % 100 = 98 then 'Fraud' when h % 50 = 7 then 'NonFraud' end
       from (select i, h, u, d, n, $2::timestamptz - make_interval(secs => ((i * 7919::bigint) % ($5 * 86400)) + (h % 1000) / 1000.0) as t
             from (select i, (hashint4(i) & 2147483647) as h, (hashint4(i + 1) & 2147483647) % 60000 as u,
                     (hashint4(i + 2) & 2147483647) % 80000 as d, (hashint4(i + 3) & 2147483647) % 40000 as n
                   from generate_series($3::int, $4::int) as i) as hashed) as timed`,
      [environmentId, end, from, to - 1, days],
    )
    await pool.query('insert into event select * from bench_rows')
    await pool.query(`insert into event_body (environment_id, at, event_id, received_at, correlation_id, latency_ms, request, enrichment, explanation)
      select environment_id, at, event_id, at, ${idOf(`'call' || external_id`)}::text, 3, jsonb_build_object('purchaseId', external_id, 'user', jsonb_build_object('userId', user_id)), '{}', '{"contributions":[],"rules":[],"runtimeErrors":[]}' from bench_rows`)
    await pool.query(`insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
      select environment_id, event_type, external_id, at, event_id, '{}' from bench_rows`)
    await pool.query(`insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
      select environment_id, kind, lower(value), at, event_id, event_type, value from bench_rows,
      lateral (values ('user', user_id), ('email', email), ('device', device_id), ('ip', ip), ('payment', 'card-' || user_id), ('phone', phone)) as e (kind, value)`)
    progress(to)
  }
  await pool.query('drop table if exists bench_rows')
}
