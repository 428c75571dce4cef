import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { AttributeValues, StoredReportSettings, SummaryReport } from '../../risk-service/contract/index.ts'
import { eventIdOf } from '../support/event-fixture.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { dayAgo, postsAs } from './console-calls.ts'

/** An assessment of the demo; one of its events for two purchases. */
const eventType = 'CardAuthorization'
const each = 2
const rounds = 10
/** Milliseconds in which a report by values of fields is answered. */
const limit = 500
/** Milliseconds in which the values of all fields have been read. */
const readMs = 600_000

/** Three fields with few values, and one with some tens of thousands. */
const fields = ['transaction.txnType', 'transaction.channel', 'card.entryMode', 'merchant.terminalId'] as const
const body = `jsonb_build_object(
  'metadata', jsonb_build_object('eventId', external_id),
  'transaction', jsonb_build_object('txnType', (array['Debit','Credit','Reversal'])[1 + n % 3],
    'channel', (array['web','app','branch','phone'])[1 + n % 4], 'txnAmount', n % 900, 'currency', 'EUR'),
  'card', jsonb_build_object('entryMode', 'mode ' || n % 7),
  'merchant', jsonb_build_object('terminalId', 'terminal ' || (hashtext(external_id) & 32767)))`

/** Chooses the fields, as an administrator does in the configuration of the assessment. */
export async function chooseDataFilters(service: Service, environmentId: string): Promise<void> {
  const token = await fetchUserToken(service)
  const address = `${service.url}/api/console/v1/environments/${environmentId}/assessments/${eventType}/reports`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const read = await fetch(address, { headers })
  if (read.status !== 200) throw new Error(`The report configuration was answered with ${read.status}.`)
  const { version, settings } = (await read.json()) as StoredReportSettings
  const saved = await fetch(address, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ baseVersion: version, settings: { ...settings, reporting: true, dataFilters: fields } }),
  })
  if (saved.status !== 200) throw new Error(`The report configuration was answered with ${saved.status}.`)
}

/** Adds events of the assessment beside stored purchases. */
export async function fillFilteredEvents(pool: pg.Pool, environmentId: string): Promise<void> {
  await pool.query('drop table if exists bench_filtered')
  await pool.query(
    `create table bench_filtered as
     select p.environment_id, p.at, ${eventIdOf(`'${eventType}' || p.external_id`, 'p.at')} as event_id, 'T' || p.external_id as external_id,
       p.decision, p.risk_score, p.amount_usd, p.ip_country, p.card_type, (row_number() over (order by p.event_id))::int as n
     from event p where p.environment_id = $1::uuid and p.event_type = 'purchase' and (hashtext(p.external_id) & 2147483647) % ${each} = 0`,
    [environmentId],
  )
  await pool.query(`insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score,
      amount_usd, ip_country, card_type)
    select environment_id, at, event_id, '${eventType}', external_id, 'Protect', decision, '', risk_score, amount_usd, ip_country, card_type
    from bench_filtered`)
  await pool.query(`insert into event_body (environment_id, at, event_id, correlation_id, latency_ms, request, enrichment, explanation)
    select environment_id, at, event_id, null, 3, ${body}, '{}', '{"contributions":[1],"rules":[],"runtimeErrors":[]}' from bench_filtered`)
  await pool.query(`insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
    select environment_id, '${eventType}', external_id, at, event_id, '{}' from bench_filtered`)
  await pool.query('drop table bench_filtered')
}

const filterOf = (round: number): Record<string, string[]> =>
  round % 2 === 0
    ? { 'transaction.txnType': ['Debit', 'Credit'], 'card.entryMode': [`mode ${round % 7}`, 'mode 5'] }
    : {
        'transaction.channel': ['web', 'app'],
        'merchant.terminalId': Array.from({ length: 50 }, (_, n) => `terminal ${round * 97 + n}`),
      }

/** Reports by values of fields: each counts the transactions themselves, of which no sums are stored. */
export async function benchDataFilters(service: Service, environmentId: string): Promise<Row[]> {
  const pool = await openBenchPool(service)
  const {
    rows: [stored],
  } = await pool.query<{ events: number }>(
    `select count(*)::int as events from event where environment_id = $1 and event_type = '${eventType}'`,
    [environmentId],
  )
  await pool.end()
  const post = await postsAs(service, environmentId)
  const scope = (round: number) => ({ assessment: eventType, from: dayAgo(89 - round), to: dayAgo(round % 2) })
  const listed = async () => (await post<AttributeValues>('reports/attribute-values', { assessment: eventType })).json
  const end = performance.now() + readMs
  while ((await listed()).dataFilters.some(({ values }) => values === null || values.length === 0)) {
    if (performance.now() > end) throw new Error('The values of the fields were not read.')
    await delay(2000)
  }
  const measure = async (report: string, own: (round: number) => Record<string, unknown>): Promise<number[]> => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push((await post<SummaryReport>(`reports/${report}`, { ...scope(round), ...own(round) })).took)
    return times
  }
  const size = `${(stored?.events ?? 0).toLocaleString('en-US')} events of an assessment, ${fields.length} fields`
  const row = (name: string, times: readonly number[]): Row =>
    limitedRow(name, quantile(times, 0.95), ms, '<', limit, `${size}; p50 ${ms(median(times))}`)
  const lists: number[] = []
  for (let round = 0; round < rounds; round++)
    lists.push((await post('reports/attribute-values', { assessment: eventType })).took)
  return [
    row(
      'Report summary by values of fields, p95',
      await measure('summary', round => ({ dataFilters: filterOf(round) })),
    ),
    row(
      'Report threats of a field with few values, p95',
      await measure('threats', round => ({ entity: 'transaction.channel', scoreFrom: round * 10 })),
    ),
    row(
      'Report threats of a field with 30,000 values, p95',
      await measure('threats', round => ({ entity: 'merchant.terminalId', scoreFrom: round * 10 })),
    ),
    row('Values of filters with their counts, p95', lists),
  ]
}
