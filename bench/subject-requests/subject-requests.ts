import type pg from 'pg'
import { limitedRow, makeDataDir, ms, quantile, type Row, type Service, startService } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'

const events = Number(process.env['BENCH_SUBJECT_EVENTS'] ?? 10_000)
/** Seconds of an export, and of a deletion from every store. */
const limits = { export: 60, delete: 600 } as const
/** Milliseconds in which a call of the console is answered meanwhile, p95. */
const meanwhileLimit = 500
const person = 'u_bench_subject'

/** Stores events of one person: copies of a purchase of the demo data, with what is found by it. */
async function fillPerson(pool: pg.Pool, environmentId: string): Promise<void> {
  const { rows } = await pool.query<{ event_id: string }>(
    `select event_id from event where environment_id = $1 and event_type = 'purchase' and user_id is not null order by at desc limit 1`,
    [environmentId],
  )
  const source = rows[0]?.event_id
  if (source === undefined) throw new Error('The demo data has no purchase.')
  await pool.query(`create temporary table copies as
    select gen_random_uuid() as event_id, 'BENCH-' || n as external_id, n from generate_series(1, ${events}) n`)
  const columnsOf = async (table: string, replaced: readonly string[]): Promise<string> => {
    const { rows: columns } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
      [table],
    )
    return columns
      .map(({ name }) => name)
      .filter(name => !replaced.includes(name))
      .join(', ')
  }
  const copy = async (table: string, values: Record<string, string>, more = ''): Promise<void> => {
    const same = await columnsOf(table, Object.keys(values))
    const qualified = same
      .split(', ')
      .map(name => `s.${name}`)
      .join(', ')
    await pool.query(
      `insert into ${table} (${same}, ${Object.keys(values).join(', ')})
       select ${qualified}, ${Object.values(values).join(', ')} from ${table} s, copies c
       where s.environment_id = $1 and s.event_id = $2 ${more}`,
      [environmentId, source],
    )
  }
  const at = `s.at - c.n * interval '1 second'`
  await copy('event', { event_id: 'c.event_id', external_id: 'c.external_id', at, user_id: `'${person}'` })
  await copy('event_body', {
    event_id: 'c.event_id',
    at,
    request: `jsonb_set(s.request::jsonb, '{user,userId}', '"${person}"')::json`,
    enrichment: `replace(s.enrichment::text, (select lower(user_id) from event where event_id = s.event_id limit 1), '${person}')::json`,
  })
  await copy('event_key', { event_id: 'c.event_id', external_id: 'c.external_id', at })
  await copy('event_entity', {
    event_id: 'c.event_id',
    at,
    entity_value: `case s.entity_type when 'user' then '${person}' else s.entity_value end`,
  })
  await pool.query('analyze event, event_body, event_key, event_entity')
}

interface Call {
  service: Service
  token: string
  environmentId: string
}

async function call<T>(
  { service, token, environmentId }: Call,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as T
}

/** Milliseconds of calls of the console, one after another, until the request has ended. */
async function measureMeanwhile(to: Call, ended: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!ended()) {
    const started = performance.now()
    await call(to, 'GET', 'dashboard?period=24h')
    times.push(performance.now() - started)
    // A user who calls without a pause is refused.
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return times
}

async function measure(to: Call, type: 'export' | 'delete'): Promise<Row[]> {
  const started = performance.now()
  const subject = { AssessmentName: 'purchase', PropertyName: 'user.userId', PropertyValue: person }
  const { id } = await call<{ id: string }>(to, 'POST', 'subject-requests', { type, ...subject })
  let status = 'pending'
  const poll = async (): Promise<number> => {
    for (;;) {
      const found = await call<{ status: string; events: number }>(to, 'GET', `subject-requests/${id}`)
      if (found.status !== 'pending') {
        status = found.status
        return found.events
      }
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  const [done, times] = await Promise.all([poll(), measureMeanwhile(to, () => status !== 'pending')])
  const seconds = (performance.now() - started) / 1000
  if (status !== 'complete' || done !== events) throw new Error(`The ${type} is ${status}, with ${done} events.`)
  const size = `${events.toLocaleString('en-US')} events, ${times.length} calls of the dashboard meanwhile`
  const name =
    type === 'export' ? 'Export of the events of a person' : 'Deletion of the events of a person from every store'
  return [
    limitedRow(name, seconds, value => `${value.toFixed(1)} s`, '<', limits[type], size),
    limitedRow(`Dashboard during the ${type}, p95`, quantile(times, 0.95), ms, '<', meanwhileLimit, size),
  ]
}

/** An export and a deletion of one person, with the service under load. */
export async function benchSubjectRequests(own: Record<string, string>, environmentId: string): Promise<Row[]> {
  const service = await startService(own, makeDataDir())
  try {
    const pool = await openBenchPool(service)
    await fillPerson(pool, environmentId)
    await pool.end()
    const to: Call = { service, token: await fetchUserToken(service), environmentId }
    return [...(await measure(to, 'export')), ...(await measure(to, 'delete'))]
  } finally {
    await service.stop()
  }
}
