import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { AlertRuleSettings } from '../../risk-service/contract/index.ts'
import { readPresentWindow } from '../../risk-service/features/alerts/reads/alert-series.ts'
import { checkAttacks } from '../../risk-service/features/attacks/check/check-attacks.ts'
import { openKysely } from '../../risk-service/kernel/store/connection/connection.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import { idOf } from '../support/event-fixture.ts'
import { limitedRow, median, ms, type Row, type Service } from '../support/harness.ts'
import { openBenchPool, recountRollups } from '../support/store.ts'

const stored = 100_000
const perSecond = 300
const everySeconds = 15
const rounds = 8
/** Milliseconds that no request may wait for a check. */
const blockLimit = 20

interface Traffic {
  name: string
  /** Orders of the bench before these. */
  first: number
  count: number
  from: number
  /** Orders of an attack among a hundred. */
  attacking: number
}

function refuse(_level: number, event: string, fields?: object): void {
  throw new Error(`${event} ${JSON.stringify(fields)}`)
}

/** An alert rule whose window is counted from events, not from roll-ups of whole hours. */
const rejections = {
  name: 'Rejections',
  metric: 'rejectRate',
  eventType: 'purchase',
  ruleId: null,
  field: null,
  slowerThanMs: null,
  window: '15m',
  condition: { kind: 'above', value: 0.1 },
  fewest: 20,
  enabled: true,
} satisfies AlertRuleSettings

/**
 * Stores orders at the rate of the bench with the answer of the bank, of which one in twenty-five declines. Customers
 * have devices and addresses of their own; every tenth is behind one of fifty that many share.
 */
async function addOrders(
  pool: pg.Pool,
  environmentId: string,
  { name, first, count, from, attacking }: Traffic,
): Promise<void> {
  const values = [environmentId, new Date(from), first, count, `${name}-`, attacking]
  await pool.query('drop table if exists bench_orders')
  await pool.query(
    `create table bench_orders as
     select i, $5::text || i as external_id, ${idOf('$5::text || i')} as event_id, i % 100 < $6::int as attacks,
       case when i % 100 < $6::int then i % 10 < 8 else (hashint4(i) & 1048575) % 25 = 0 end as declined,
       -- Decisions have milliseconds.
       date_trunc('milliseconds', $2::timestamptz + (i - $3::int) * interval '1 second' / ${perSecond}) as at
     from generate_series($3::int, $3::int + $4::int - 1) as i where $1::uuid is not null`,
    values,
  )
  await pool.query(
    `insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score, user_id,
       device_id, ip, bin, last_four)
     select $1::uuid, at, event_id, 'purchase', external_id, 'Protect', 'Approve', 'NO_CLAUSE_HIT', 100, 'buyer-' || i,
       case when attacks then 'bot-' || i % 5 else 'phone-' || i end,
       case when attacks then '203.0.113.' || i % 40 when i % 10 = 0 then '198.51.100.' || i % 50
         else '10.' || i % 250 || '.' || i / 250 % 250 || '.' || i % 240 end,
       '400012', lpad((i % 10000)::text, 4, '0') from bench_orders`,
    [environmentId],
  )
  await pool.query(
    `insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
     select $1::uuid, 'purchase', external_id, at, event_id, '{}' from bench_orders`,
    [environmentId],
  )
  await pool.query(
    `insert into data_event (environment_id, at, data_id, event_type, event_key, entity_id, subject_type, subject_id, happened_at,
       received_at, body)
     select $1::uuid, at + interval '400 ms', ${idOf(`'bank' || external_id`)}, 'bankevent', external_id, external_id, 'purchase',
       external_id, at, at + interval '400 ms',
       json_build_object('type', 'Auth', 'status', case when declined then 'Declined' else 'Approved' end, 'bankResponseCode', '14')
     from bench_orders`,
    [environmentId],
  )
}

/** How long a check takes, and the longest time that it leaves nothing else to run; beside 300 orders a second. */
export async function benchAttackChecks(service: Service, environmentId: string): Promise<Row[]> {
  const pool = await openBenchPool(service)
  const db = openKysely(pool)
  // The service itself checks up to its own time: tomorrow's orders are left to the bench.
  const begin = Date.now() + 86_400_000
  let now = begin
  const services = {
    ports: { db, clock: () => new Date(now), newId, log: { write: refuse } },
    live: { publish: () => undefined },
    reloadContainments: () => Promise.resolve(),
  }
  const measure = async (work: () => Promise<unknown>) => {
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const started = performance.now()
    await work()
    const took = performance.now() - started
    delays.disable()
    return { took, block: delays.max / 1e6 }
  }
  const rows: Row[] = []
  try {
    await addOrders(pool, environmentId, {
      name: 'stored',
      first: 0,
      count: stored,
      from: begin - (stored / perSecond) * 1000,
      attacking: 0,
    })
    await pool.query('analyze event, event_key, data_event')
    const start = await measure(() => checkAttacks(services))
    const size = `${stored.toLocaleString('en-US')} orders`
    rows.push({ name: `${size}, first check after a start`, value: ms(start.took), note: 'everything is new' })
    rows.push(limitedRow(`${size}, longest block of the event loop in it`, start.block, ms, '<', blockLimit))
    let first = stored
    for (const [label, attacking] of [
      ['beside quiet traffic', 0],
      ['during an attack with every tenth order', 10],
    ] as const) {
      const times: { took: number; block: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const count = perSecond * everySeconds
        await addOrders(pool, environmentId, { name: 'more', first, count, from: now, attacking })
        first += count
        now += everySeconds * 1000
        times.push(await measure(() => checkAttacks(services)))
      }
      rows.push({
        name: `${size} and ${perSecond}/s, a check ${label}`,
        value: ms(median(times.map(({ took }) => took))),
        note: `at most ${ms(Math.max(...times.map(({ took }) => took)))}, every ${everySeconds} s`,
      })
      // The median of the checks: once in a while another process of the machine takes the processor.
      const blocks = times.map(each => each.block)
      rows.push(
        limitedRow(
          `${size} and ${perSecond}/s, longest block ${label}`,
          median(blocks),
          ms,
          '<',
          blockLimit,
          `median of ${rounds} checks, at most ${ms(Math.max(...blocks))}`,
        ),
      )
    }
    const quiet = await measure(() => checkAttacks(services))
    rows.push({ name: `${size}, a check without new attempts`, value: ms(quiet.took) })
    const { rows: attacks } = await pool.query<{ attempts: number; found: number }>(
      `select attempts, extract(epoch from found_at - started_at)::float8 as found from attack where environment_id = $1`,
      [environmentId],
    )
    rows.push({
      name: 'Attacks found',
      value: String(attacks.length),
      ok: attacks.length === 1,
      note: attacks
        .map(({ attempts, found }) => `${attempts} attempts, ${found.toFixed(0)} s after the first`)
        .join('; '),
    })
    await recountRollups(pool, environmentId)
    const alert = await measure(() => readPresentWindow(db, rejections, [environmentId], now))
    rows.push({ name: `${size}, an alert rule of a quarter of an hour`, value: ms(alert.took) })
    rows.push(limitedRow(`${size}, longest block of the event loop in it`, alert.block, ms, '<', blockLimit))
    return rows
  } finally {
    await pool.query('drop table if exists bench_orders')
    await pool.end()
  }
}
