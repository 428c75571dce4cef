import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Hono } from 'hono'
import { compactDecrypt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isIsoTime } from '../../contract/common/iso-time.ts'
import assessmentAnswer from '../../contract/schemas/responses/assessment.schema.json' with { type: 'json' }
import { createCallRegistry } from '../../engine/calls/call-registry.ts'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import type { CallRegistry } from '../../engine/calls/types.ts'
import { createAssessment, type NewAssessment } from '../../features/assessments/create-assessment.ts'
import { createDeviceStore, type DeviceStore } from '../../features/devices/device-store.ts'
import { callBody } from '../../features/external-calls/testing/call-bench.ts'
import { createOutgoingHttp } from '../node/outgoing-http.ts'
import { type RiskApiUnderTest, startRiskApi } from '../risk-api/testing/risk-api-bench.ts'
import { createClientSide } from './client-side.ts'
import { createDeviceIntake } from './device-intake.ts'

let api: RiskApiUnderTest
let calls: CallRegistry
let devices: DeviceStore
let intake: Hono
let now = Date.now()
let keyRequests = 0
let answerKeys: () => { status: number; body: unknown }
const secret = randomBytes(32)
const oct = (more: Record<string, unknown> = {}) => ({
  kty: 'oct',
  use: 'enc',
  kid: 'key-1',
  k: secret.toString('base64url'),
  ...more,
})
const keyServer = http.createServer((_request, response) => {
  keyRequests += 1
  const { status, body } = answerKeys()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
const callIds = Array.from({ length: 8 }, () => randomUUID())
const [callId = ''] = callIds
const author = { id: randomUUID(), name: 'Test' }
const assessment = (apiName: string, more: Partial<NewAssessment> = {}): Promise<boolean> =>
  createAssessment(api.store.db, {
    id: randomUUID(),
    environmentId: api.ids.root,
    kind: 'wizard',
    template: 'DeviceFingerprinting',
    apiName,
    friendlyName: apiName,
    sample: {},
    author,
    settings: { clientSideIntegration: { enabled: true, externalCallId: callId } },
    ...more,
  })

beforeAll(async () => {
  await new Promise<void>(resolve => keyServer.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`
  api = await startRiskApi({
    devices: async ports => (devices = await createDeviceStore(ports)),
    calls: ports =>
      (calls = createCallRegistry({
        ...ports,
        http: createOutgoingHttp({ privateHosts: true }),
        cipher: createSecretCipher('a key of an installation for tests'),
      })),
  })
  const at = new Date()
  await api.store.db
    .insertInto('external_call')
    .values(
      callIds.map((id, index) => ({
        id,
        environment_id: api.ids.root,
        name: `keys${index}`,
        version: 1,
        body: JSON.stringify(
          callBody(origin, {
            name: `keys${index}`,
            parameters: [],
            defaultResponse: { keys: [oct({ kid: 'default' })] },
          }),
        ),
        secrets: '{}',
        created_at: at,
        updated_by: randomUUID(),
        updated_by_name: 'Test',
        updated_at: at,
      })),
    )
    .execute()
  await assessment('Wallet')
  await assessment('Plain', { settings: {} })
  for (const [index, id] of callIds.entries())
    await assessment(`Wallet${index}`, { settings: { clientSideIntegration: { enabled: true, externalCallId: id } } })
  await api.engine.reloadRules()
  await api.addRule(
    api.ids.root,
    {
      name: 'Known zones',
      description: '',
      condition: '',
      sample: { payload: {}, riskScore: 0 },
      clauses: [
        {
          name: 'Zone',
          section: 'prior',
          text: 'RETURN Review("zone") WHEN Device.GetFullAttributes(@"deviceFingerprinting.id").timeZone == "Europe/Zagreb"',
        },
      ],
    },
    'Wallet',
  )
  const clientSide = createClientSide({
    ...api.ports,
    clock: () => new Date(now),
    engine: api.engine,
    calls,
    rateLimit: { perSecond: 1000, burst: 1000 },
  })
  intake = createDeviceIntake({
    ...api.ports,
    devices,
    countryOf: () => null,
    addressOf: () => '203.0.113.77',
    clientSide,
  })
})
beforeEach(() => {
  answerKeys = () => ({
    status: 200,
    body: {
      keys: [{ kty: 'RSA', use: 'enc', kid: 'rsa' }, oct({ kid: 'signs', use: 'sig' }), oct(), oct({ kid: 'later' })],
    },
  })
})
afterAll(async () => {
  await api.close()
  await calls.close()
  keyServer.closeAllConnections()
  keyServer.close()
})

interface Page {
  sessionId?: string
  requestId?: string
  assessment?: string
  instanceId?: string
}
const collect = ({
  sessionId = randomUUID(),
  requestId = randomUUID(),
  assessment: name = 'Wallet',
  instanceId = api.ids.root,
}: Page = {}) =>
  intake.request('/collect', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Chrome/126.0' },
    body: JSON.stringify({
      sessionId,
      instanceId,
      pageId: 'SI',
      attributes: { timeZone: 'Europe/Zagreb' },
      assessment: name,
      requestId,
    }),
  })
const responseOf = async (page?: Page): Promise<string> =>
  ((await (await collect(page)).json()) as { response: string }).response
const open = async (response: string): Promise<Record<string, unknown>> =>
  JSON.parse(new TextDecoder().decode((await compactDecrypt(response, secret)).plaintext)) as Record<string, unknown>

describe('the answer that a page hands to its server', () => {
  test('the answer that a page hands to its server is the assessment’s, encrypted under the first symmetric key for encryption', async () => {
    const [sessionId, requestId] = [randomUUID(), randomUUID()]
    const response = await responseOf({ sessionId, requestId })
    expect(response.split('.')).toHaveLength(5)
    expect(decodeProtectedHeader(response)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'key-1' })
    const answer = await open(response)
    const ajv = new Ajv2020({ strict: false })
    ajv.addFormat('date-time', isIsoTime)
    expect(ajv.validate(assessmentAnswer, answer), JSON.stringify(ajv.errors)).toBe(true)
    expect(answer).toMatchObject({
      metadata: { eventId: requestId, sessionId, eventType: 'Wallet' },
      decisionDetails: { merchantRuleDecision: 'Review', reasons: ['zone'] },
      enrichments: { deviceAttributes: { trueIp: '203.0.113.77', timeZone: 'Europe/Zagreb' } },
    })
    // The session is stored and counted like a call of the server.
    const stored = await api.store.db
      .selectFrom('event')
      .select(['event_type', 'decision'])
      .where('external_id', '=', requestId)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ event_type: 'Wallet', decision: 'Review' })
    expect((await open(await responseOf({ sessionId, requestId }))).metadata).toEqual(answer.metadata)
  })
  test('the encryption key is cached for ten minutes, also when many pages request it at once', async () => {
    const page = { assessment: 'Wallet1' }
    keyRequests = 0
    await Promise.all([responseOf(page), responseOf(page), responseOf(page)])
    now += 599_000
    await responseOf(page)
    expect(keyRequests).toBe(1)
    now += 2000
    await responseOf(page)
    expect(keyRequests).toBe(2)
  })
  test.each<[string, string, () => { status: number; body: unknown }]>([
    ['the key server is down', 'Wallet2', () => ({ status: 500, body: {} })],
    ['there is no key set', 'Wallet3', () => ({ status: 200, body: [] })],
    ['no key is for encryption', 'Wallet4', () => ({ status: 200, body: { keys: [oct({ use: 'sig' })] } })],
    [
      'the key is too short',
      'Wallet5',
      () => ({ status: 200, body: { keys: [oct({ k: randomBytes(16).toString('base64url') })] } }),
    ],
    ['the key has no name', 'Wallet6', () => ({ status: 200, body: { keys: [oct({ kid: undefined })] } })],
  ])('begins with ServerError when %s, and nothing is assessed; the next page asks again', async (_, name, keys) => {
    const requestId = randomUUID()
    answerKeys = keys
    expect(await responseOf({ requestId, assessment: name })).toMatch(/^ServerError: /)
    expect(
      await api.store.db.selectFrom('event').select('event_id').where('external_id', '=', requestId).executeTakeFirst(),
    ).toBeUndefined()
    answerKeys = () => ({ status: 200, body: { keys: [oct()] } })
    expect(await open(await responseOf({ requestId, assessment: name }))).toMatchObject({
      metadata: { eventId: requestId },
    })
  })
})

describe('parameters', () => {
  const script = async (query: string): Promise<string> => await (await intake.request(`/mdt.js?${query}`)).text()
  const [sessionId, requestId] = [randomUUID(), randomUUID()]
  test('parameters reach the frame and the intake; the page is told the answer', async () => {
    const window: {
      dfp?: { url: string; doFpt: (document: unknown, callback: (response: unknown) => void) => void }
    } & Record<string, unknown> = {
      addEventListener: (_: string, heard: (event: unknown) => void) => {
        window.heard = heard
      },
      removeEventListener: () => undefined,
    }
    const document = {
      currentScript: { src: 'https://fpt.contoso.com/mdt.js' },
      createElement: () => ({ style: {}, setAttribute: () => undefined }),
      body: { appendChild: () => undefined },
    }
    runInNewContext(
      await script(`session_id=${sessionId}&customerId=${api.ids.root}&assessment=Wallet&requestId=${requestId}`),
      { window, document, URL },
    )
    expect(window.dfp?.url).toBe(
      `https://fpt.contoso.com/fpt?session_id=${sessionId}&CustomerId=${api.ids.root}&assessment=Wallet&requestId=${requestId}`,
    )
    const messages: unknown[] = []
    for (const data of [{ response: 'a.b.c.d.e', error: false }, { error: true }, { error: false }]) {
      window.dfp?.doFpt(document, response => messages.push(response))
      ;(window.heard as (event: unknown) => void)({
        origin: 'https://elsewhere.example',
        data: { dfp: sessionId, response: 'forged' },
      })
      ;(window.heard as (event: unknown) => void)({
        origin: 'https://fpt.contoso.com',
        data: { dfp: sessionId, ...data },
      })
    }
    expect(messages).toEqual(['a.b.c.d.e', 'ServerError', null])
  })
  test.each<[string, { status: number; ok: boolean; json: () => Promise<unknown> }, unknown]>([
    [
      'the answer',
      { status: 200, ok: true, json: () => Promise.resolve({ response: 'a.b.c.d.e' }) },
      { error: false, response: 'a.b.c.d.e' },
    ],
    ['a refusal', { status: 400, ok: false, json: () => Promise.reject(new Error('no JSON')) }, { error: true }],
    [
      'an answer that is cut off',
      { status: 200, ok: true, json: () => Promise.reject(new Error('no JSON')) },
      { error: true },
    ],
  ])('are sent by the frame, which hands %s to the page', async (_, answer, expected) => {
    const sent: unknown[] = []
    const messages: unknown[] = []
    runInNewContext(await (await intake.request('/fpt.js')).text(), {
      location: {
        search: `?session_id=${sessionId}&CustomerId=${api.ids.root}&assessment=Wallet&requestId=${requestId}`,
      },
      URLSearchParams,
      window: {},
      document: {},
      navigator: {},
      screen: {},
      parent: { postMessage: (message: unknown) => messages.push(message) },
      fetch: (_path: string, options: { body: string }) => {
        sent.push(JSON.parse(options.body))
        return Promise.resolve(answer)
      },
    })
    expect(sent).toMatchObject([{ sessionId, instanceId: api.ids.root, assessment: 'Wallet', requestId }])
    await expect.poll(() => messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ dfp: sessionId, ...(expected as object) })
  })
  test('parameters that are wrong give an empty script and are named by the intake', async () => {
    const query = (more: Record<string, string>) =>
      new URLSearchParams({
        session_id: sessionId,
        customerId: api.ids.root,
        assessment: 'Wallet',
        requestId,
        ...more,
      }).toString()
    expect(await script(query({}))).not.toBe('')
    expect(await script(query({ requestId: requestId.replaceAll('-', '') }))).not.toBe('')
    for (const [more, named] of [
      [{ assessment: 'wallet' }, 'assessment'],
      [{ assessment: 'Plain' }, 'assessment'],
      [{ assessment: '' }, 'assessment'],
      [{ customerId: api.ids.child, instanceId: api.ids.child }, 'assessment'],
      [{ requestId: '' }, 'requestId'],
      [{ requestId: 'x'.repeat(32) }, 'requestId'],
      [{ requestId: sessionId }, 'requestId'],
      [{ requestId: requestId.slice(0, 31) }, 'requestId'],
    ] as const) {
      expect(await script(query(more)), JSON.stringify(more)).toBe('')
      const refused = await collect({ sessionId, requestId, ...more })
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(named)])
    }
  })
})

describe('the switch', () => {
  test.each<[string, Partial<NewAssessment>]>([
    ['another template', { template: 'CardPayment' }],
    [
      'fields of one’s own',
      { schema: { sections: ['metadata', 'deviceFingerprinting'], custom: [{ name: 'a', type: 'String' }] } },
    ],
    ['a section less', { schema: { sections: ['metadata'], custom: [] } }],
    ['no external call', { settings: { clientSideIntegration: { enabled: true } } }],
    ['a call that is none', { settings: { clientSideIntegration: { enabled: true, externalCallId: randomUUID() } } }],
  ])('is refused with %s', async (_, more) => {
    await expect(assessment(`Never${String(Math.random()).slice(2, 8)}`, more)).rejects.toMatchObject({
      name: 'ValidationError',
    })
  })
  test('off is off', async () => {
    await assessment('Quiet', { settings: { clientSideIntegration: { enabled: false, externalCallId: callId } } })
    await api.engine.reloadRules()
    expect((await collect({ assessment: 'Quiet' })).status).toBe(400)
  })
})
