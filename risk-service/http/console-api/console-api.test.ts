import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleContract } from '../../contract/index.ts'
import { describeApi } from './api-description.ts'
import { type ConsoleBench, openConsoleBench, places, ruleBody } from './testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const missing = '30000000-0000-4000-8000-00000000000f'
const at = (environment: string) => `/environments/${environment}`
const sound = ruleBody('Any')
/** Every endpoint inside an environment, with a well-formed request. */
const endpoints: [
  name: string,
  method: string,
  path: (environment: string) => string,
  body: unknown,
  capability: string,
  level: 'read' | 'write',
][] = [
  ['dashboard.get', 'GET', env => `${at(env)}/dashboard?period=24h`, undefined, 'monitoring', 'read'],
  ['dashboard.reviews', 'GET', env => `${at(env)}/dashboard/reviews`, undefined, 'search', 'read'],
  [
    'dashboard.integration',
    'GET',
    env => `${at(env)}/dashboard/integration`,
    undefined,
    'integration.dashboard',
    'read',
  ],
  ['dashboard.apiCalls', 'GET', env => `${at(env)}/dashboard/api-calls`, undefined, 'apimanagement', 'read'],
  ['dashboard.health', 'GET', env => `${at(env)}/dashboard/health`, undefined, 'dashboard', 'read'],
  ['monitoring.overview', 'GET', env => `${at(env)}/monitoring`, undefined, 'monitoring', 'read'],
  [
    'monitoring.transactions',
    'GET',
    env => `${at(env)}/monitoring/purchase/transactions?timescale=1h`,
    undefined,
    'monitoring',
    'read',
  ],
  [
    'monitoring.observations',
    'GET',
    env => `${at(env)}/monitoring/purchase/observations?timescale=8d`,
    undefined,
    'monitoring',
    'read',
  ],
  [
    'monitoring.drift',
    'GET',
    env => `${at(env)}/monitoring/purchase/drift?timescale=48h`,
    undefined,
    'monitoring',
    'read',
  ],
  [
    'monitoring.scorecard',
    'GET',
    env => `${at(env)}/monitoring/accountcreation/scorecard?period=1h`,
    undefined,
    'monitoring',
    'read',
  ],
  ['search.events', 'POST', env => `${at(env)}/search`, { eventType: 'purchase', filter: {} }, 'search', 'read'],
  ['search.count', 'POST', env => `${at(env)}/search/count`, { eventType: 'purchase', filter: {} }, 'search', 'read'],
  ['search.eventTypes', 'GET', env => `${at(env)}/search/types`, undefined, 'search', 'read'],
  [
    'search.removals',
    'POST',
    env => `${at(env)}/search/removals`,
    { eventType: 'purchase', filter: {} },
    'search',
    'read',
  ],
  [
    'contrast.compare',
    'POST',
    env => `${at(env)}/contrast`,
    { eventType: 'purchase', a: { kind: 'search', filter: {} }, b: { kind: 'search', filter: {} } },
    'search',
    'read',
  ],
  ['ontology.drops', 'GET', env => `${at(env)}/ontology/purchase/drops`, undefined, 'ontology', 'read'],
  ['ontology.types', 'GET', env => `${at(env)}/ontology`, undefined, 'graphexplorer', 'read'],
  ['ontology.get', 'GET', env => `${at(env)}/ontology/purchase`, undefined, 'ontology', 'read'],
  [
    'ontology.uses',
    'GET',
    env => `${at(env)}/ontology/purchase/uses?event=purchase&path=currency`,
    undefined,
    'ontology',
    'read',
  ],
  ['ontology.figures', 'GET', env => `${at(env)}/ontology/purchase/figures`, undefined, 'ontology', 'read'],
  [
    'ontology.values',
    'GET',
    env => `${at(env)}/ontology/purchase/values?event=purchase&path=currency`,
    undefined,
    'ontology',
    'read',
  ],
  [
    'search.export',
    'POST',
    env => `${at(env)}/search/export`,
    { eventType: 'purchase', filter: {}, columns: 'all' },
    'search',
    'read',
  ],
  ['search.fields', 'GET', env => `${at(env)}/search/types/purchase/fields`, undefined, 'search', 'read'],
  ['events.get', 'GET', env => `${at(env)}/events/purchase/none`, undefined, 'search', 'read'],
  ['events.linked', 'GET', env => `${at(env)}/events/purchase/none/linked`, undefined, 'search', 'read'],
  ['rules.list', 'GET', env => `${at(env)}/rules/purchase`, undefined, 'rules', 'read'],
  ['rules.get', 'GET', env => `${at(env)}/rules/purchase/${missing}`, undefined, 'rules', 'read'],
  ['rules.create', 'POST', env => `${at(env)}/rules/purchase`, { body: sound }, 'rules', 'write'],
  ['rules.saveDraft', 'PUT', env => `${at(env)}/rules/${missing}/draft`, { body: sound }, 'rules', 'write'],
  ['rules.discardDraft', 'DELETE', env => `${at(env)}/rules/${missing}/draft`, undefined, 'rules', 'write'],
  [
    'rules.publish',
    'POST',
    env => `${at(env)}/rules/${missing}/publish`,
    { status: 'active', baseVersion: 0 },
    'rules',
    'write',
  ],
  ['rules.setStatus', 'PUT', env => `${at(env)}/rules/${missing}/status`, { status: 'active' }, 'rules', 'write'],
  ['rules.reorder', 'PUT', env => `${at(env)}/rules/purchase/order`, { ruleIds: [missing] }, 'rules', 'write'],
  ['rules.remove', 'DELETE', env => `${at(env)}/rules/${missing}`, undefined, 'rules', 'write'],
  ['rules.evaluate', 'POST', env => `${at(env)}/rules/purchase/evaluate`, { body: sound }, 'rules', 'read'],
]

describe.each(endpoints)('%s', (_name, method, path, body, capability, required) => {
  it('the console API asks for a token', async () => {
    for (const token of [null, 'forged']) {
      const answer = await bench.call(token, method, path(places.root), body)
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: 'unauthenticated', correlationId: expect.any(String), details: {} })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
  it('the console API does not know a foreign or unseen environment', async () => {
    for (const [who, environment] of [
      ['engineer', places.foreign],
      ['outsider', places.root],
      ['engineer', places.box],
      ['local', places.root],
      ['nobody', places.root],
      ['application', places.root],
      ['admin', missing],
    ] as const) {
      const answer = await bench.call(who, method, path(environment), body)
      expect([who, answer.status, answer.body.code]).toEqual([who, 404, 'notFound'])
    }
  })
  it('the console API names the capability that is missing', async () => {
    const answer = await bench.call(capability === 'rules' ? 'support' : 'nobody', method, path(places.eu), body)
    if (capability !== 'rules') return expect(answer.status).toBe(404)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'forbidden', details: { capability, required } })
    const reader = await bench.call('viewer', method, path(places.eu), body)
    expect(reader.status === 403).toBe(required === 'write')
  })
  it('the console API names a field of the wrong shape', async () => {
    const answer = await bench.call('engineer', method, path('no-uuid'), body)
    expect([400, 422]).toContain(answer.status)
    expect(answer.body).toMatchObject({ code: 'validation', details: { issues: [{ path: ['environmentId'] }] } })
  })
})

describe('every answer', () => {
  it('the console API carries the correlation id that was sent, or one of its own', async () => {
    const sent = '1b0d5f0e-7f3e-4a52-8a39-6b7c0e2b7a10'
    const echoed = await bench.call('engineer', 'GET', '/session', undefined, {
      headers: { 'x-ms-correlation-id': sent },
    })
    expect(echoed.headers.get('x-ms-correlation-id')).toBe(sent)
    const made = await bench.call(null, 'GET', '/session', undefined, {
      headers: { 'x-ms-correlation-id': 'x'.repeat(500) },
    })
    expect(made.headers.get('x-ms-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.body).toMatchObject({ correlationId: made.headers.get('x-ms-correlation-id') })
    expect(made.headers.get('cache-control')).toBe('no-store')
  })
  it('the console API tells malformed JSON, wrong types and refused values apart', async () => {
    const path = `${at(places.root)}/search`
    const broken = await bench.call('engineer', 'POST', path, '{"eventType": ')
    expect([broken.status, broken.body.code]).toEqual([400, 'validation'])
    const typed = await bench.call('engineer', 'POST', path, { eventType: 'purchase', filter: { conditions: 'all' } })
    expect([typed.status, typed.body]).toMatchObject([
      400,
      { details: { issues: [{ path: ['filter', 'conditions'] }] } },
    ])
    const refused = await bench.call('engineer', 'POST', path, { eventType: 'purchase', filter: {}, limit: 5000 })
    expect([refused.status, refused.body]).toMatchObject([422, { details: { issues: [{ path: ['limit'] }] } }])
  })
  it.each([
    ['a zero character in JSON', 'View', { text: 'a\0b' }],
    ['half of a character in JSON', 'View', { text: 'a\ud800b' }],
    ['half of a character in a text', 'View \ud800', {}],
    ['a name that is no text of the database', 'View', { 'a\0': 1 }],
  ])('the console API refuses what the database cannot hold as the caller’s fault: %s', async (_what, name, state) => {
    const answer = await bench.call('engineer', 'PUT', `${at(places.root)}/views/search/${randomUUID()}`, {
      name,
      shared: false,
      baseVersion: 0,
      state,
    })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { code: 'validation', details: { issues: [{ path: [] }] } },
    ])
  })
  it('the console API refuses an oversized body', async () => {
    const answer = await bench.call(
      'engineer',
      'POST',
      `${at(places.root)}/search`,
      JSON.stringify({ pad: 'x'.repeat(5 * 1024 * 1024) }),
    )
    expect([answer.status, answer.body.code]).toEqual([413, 'tooLarge'])
  })
  it('the console API is 404 beyond the contract', async () => {
    const answer = await bench.call('engineer', 'GET', '/nothing')
    expect([answer.status, answer.body.code]).toEqual([404, 'notFound'])
  })
})

describe('the typed side', () => {
  const rpc = (path: string, body: unknown, token = 'engineer') =>
    bench.app.request(`/api/console/rpc/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: body }),
    })
  it('the typed side answers, and its errors keep code, data and correlation id', async () => {
    const session = await rpc('session/get', undefined)
    expect(await session.json()).toMatchObject({ json: { user: { username: 'engineer@example.com' } } })
    const refused = await rpc(
      'rules/create',
      { environmentId: places.root, eventType: 'purchase', body: sound },
      'viewer',
    )
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      json: {
        defined: true,
        code: 'FORBIDDEN',
        data: { capability: 'rules', required: 'write', correlationId: refused.headers.get('x-ms-correlation-id') },
      },
    })
    expect((await rpc('session/get', undefined, 'forged')).status).toBe(401)
  })
})

describe('session and environments', () => {
  it('session and environments name the person, the tenant and the rights per environment, ancestors included as names only', async () => {
    const { json } = await bench.call('local', 'GET', '/session')
    expect(json).toMatchObject({
      user: { name: 'Name of local' },
      tenant: { id: places.tenant, name: 'Harbor', demo: true },
      seeded: true,
      setUp: true,
      directoryRoles: [],
      environments: [
        { id: places.root, hasAccess: false, roles: [], capabilities: {}, path: ['Harbor'] },
        {
          id: places.eu,
          hasAccess: true,
          roles: ['FraudEngineer'],
          capabilities: { rules: 'write', search: 'read' },
          path: ['Harbor', 'Harbor EU'],
          ancestorIds: [places.root],
        },
      ],
    })
    expect((await bench.call('local', 'GET', '/environments')).json).toHaveLength(2)
    expect((await bench.call('nobody', 'GET', '/environments')).json).toEqual([])
    expect((await bench.call('nobody', 'GET', '/session')).json).toMatchObject({ environments: [] })
    expect((await bench.call('admin', 'GET', '/environments')).json).toHaveLength(4)
  })
})

describe('the description', () => {
  it('the description lists every procedure with its server, its security and its error body', async () => {
    const response = await bench.app.request('/openapi.json')
    const document = (await response.json()) as { paths: Record<string, Record<string, unknown>> }
    expect(document).toMatchObject({
      servers: [{ url: 'https://risk.example.com/api/console/v1' }],
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    })
    // Without a public address the server is that of the document, whatever host a request names.
    expect((await describeApi('1', '')) as object).toMatchObject({ servers: [{ url: '/api/console/v1' }] })
    const procedures = Object.values(consoleContract).flatMap(area => Object.keys(area))
    expect(Object.values(document.paths).flatMap(path => Object.keys(path))).toHaveLength(procedures.length)
  })
})

it('a body that is nested too deeply is refused at its field, in every procedure', async () => {
  const deep = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`
  const rule = JSON.stringify({ body: { ...sound, sample: { payload: '?', riskScore: 0 } } }).replace('"?"', deep)
  for (const [method, path, field, body] of [
    [
      'PUT',
      `/views/search/${randomUUID()}`,
      ['state', 'a'],
      `{"name":"Deep","shared":false,"baseVersion":0,"state":${deep}}`,
    ],
    ['POST', '/rules/purchase', ['body', 'sample'], rule],
    ['POST', '/rules/purchase/evaluate', ['body', 'sample'], rule],
  ] as const) {
    const answer = await bench.call('engineer', method, `${at(places.root)}${path}`, body)
    expect([path, answer.status, answer.body]).toMatchObject([
      path,
      422,
      { details: { issues: [{ path: field, message: 'This is nested too deeply: at most 1000 levels.' }] } },
    ])
    const repeated = await bench.call('engineer', method, `${at(places.root)}${path}`, body, {
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([path, repeated.status]).toEqual([path, 422])
  }
})
