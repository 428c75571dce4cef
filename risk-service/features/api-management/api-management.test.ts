import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { latencyBandOf, latencyBounds } from '../../contract/common/latency-bands.ts'
import {
  type ApiConfiguration,
  type ApiErrors,
  type ApiRequests,
  apiTypeOf,
  type RoleId,
} from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['api_call_hour', 'api_call_minute', 'api_error_minute'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

const [purchase, refund, label] = ['Purchase', 'Refund', 'Label'].map(
  name => `v1.0/MerchantServices/Events/${name}`,
) as [string, string, string]
const minuteMs = 60_000
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)

interface Calls {
  minutes?: number
  apiName?: string
  status?: number
  calls?: number
  latency?: number
  client?: string
  version?: string
  experience?: string
  environment?: string
}
/** Stores calls as the log of calls does: by the minute and by the hour. */
async function storeCalls(...all: Calls[]): Promise<void> {
  for (const { minutes = 5, apiName = purchase, status = 200, calls = 1, latency = 30, ...more } of all) {
    const row = {
      environment_id: more.environment ?? places.root,
      api_name: apiName,
      experience: more.experience ?? 'N/A',
      status,
      client_id: more.client ?? 'shop',
      client_version: more.version ?? '',
      calls,
      latency_ms: calls * latency,
      longest_ms: latency,
      latency_bands: [...latencyBounds, Infinity].map((_, band) => (band === latencyBandOf(latency) ? calls : 0)),
    }
    const at = minutesAgo(minutes)
    const key = { ...row, minute: new Date(Math.floor(at.getTime() / minuteMs) * minuteMs) }
    await bench.store.db.insertInto('api_call_minute').values(key).execute()
    const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
    await bench.store.db
      .insertInto('api_call_hour')
      .values({ ...row, hour })
      .onConflict(conflict =>
        conflict
          .columns(['environment_id', 'hour', 'api_name', 'experience', 'status', 'client_id', 'client_version'])
          .doUpdateSet(({ ref, eb }) => ({ calls: eb(ref('api_call_hour.calls'), '+', ref('excluded.calls')) })),
      )
      .execute()
  }
}

const pathOf = (environment: string, part: string, query: Record<string, string> = {}) =>
  `/environments/${environment}/api-metrics/${part}?${new URLSearchParams({ from: minutesAgo(60).toISOString(), to: now.toISOString(), ...query }).toString()}`
const requestsOf = async (query: Record<string, string> = {}, environment: string = places.root) => {
  const answer = await bench.call('engineer', 'GET', pathOf(environment, 'requests', query))
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as ApiRequests
}

describe('requests', () => {
  it('include those of child environments', async () => {
    await storeCalls({ calls: 3 }, { calls: 4, environment: places.eu }, { calls: 9, environment: places.box })
    expect((await requestsOf()).calls).toBe(7)
    expect((await requestsOf({}, places.eu)).calls).toBe(4)
  })

  it('are the same from minutes and from hours, however the period is cut', async () => {
    const all = Array.from({ length: 60 }, (_, n) => ({
      minutes: n * 7,
      calls: n + 1,
      status: n % 5 === 0 ? 400 : 200,
    }))
    await storeCalls(...all)
    for (const span of [10, 59, 61, 125, 300, 440]) {
      const from = Math.floor(minutesAgo(span).getTime() / minuteMs) * minuteMs
      const counted = all.filter(
        ({ minutes }) => Math.floor(minutesAgo(minutes).getTime() / minuteMs) * minuteMs >= from,
      )
      const answer = await requestsOf({ from: minutesAgo(span).toISOString() })
      const sum = (some: typeof all) => some.reduce((total, { calls }) => total + calls, 0)
      expect(answer.calls, `${span}`).toBe(sum(counted))
      expect(answer.failed, `${span}`).toBe(sum(counted.filter(({ status }) => status === 400)))
      expect(answer.series.flatMap(({ points }) => points).reduce((a, b) => a + b, 0)).toBe(answer.calls)
      expect(answer.types[0]?.perMinute).toBeCloseTo(answer.calls / answer.minutes)
    }
  })

  it('have percentiles and codes by API, caller and version', async () => {
    await storeCalls(
      { calls: 90, latency: 40, version: 'shop/1' },
      { calls: 10, latency: 400, version: 'shop/1', status: 400 },
      { calls: 5, apiName: refund, client: 'till', experience: 'N/A' },
    )
    const { rows, latency, options } = await requestsOf()
    expect(rows).toMatchObject([
      {
        apiName: purchase,
        apiType: 'assessment',
        clientId: 'shop',
        clientName: null,
        clientVersion: 'shop/1',
        calls: 100,
        codes: [
          { status: 200, calls: 90 },
          { status: 400, calls: 10 },
        ],
      },
      { apiName: refund, apiType: 'observation', clientId: 'till', calls: 5 },
    ])
    // 90 calls from 30 to 40 ms, the others from 300 to 400 ms.
    expect(rows[0]?.latency?.p50).toBeCloseTo(30 + (10 * 50) / 90)
    expect(rows[0]?.latency?.p95).toBeCloseTo(300 + (100 * 5) / 10)
    expect(latency?.p99).toBeGreaterThan(300)
    expect(options).toEqual({
      apiNames: [purchase, refund],
      callers: [
        { clientId: 'shop', name: null },
        { clientId: 'till', name: null },
      ],
      clientVersions: ['shop/1'],
    })
  })

  it('have codes, the spread of latencies, and percentiles of each step', async () => {
    await storeCalls(
      { calls: 90, latency: 40, minutes: 5 },
      { calls: 10, latency: 400, minutes: 5, status: 400 },
      { calls: 4, latency: 9000, minutes: 3, status: 503, apiName: refund },
    )
    const { codes, spread, latencyOverTime, starts, step } = await requestsOf()
    expect(codes).toEqual([
      { status: 200, calls: 90 },
      { status: 400, calls: 10 },
      { status: 503, calls: 4 },
    ])
    expect([spread[0], spread.at(-1)]).toEqual([
      { from: 30, to: 40, calls: 90 },
      { from: 5000, to: null, calls: 4 },
    ])
    expect(spread.reduce((sum, { calls }) => sum + calls, 0)).toBe(104)
    expect(step).toBe(60)
    const at = (minutes: number) => starts.findIndex(start => Date.parse(start) > minutesAgo(minutes + 1).getTime())
    const { p50, p95, p99 } = latencyOverTime
    expect([p50.length, p95.length, p99.length]).toEqual([starts.length, starts.length, starts.length])
    // 90 calls from 30 to 40 ms, 10 from 300 to 400 ms; then 4 from 5 s to the longest of 9 s.
    expect([p50[at(5)], p95[at(5)], p99[at(5)]]).toEqual([35.6, 350, 390])
    expect([p50[at(3)], p95[at(3)], p99[at(3)]]).toEqual([7000, 8800, 8960])
    expect(p50.filter(value => value !== null)).toHaveLength(2)
    const { latencyOverTime: ofOne } = await requestsOf({ apiName: refund })
    expect(ofOne.p50.filter(value => value !== null)).toEqual([7000])
  })

  it('of callers that send no version can be read alone', async () => {
    await storeCalls({ calls: 2 }, { calls: 3, version: 'shop/1' })
    expect((await requestsOf({ clientVersion: '' })).calls).toBe(2)
  })

  it('of a long period have percentiles of days', async () => {
    await storeCalls({ calls: 5, latency: 40, minutes: 60 * 24 * 20 })
    const { latencyOverTime, step, calls } = await requestsOf({ from: minutesAgo(60 * 24 * 30).toISOString() })
    expect([step, calls]).toEqual([86_400, 5])
    expect(latencyOverTime.p50.filter(value => value !== null)).toEqual([35])
  })

  it('list the hundred most called combinations, and count all', async () => {
    await storeCalls(...Array.from({ length: 103 }, (_, n) => ({ calls: n + 1, version: `shop/${n}` })))
    const { rows, rowCount, calls } = await requestsOf()
    expect(rows.map(row => row.calls)).toEqual(Array.from({ length: 100 }, (_, n) => 103 - n))
    expect([rowCount, calls]).toEqual([103, (103 * 104) / 2])
  })

  it('can be filtered, and the choices stay', async () => {
    await storeCalls(
      { calls: 2, experience: 'Evaluate', version: 'a/1' },
      { calls: 3, experience: 'Protect', version: 'a/2', minutes: 6 },
      { calls: 4, apiName: label, client: 'till' },
    )
    const callsOf = async (query: Record<string, string>) => {
      const { calls, series, latency, options } = await requestsOf(query)
      expect(series.reduce((sum, each) => sum + each.calls, 0)).toBe(calls)
      expect(latency === null).toBe(calls === 0)
      expect(options.apiNames).toEqual([label, purchase])
      return calls
    }
    expect(await callsOf({ experience: 'Evaluate' })).toBe(2)
    expect(await callsOf({ apiType: 'label' })).toBe(4)
    expect(await callsOf({ apiName: purchase })).toBe(5)
    expect(await callsOf({ clientId: 'till' })).toBe(4)
    expect(await callsOf({ clientVersion: 'a/2' })).toBe(3)
    expect(await callsOf({ clientVersion: 'a/2', apiType: 'label' })).toBe(0)
  })

  it('need a period that is one, and filters that exist', async () => {
    for (const [query, field] of [
      [{ to: minutesAgo(90).toISOString() }, 'to'],
      [{ from: 'yesterday' }, 'from'],
      [{ apiType: 'weather' }, 'apiType'],
      [{ experience: 'None' }, 'experience'],
    ] as const) {
      const answer = await bench.call('engineer', 'GET', pathOf(places.root, 'requests', query))
      expect(answer.status).toBe(422)
      expect(JSON.stringify(answer.json)).toContain(`"${field}"`)
    }
  })

  it('do not read the hours of other APIs', async () => {
    await storeCalls({})
    await bench.store.db
      .insertInto('api_call_hour')
      .values(
        Array.from({ length: 3000 }, (_, n) => ({
          environment_id: places.root,
          hour: new Date(now.getTime() - (n + 48) * 3_600_000),
          api_name: label,
          experience: 'N/A',
          status: n % 2 === 0 ? 200 : 400,
          client_id: 'shop',
          client_version: '',
          calls: 1,
          latency_ms: 1,
          longest_ms: 1,
          latency_bands: [1],
        })),
      )
      .execute()
    expect((await requestsOf()).calls).toBe(1)
    const started = performance.now()
    const { json } = await bench.call('engineer', 'GET', `/environments/${places.root}/integration`)
    expect((json as { apis: { apiName: string }[] }).apis.map(({ apiName }) => apiName)).toEqual([label, purchase])
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('errors', () => {
  const storeErrors = (...all: object[]) =>
    bench.store.db
      .insertInto('api_error_minute')
      .values(
        all.map(more => ({
          environment_id: places.root,
          minute: minutesAgo(5),
          api_name: purchase,
          status: 400,
          field: '',
          rule: '',
          message: '',
          client_id: 'shop',
          client_version: 'shop/1',
          calls: 1,
          last_at: minutesAgo(5),
          correlation_ids: ['c-1'],
          ...more,
        })),
      )
      .execute()
  const errorsOf = async (query: Record<string, string> = {}, environment: string = places.root) =>
    (await bench.call('engineer', 'GET', pathOf(environment, 'errors', query))).json as ApiErrors

  it('are grouped by what refused them, with the line of the schema', async () => {
    const missing = { field: 'purchaseId', rule: 'required' }
    await storeErrors(
      { ...missing, calls: 5 },
      { ...missing, calls: 2, minute: minutesAgo(20), client_version: 'shop/2', environment_id: places.eu },
      { status: 401, api_name: 'v1.0', message: 'JWT expired.', calls: 3 },
      { ...missing, calls: 9, minute: minutesAgo(90) },
    )
    const { calls, groups, options } = await errorsOf()
    expect(calls).toBe(10)
    expect(groups).toMatchObject([
      {
        status: 400,
        apiName: purchase,
        calls: 7,
        fault: { ...missing, line: { text: expect.stringMatching(/^"purchaseId",?$/) as string } },
        callers: [
          { clientId: 'shop', clientVersion: 'shop/1', calls: 5 },
          { clientId: 'shop', clientVersion: 'shop/2', calls: 2 },
        ],
        correlationIds: ['c-1'],
      },
      { status: 401, apiName: 'v1.0', calls: 3, fault: null, message: 'JWT expired.' },
    ])
    expect(groups.map(({ points }) => points.reduce((sum, each) => sum + each, 0))).toEqual([7, 3])
    expect(options.apiNames).toEqual(['v1.0', purchase])
    expect((await errorsOf({ apiName: 'v1.0' })).calls).toBe(3)
    expect((await errorsOf({}, places.eu)).calls).toBe(2)
  })

  it('can be filtered by caller, version and code, and the choices stay', async () => {
    await storeErrors(
      { calls: 2, field: 'purchaseId', rule: 'required' },
      { calls: 3, client_id: 'till', client_version: '', status: 429, message: 'Too many requests' },
      { calls: 4, client_version: 'shop/2', status: 500, message: 'Internal Server Error' },
    )
    const callsOf = async (query: Record<string, string>) => {
      const { calls, groups, options } = await errorsOf(query)
      expect(groups.reduce((sum, each) => sum + each.calls, 0)).toBe(calls)
      expect(options).toEqual({
        apiNames: [purchase],
        callers: [
          { clientId: 'shop', name: null },
          { clientId: 'till', name: null },
        ],
        clientVersions: ['shop/1', 'shop/2'],
        statuses: [400, 429, 500],
      })
      return calls
    }
    expect(await callsOf({})).toBe(9)
    expect(await callsOf({ clientId: 'shop' })).toBe(6)
    expect(await callsOf({ clientVersion: 'shop/2' })).toBe(4)
    expect(await callsOf({ clientVersion: '' })).toBe(3)
    expect(await callsOf({ status: '400' })).toBe(2)
    expect(await callsOf({ status: '400', clientId: 'till' })).toBe(0)
  })

  it('need a code of an error', async () => {
    for (const [status, expected] of [
      ['200', 422],
      ['many', 400],
    ] as const) {
      const answer = await bench.call('engineer', 'GET', pathOf(places.root, 'errors', { status }))
      expect(answer.status, JSON.stringify(answer.json)).toBe(expected)
      expect(JSON.stringify(answer.json)).toContain('"status"')
    }
  })
})

describe('API management', () => {
  const parts = ['requests', 'errors', 'configuration']
  const statusOf = async (as: string, environment: string, part: string) =>
    (await bench.call(as, 'GET', pathOf(environment, part))).status

  it.each(parts)('%s are for those who may read them, in environments of their own', async part => {
    for (const reader of ['admin', 'engineer', 'viewer']) expect(await statusOf(reader, places.root, part)).toBe(200)
    expect(await statusOf('support', places.root, part)).toBe(403)
    expect(await statusOf('local', places.eu, part)).toBe(200)
    expect(await statusOf('local', places.root, part)).toBe(404)
    expect(await statusOf('admin', places.foreign, part)).toBe(404)
    expect(await statusOf('outsider', places.root, part)).toBe(404)
  })

  it.each<[RoleId, number]>([
    ['PSPAdmin', 200],
    ['TechnicalDeveloper', 200],
    ['FraudManager', 403],
    ['CustomerServiceSupport', 403],
  ])('the role %s of the PSP family gets %i', async (role, status) => {
    const person = bench.person('colleague')
    const { assignments } = person
    Object.assign(person, { assignments: [{ role, environmentId: places.root }] })
    for (const part of parts) expect(await statusOf('colleague', places.root, part)).toBe(status)
    Object.assign(person, { assignments })
  })

  it('names what a call needs', async () => {
    const { json } = await bench.call('engineer', 'GET', pathOf(places.eu, 'configuration'))
    expect(json as ApiConfiguration).toEqual({
      apiEndpoint: 'https://risk.example.com',
      tenantId: places.tenant,
      environmentId: places.eu,
      kind: 'production',
      apiPath: '/Harbor/Harbor-EU',
    })
  })

  it.each([
    ['v1.0/MerchantServices/Events/SignIn', 'assessment'],
    ['v1.0/Action/Login/Branch', 'assessment'],
    ['v1.0/Assessment/parcel', 'assessment'],
    ['v1.0/Assessment/parcel/Observation/picked', 'observation'],
    ['v1.0/Observe/Update', 'observation'],
    ['v1.0/Assessment/parcel/Label', 'label'],
    ['v1.0/Label/Create', 'label'],
    ['v1.0', 'other'],
  ])('%s is of type %s', (apiName, type) => expect(apiTypeOf(apiName)).toBe(type))
})
