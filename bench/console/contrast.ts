import type { Pool } from 'pg'
import type { ContrastInput, ContrastOutput } from '../../risk-service/contract/index.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'

const rounds = 10
const limit = 2000
const chosen = 500
/** Days of the fixture's 90 that have about 100,000 of a million events. */
const days = 9

/** Blocks of a request and how many attributes each has; with the columns, 100 attributes have values. */
const blocks: Readonly<Record<string, readonly string[]>> = {
  deviceContext: [
    ['provider', 'deviceContextDC', 'externalDeviceType', 'httpUserAgent', 'browserHeader', 'browserResolution'],
    ['browserLanguage', 'tcpSignature', 'sslSignature', 'screenAspectRatio', 'screenColorDepth', 'screenResolution'],
    ['siteHostName', 'os', 'osFonts', 'deviceProcessor', 'timeZone', 'userAgentDetails', 'appVersion', 'buildModel'],
  ].flat(),
  user: ['firstName', 'lastName', 'country', 'zipCode', 'timeZone', 'language', 'membershipId', 'profileType'],
  threeDS: ['messageCategory', 'deviceChannel', 'transStatus', 'transStatusReason', 'eci', 'exemptionRaised'],
  shippingAddress: ['firstName', 'lastName', 'phoneNumber', 'street1', 'state', 'district', 'zipCode'],
  travelOverview: ['travelType', 'fromCity', 'fromState', 'toCity', 'toState', 'bookingType', 'webUrl'],
  cloudBusiness: ['companyName', 'companyType', 'companySize', 'entityId', 'organizationId'],
}
const single = [
  ...['shippingMethod', 'merchantBusinessType', 'merchantCategoryCode', 'storeId', 'storeName', 'terminalId'],
  ...['orderType', 'orderInitiatedChannel', 'transactionDescription', 'midName'],
]
/** How many different values an attribute has: from yes or no to nearly one for each event. */
const variety = [2, 5, 12, 40, 200, 1000, 8000, 60_000]

/** SQL of a text that differs between events as often as its place says. */
function textSql(place: number): string {
  return `'value-' || (hashtext(event_id::text || '${place}') & 2147483647) % ${variety[place % variety.length] ?? 2}`
}

/** Gives the events of the last days requests as rich as those of a shop that sends all it has. */
async function enrichRequests(pool: Pool, environmentId: string): Promise<void> {
  let place = 0
  const object = (names: readonly string[]): string =>
    `jsonb_build_object(${names.map(name => `'${name}', ${textSql(place++)}`).join(', ')})`
  const parts = Object.entries(blocks).map(([block, names]) => `'${block}', ${object(names)}`)
  await pool.query(
    `update event_body set request = (jsonb_build_object('totalAmount', (hashtext(event_id::text) & 2147483647) % 90000 / 100.0, ${parts.join(', ')}) || ${object(single)}
       || jsonb_build_object('productList', jsonb_build_array(
         jsonb_build_object('sku', ${textSql(5)}, 'category', ${textSql(2)}, 'salesPrice', 12),
         jsonb_build_object('sku', ${textSql(4)}, 'category', ${textSql(1)}, 'salesPrice', 40))))::json
     where environment_id = $1 and at >= now() - make_interval(days => ${days})`,
    [environmentId],
  )
  await pool.query('vacuum analyze event_body')
}

/** What tells 500 chosen events apart from all others of nine days, over the HTTP API. */
export async function benchContrast(service: Service, environmentId: string, events: number): Promise<Row[]> {
  const pool = await openBenchPool(service)
  try {
    await enrichRequests(pool, environmentId)
    return await measure(service, await chooseEvents(pool, environmentId), environmentId, events)
  } finally {
    await pool.end()
  }
}

async function chooseEvents(pool: Pool, environmentId: string): Promise<string[]> {
  const { rows } = await pool.query<{ external_id: string }>(
    `select external_id from event where environment_id = $1 and at >= now() - make_interval(days => ${days})
     order by (decision = 'Reject') desc, event_id limit ${chosen}`,
    [environmentId],
  )
  return rows.map(({ external_id }) => external_id)
}

async function measure(
  service: Service,
  ids: readonly string[],
  environmentId: string,
  events: number,
): Promise<Row[]> {
  const token = await fetchUserToken(service)
  const moment = new Date(Date.now() - days * 86_400_000).toISOString()
  const input: Omit<ContrastInput, 'environmentId'> = {
    eventType: 'purchase',
    a: { kind: 'events', events: ids.map(id => ({ environmentId, id })) },
    b: { kind: 'search', filter: { period: '30d', conditions: [{ column: 'at', op: 'gte', value: moment }] } },
  }
  const times: number[] = []
  let output: ContrastOutput | null = null
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now()
    const answer = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/contrast`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
    output = JSON.parse(text) as ContrastOutput
    // The first one compiles the code and fills the caches of the database.
    if (round > 0) times.push(performance.now() - started)
  }
  const found = output as ContrastOutput
  return [
    limitedRow(
      `${found.a.found} against ${found.b.found.toLocaleString('en-US')} of ${events.toLocaleString('en-US')} events, p95`,
      quantile(times, 0.95),
      ms,
      '<',
      limit,
      `p50 ${ms(quantile(times, 0.5))}, least ${ms(Math.min(...times))}, ${rounds} rounds, ${found.b.compared.toLocaleString('en-US')} drawn, ${found.comparisons.toLocaleString('en-US')} comparisons, ${found.findings.length} findings`,
    ),
  ]
}
