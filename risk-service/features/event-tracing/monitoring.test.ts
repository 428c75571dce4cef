import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tracedEventDays } from '../../contract/index.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { openTracedShop, type TracedShop, targetUrl } from './testing/traced-shop.ts'
import { answered, webhook } from './testing/tracing-bench.ts'

let shop: TracedShop
let callId: string
beforeAll(async () => {
  shop = await openTracedShop()
})
afterAll(() => shop.bench.close())
beforeEach(async () => {
  await shop.reset()
  callId = await shop.createCall()
  await shop.publishRule('Phones', 'LET $r = External.phones(@"user.userId")\nRETURN Review("young") WHEN $r.age < 30')
})

const callName = 'FraudProtection.Monitoring.ExternalCalls'
const errorName = 'FraudProtection.Errors.ExternalCalls'
const latencyName = 'FraudProtection.Monitoring.RequestLatencyMsDistribution'
const named = (name: string) => shop.events().filter(event => event.name === name)
const path = '/v1.0/MerchantServices/events/Purchase'
const purchase = (purchaseId: string) => ({
  purchaseId,
  merchantLocalDate: '2025-03-03T09:00:00Z',
  user: { userId: 'u-1' },
  _metadata: { trackingId: 't-1', merchantTimeStamp: '2025-03-03T09:00:00Z' },
})
const buy = (purchaseId: string, more: object = {}, headers: Record<string, string> = {}) =>
  shop.post(path, { ...purchase(purchaseId), ...more }, headers)
const stored = async (kind: string) =>
  (await shop.db.selectFrom('monitoring_event').select('id').where('kind', '=', kind).execute()).length

describe('external calls', () => {
  it('are each an event with rule, clause, assessment and correlation id', async () => {
    await shop.create({ kinds: ['externalCall'] })
    expect(await buy('P-1', {}, { 'x-ms-correlation-id': 'c-1' })).toBe(200)
    await shop.deliverAll()
    expect(named(callName)).toMatchObject([
      {
        externalCallName: 'phones',
        requestStatus: 'Success',
        httpStatusCode: 200,
        correlationId: 'c-1',
        assessment: 'PURCHASE',
        rule: 'Phones',
        clause: 'First',
      },
    ])
  })

  it.each([
    [() => answered(404, '{"why":"none"}'), 'ResponseFailure', 404, '{"why":"none"}'],
    [() => answered(200, 'no json'), 'ResponseFailure', 200, 'no json'],
    [() => ({ kind: 'timeout', message: 'Timeout' }) as const, 'Timeout', 0, ''],
    [() => ({ kind: 'communication', message: 'reset' }) as const, 'CommunicationFailure', 0, ''],
  ])('that fail are another event with request and response: %#', async (answer, status, code, response) => {
    await shop.create({ kinds: ['externalCall', 'externalCallError'], sink: webhook(undefined, 10) })
    shop.targetAnswers(answer)
    expect(await buy('P-1')).toBe(200)
    await shop.deliverAll()
    const [metric] = named(callName)
    const [error] = named(errorName)
    expect(metric).toMatchObject({ requestStatus: status, httpStatusCode: code })
    expect(error).toEqual({
      ...metric,
      name: errorName,
      response,
      requestUri: targetUrl,
      requestBody: '{"number":"u-1"}',
    })
  })

  it('are none of a repeated purchase, of a branch, and of a test in the console', async () => {
    await shop.create({ kinds: ['externalCall'] })
    await buy('P-1')
    await buy('P-1')
    const branch = await shop.bench.engine.decide({
      environmentId: caseIds.root,
      eventType: 'purchase',
      body: purchase('P-2'),
      correlationId: null,
      receivedAt: shop.bench.now(),
      backfill: false,
      diagnostics: false,
      // As a branch runs.
      skipRecording: true,
    })
    expect(branch.kind).toBe('answer')
    await shop.change('POST', 'external-calls/test', {
      body: (await shop.change<{ body: object }>('GET', `external-calls/${callId}`)).body,
    })
    await shop.deliverAll()
    expect(named(callName)).toHaveLength(1)
  })

  it('are written only where a subscription of the environment or of one above contains them', async () => {
    await buy('P-1')
    await shop.deliverAll()
    await shop.create({ kinds: ['transactional', 'externalCallError'] })
    await shop.create({ name: 'Below', kinds: ['externalCall'] }, 'Pia', undefined, caseIds.eu)
    await buy('P-2')
    await shop.deliverAll()
    expect([await stored('externalCall'), await stored('externalCallError')]).toEqual([0, 0])
    const { id, version } = await shop.create({ name: 'Above', kinds: ['externalCall'] }).then(({ json }) => json)
    await buy('P-3')
    await shop.deliverAll()
    expect(await stored('externalCall')).toBe(1)
    await shop.bench.call('Pia', 'PATCH', shop.path(id), {
      baseVersion: version,
      settings: { ...shop.settings, name: 'Above', kinds: ['audit'] },
    })
    await buy('P-4')
    await shop.deliverAll()
    expect(await stored('externalCall')).toBe(1)
  })

  it('hide request and response from those who pull them without the right to personal data', async () => {
    await shop.create({ sink: { kind: 'pull' }, name: 'Pull', kinds: ['externalCallError'] })
    shop.targetAnswers(() => answered(500, '{"email":"kim@harbor.example"}'))
    await buy('P-1')
    await shop.deliverAll()
    const pull = async () =>
      (
        await shop.bench.call<{ events: Record<string, unknown>[] }>(
          'Vera',
          'GET',
          `${caseIds.root}/traced-events?name=${errorName}`,
        )
      ).json.events
    expect(await pull()).toMatchObject([{ response: '{"email":"kim@harbor.example"}' }])
    await shop.maskEmailsFrom('AllAreasViewer')
    expect(await pull()).toMatchObject([{ response: '***', requestUri: '***', requestBody: '***' }])
  })

  it('are stored for as long as they can be delivered', async () => {
    await shop.create({ kinds: ['externalCall'] })
    await buy('P-1')
    await shop.deliverAll()
    const retention = { eventMonths: 13, logMonths: 13, telemetryDays: 30 }
    const later = (days: number) => new Date(shop.bench.now().getTime() + days * 86_400_000)
    await applyRetention(shop.db, retention, later(tracedEventDays - 1))
    expect(await stored('externalCall')).toBe(1)
    await applyRetention(shop.db, retention, later(tracedEventDays + 1))
    expect(await stored('externalCall')).toBe(0)
  })
})

describe('latencies of the risk API', () => {
  const call = (more: object = {}) => ({
    environmentId: caseIds.root,
    tenantId: caseIds.tenant,
    clientId: 'shop',
    apiName: 'v1.0/MerchantServices/Events/Purchase',
    experience: 'Protect',
    isTest: false,
    status: 200,
    latencyMs: 14,
    ...more,
  })

  it('are a histogram of 20 seconds in buckets of ten milliseconds', async () => {
    await shop.create({ kinds: ['latency'] })
    shop.bench.at('09:30:01')
    for (const latencyMs of [14.2, 19.9, 47.5]) shop.latencies.add(call({ latencyMs }))
    shop.bench.at('09:30:19')
    shop.latencies.add(call({ latencyMs: 250_000 }))
    await shop.deliverAll()
    expect(named(latencyName)).toEqual([])
    shop.bench.at('09:30:20')
    await shop.deliverAll()
    expect(named(latencyName)).toEqual([
      {
        name: latencyName,
        version: '1.0',
        metadata: { tenantId: caseIds.tenant, environmentId: caseIds.root, timestamp: '2025-03-03T09:30:20.000Z' },
        index: [1, 4, 9999],
        bucketSamples: [2, 1, 1],
        numberOfBuckets: 10_000,
        bucketSize: 10,
        minimumValue: 0,
        counterName: 'RequestLatencyMsDistribution',
        dimensionNames: [
          'EnvironmentId',
          'TenantId',
          'ApiName',
          'ExperienceType',
          'IsTestRequest',
          'RequestType',
          'HttpRequestStatus',
          'HttpStatusCode',
        ],
        dimensionValues: [
          caseIds.root,
          caseIds.tenant,
          'v1.0/MerchantServices/Events/Purchase',
          'Protect',
          'False',
          'REALTIME',
          'Success',
          '200',
        ],
        startTime: '2025-03-03T09:30:00',
        endTime: '2025-03-03T09:30:20',
        samples: 4,
        min: 14,
        max: 250_000,
      },
    ])
  })

  it('are one event for each set of dimensions and window', async () => {
    await shop.create({ kinds: ['latency'] })
    shop.bench.at('09:30:00')
    for (const more of [{}, { status: 400 }, { status: 503 }, { isTest: true }, { experience: 'Evaluate' }, {}])
      shop.latencies.add(call(more))
    shop.bench.at('09:30:20')
    shop.latencies.add(call())
    shop.bench.at('09:30:40')
    await shop.deliverAll()
    const rows = named(latencyName).map(({ dimensionValues, samples, startTime }) => [
      ...(dimensionValues as string[]).slice(3),
      samples,
      String(startTime).slice(11),
    ])
    expect(rows).toEqual([
      ['Protect', 'False', 'REALTIME', 'Success', '200', 2, '09:30:00'],
      ['Protect', 'False', 'REALTIME', 'ClientError', '400', 1, '09:30:00'],
      ['Protect', 'False', 'REALTIME', 'ServerError', '503', 1, '09:30:00'],
      ['Protect', 'True', 'REALTIME', 'Success', '200', 1, '09:30:00'],
      ['Evaluate', 'False', 'REALTIME', 'Success', '200', 1, '09:30:00'],
      ['Protect', 'False', 'REALTIME', 'Success', '200', 1, '09:30:20'],
    ])
  })

  it('count every call of the risk API, those that are refused too, at the home of their application', async () => {
    await shop.create({ kinds: ['latency'] })
    await buy('P-1')
    await buy('P-2', { totalAmount: 'none' })
    await buy('P-3', { isTest: true })
    expect(await shop.post('/v1.0/nothing', {})).toBe(404)
    shop.bench.at('09:00:20')
    await shop.deliverAll()
    const rows = named(latencyName).map(({ dimensionValues, samples }) => [
      (dimensionValues as string[])[0],
      ...(dimensionValues as string[]).slice(2),
      samples,
    ])
    const purchase = 'v1.0/MerchantServices/Events/Purchase'
    expect(rows).toEqual([
      [caseIds.root, purchase, 'Protect', 'False', 'REALTIME', 'Success', '200', 1],
      [caseIds.root, purchase, 'N/A', 'False', 'REALTIME', 'ClientError', '400', 1],
      [caseIds.root, purchase, 'Protect', 'True', 'REALTIME', 'Success', '200', 1],
      [caseIds.root, 'v1.0', 'N/A', 'False', 'REALTIME', 'ClientError', '404', 1],
    ])
  })

  it('are not written where no subscription contains them', async () => {
    await shop.create({ kinds: ['transactional'] })
    await buy('P-1')
    shop.bench.at('09:00:20')
    await shop.deliverAll()
    expect(await stored('latency')).toBe(0)
  })
})
