import type pg from 'pg'
import { eventIdOf } from '../support/event-fixture.ts'
import { type Row, type Service } from '../support/harness.ts'
import { openBenchPool, recountRollups } from '../support/store.ts'

const chunk = 50_000
/** Purchases of one user. */
const perUser = 8

/** Users of so many purchases. */
const usersOf = (count: number): number => Math.max(1000, Math.floor(count / perUser))

/** The n-th member of a ring among the users of so many purchases: of another ring each time, as long as there are some. */
export function ringUser(n: number, count: number): string {
  const rings = Math.floor(usersOf(count) / 1000)
  return `gu-${1000 * (n % rings) + (Math.floor(n / rings) % 8)}`
}

/**
 * Fills one environment with purchases whose users have devices, cards and addresses of their own, as those of a shop
 * do: of a hundred users four share all with one other, and one in a thousand belongs to a ring of eight. Every hundredth
 * purchase comes over one of three addresses of a carrier.
 */
async function fillGraph(pool: pg.Pool, environmentId: string, count: number): Promise<void> {
  const users = usersOf(count)
  await pool.query('drop table if exists bench_graph')
  await pool.query(
    'create unlogged table bench_graph (i int, at timestamptz, u int, device text, card text, street text, ip text, bad boolean)',
  )
  for (let from = 0; from < count; from += chunk) {
    await pool.query('truncate bench_graph')
    await pool.query(
      `insert into bench_graph select i, now() - interval '1 hour' - make_interval(secs => (i * 7919::bigint) % (89 * 86400) + (h % 1000) / 1000.0), u,
         'gd-' || case when u % 1000 < 8 then 'ring' || u / 1000 when u % 100 < 4 then (u / 2)::text || 'h' else u::text end,
         'gc-' || case when u % 1000 < 8 then 'ring' || u / 1000 || '-' || u % 2 when u % 100 < 4 then (u / 2)::text || 'h' else u::text end,
         case when u % 100 < 4 then 'House ' || u / 2 else 'Street ' || u end,
         case when h % 100 = 0 then '198.18.0.' || h % 3 else '198.' || 20 + u % 200 || '.' || u / 200 % 250 || '.' || u % 250 end,
         u % 1000 < 8 and h % 3 > 0
       from (select i, (hashint4(i) & 2147483647) as h, (hashint4(i + 1) & 2147483647) % $3::int as u from generate_series($1::int, $2::int) as i) as n`,
      [from, Math.min(count, from + chunk) - 1, users],
    )
    await insertRows(pool, environmentId)
    process.stderr.write(`graph fixture ${Math.round(((from + chunk) / count) * 100)} %\n`)
  }
  await addNearHubs(pool, environmentId)
  await pool.query('drop table bench_graph')
  await recountRollups(pool, environmentId)
  await pool.query('vacuum analyze event, event_body, event_entity, event_key')
}

/** Writes the rows of a decision for each row of the table. */
async function insertRows(pool: pg.Pool, environmentId: string): Promise<void> {
  const id = eventIdOf(`'graph' || i`, 'at')
  await pool.query(
    `insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score, amount,
       currency, amount_usd, user_id, user_name, email, ip, ip_country, device_id, bin, label)
     select $1::uuid, at, ${id}, 'purchase', 'G-' || i, 'Protect', case when bad then 'Reject' else 'Approve' end, '', i % 1000, 1000 + i % 9000,
       'EUR', 1000 + i % 9000, 'gu-' || u, 'Alex ' || u, 'gu' || u || '@shop.example', ip, 'DE', device, lpad((400000 + u % 9000)::text, 6, '0'), null
     from bench_graph`,
    [environmentId],
  )
  await pool.query(
    `insert into event_body (environment_id, at, event_id, request, enrichment, explanation)
     select $1::uuid, at, ${id}, json_build_object('purchaseId', 'G-' || i, 'user', json_build_object('userId', 'gu-' || u, 'email', 'gu' || u || '@shop.example'),
       'deviceContext', json_build_object('externalDeviceId', device, 'ipAddress', ip),
       'shippingAddress', json_build_object('street1', street, 'city', 'Berlin', 'country', 'DE'),
       'paymentInstrumentList', json_build_array(json_build_object('merchantPaymentInstrumentId', card, 'bin', lpad((400000 + u % 9000)::text, 6, '0'))),
       'productList', json_build_array(json_build_object('productId', 'sku-' || i % 900))),
       json_build_object('entities', json_build_array(json_build_object('type', 'user', 'value', 'gu-' || u), json_build_object('type', 'email', 'value', 'gu' || u || '@shop.example'),
         json_build_object('type', 'device', 'value', lower(device)), json_build_object('type', 'ip', 'value', ip), json_build_object('type', 'payment', 'value', lower(card)),
         json_build_object('type', 'address', 'value', lower(street || ' berlin de')))), '{}'
     from bench_graph`,
    [environmentId],
  )
  await pool.query(
    `insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
     select $1::uuid, 'purchase', 'G-' || i, at, ${id}, '{}' from bench_graph`,
    [environmentId],
  )
  await pool.query(
    `insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
     select $1::uuid, kind, lower(value), at, ${id}, 'purchase', value from bench_graph,
     lateral (values ('user', 'gu-' || u), ('email', 'gu' || u || '@shop.example'), ('device', device), ('ip', ip), ('payment', card),
       ('address', street || ' Berlin DE')) as e (kind, value)`,
    [environmentId],
  )
}

/** Users of a chain, and accounts that each of its entities has beside them: not quite a hub. */
const crowd = 150

/** A chain of six steps between two users, whose devices and cards each have 150 other users. */
async function addNearHubs(pool: pg.Pool, environmentId: string): Promise<void> {
  await pool.query('truncate bench_graph')
  await pool.query(
    `insert into bench_graph
     select 90000000 + link * 1000 + n, now() - interval '2 hours' - make_interval(secs => n),
       case when n = 0 then 90000000 + link when n = 1 then 90000000 + link + 1 else 91000000 + link * 1000 + n end,
       case when link <> 1 then 'near-hub-' || link else 'gd-near-' || link || '-' || n end,
       case when link = 1 then 'near-hub-card' else 'gc-near-' || link || '-' || n end, 'Near ' || link || ' ' || n, '198.19.' || link || '.' || n, false
     from generate_series(0, 2) as link, generate_series(0, ${crowd}) as n`,
  )
  await insertRows(pool, environmentId)
}

/** The users at both ends of the chain. */
export const chainEnds = ['gu-90000000', 'gu-90000003'] as const

/** Fills the environment, unless an earlier run has done so in the same folder. */
export async function ensureGraph(service: Service, environmentId: string, count: number): Promise<Row> {
  const pool = await openBenchPool(service)
  const started = performance.now()
  try {
    const name = `Graph fixture, ${count.toLocaleString('en-US')} events of 90 days`
    const { rowCount } = await pool.query(
      `select 1 from event_key where environment_id = $1::uuid and event_type = 'purchase' and external_id = $2`,
      [environmentId, `G-${count - 1}`],
    )
    if (rowCount === 1) return { name, value: 'of an earlier run' }
    await fillGraph(pool, environmentId, count)
    return { name, value: `${Math.round((performance.now() - started) / 1000)} s` }
  } finally {
    await pool.end()
  }
}
