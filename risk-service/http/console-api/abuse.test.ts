import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isReadProcedure } from '../../contract/procedure-effects.ts'
import type { ProcedureName } from '../../contract/procedure-rights.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { createConsoleApi } from './console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places, ruleBody } from './testing/console-bench.ts'
import { requests } from './testing/procedure-requests.ts'

/* What a user with rights of their own tries beyond them: another method, a field that is none of theirs, another form. */

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

const rpc = (procedure: string, init: RequestInit, query = '') =>
  bench.app.request(`/api/console/rpc/${procedure.replace('.', '/')}${query}`, {
    ...init,
    headers: { authorization: 'Bearer admin', ...(init.headers as Record<string, string> | undefined) },
  })
const json = { 'content-type': 'application/json' }
/** Number of rows by table, of the whole database. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    bench.store.db,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(name)}`.execute(
      bench.store.db,
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

describe('another method', () => {
  it('changes nothing: a change is made by its own method, and no address that a link can have makes one', async () => {
    const before = await countRows()
    const changes = (Object.keys(requests) as ProcedureName[]).filter(name => !isReadProcedure(name.split('.')))
    expect(changes.length).toBeGreaterThan(150)
    const done: string[] = []
    for (const procedure of changes) {
      const data = encodeURIComponent(JSON.stringify({ json: requests[procedure](places.eu) ?? {} }))
      for (const method of ['GET', 'HEAD']) {
        const { status } = await rpc(procedure, { method }, `?data=${data}`)
        if (status < 400) done.push(`${method} ${procedure}: ${status}`)
      }
    }
    expect(done).toEqual([])
    expect(await countRows()).toEqual(before)
  })

  it('is not taken for the one of the contract by a header or a field', async () => {
    const path = `/api/console/v1/environments/${places.eu}/rules/${randomUUID()}`
    const headers = { authorization: 'Bearer admin', 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const plain = await bench.app.request(path, { headers: { authorization: 'Bearer admin' } })
    for (const [address, init] of [
      [path, { headers }],
      [`${path}?_method=DELETE`, { headers: { authorization: 'Bearer admin' } }],
    ] as const)
      expect((await bench.app.request(address, init)).status).toBe(plain.status)
    // The platform of the tests refuses to send some of them at all.
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'PATCH'])
      await Promise.resolve()
        .then(() => bench.app.request(path, { method, headers: { authorization: 'Bearer admin' } }))
        .then(
          ({ status }) => expect([method, status >= 400]).toEqual([method, true]),
          error => expect(error).toBeInstanceOf(TypeError),
        )
  })
})

describe('fields that are none of the caller’s', () => {
  it('are not stored: tenant, environment, author, time and version of a rule are the service’s own', async () => {
    const ruleId = randomUUID()
    const foreign = {
      tenantId: places.other,
      tenant_id: places.other,
      id: randomUUID(),
      authorId: bench.person('outsider').id,
      createdBy: 'Somebody else',
      createdByName: 'Somebody else',
      createdAt: '2001-01-01T00:00:00Z',
      updatedAt: '2001-01-01T00:00:00Z',
      status: 'Published',
      version: 99,
      isDefault: true,
    }
    const rule = { ...ruleBody('Mass assignment'), ...foreign }
    const answer = await bench.call('engineer', 'POST', `/environments/${places.eu}/rules/purchase`, {
      ruleId,
      rule,
      body: rule,
      ...rule,
      ...foreign,
      environmentId: places.foreign,
    })
    // The address names the environment; a body that names another one changes nothing of it.
    const { rows } = await sql<{ found: string }>`
      select count(*) as found from rule where environment_id = ${places.foreign}::uuid`.execute(bench.store.db)
    expect(Number(rows[0]?.found)).toBe(0)
    expect(JSON.stringify(answer.json)).not.toMatch(/Somebody else|2001-01-01|"version":99/)
  })

  it('give no role: what a user sends of themselves is not what they are', async () => {
    const roles = {
      assignments: [{ role: 'ProductAdmin', environmentId: null }],
      wids: ['62e90394-69f5-4237-9190-012177145e10'],
    }
    const headers = {
      'x-assay-assigned-roles': 'ProductAdmin',
      'x-assay-azure-roles': '62e90394-69f5-4237-9190-012177145e10',
      'x-ms-client-principal-id': bench.person('admin').id,
      'x-forwarded-user': 'admin@example.com',
      'x-original-url': '/api/console/v1/session',
    }
    for (const [method, path, body] of [
      [
        'POST',
        `/environments/${places.root}/search`,
        { eventType: 'purchase', filter: {}, principal: roles, ...roles },
      ],
      ['GET', `/environments/${places.foreign}/dashboard?period=24h`, undefined],
    ] as const) {
      const plain = await bench.call('nobody', method, path, body)
      const claimed = await bench.call('nobody', method, path, body, { headers })
      expect([claimed.status, plain.status >= 400]).toEqual([plain.status, true])
    }
  })

  it('pollute no prototype, in a body, a query or a form', async () => {
    const polluted = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'
    const bodies = [
      polluted,
      `{"json":${polluted}}`,
      `{"json":{"environmentId":"${places.eu}","filter":${polluted},"eventType":"purchase"}}`,
      `{"json":{},"meta":[[1,"__proto__","admin"],[0,"constructor","prototype"]]}`,
      `{"json":{},"maps":[["__proto__","admin"]],"meta":[[5,"__proto__"]]}`,
    ]
    for (const body of bodies)
      for (const procedure of ['search.events', 'preferences.save', 'savedViews.create', 'rules.create'])
        await rpc(procedure, { method: 'POST', headers: json, body })
    await rpc('search.events', { method: 'GET' }, `?data=${encodeURIComponent(polluted)}`)
    const form = new FormData()
    form.append('data', `{"json":${polluted},"meta":[],"maps":[["__proto__","admin"]]}`)
    form.append('__proto__[admin]', 'true')
    form.append('0', new File(['x'], '__proto__'))
    await rpc('notes.attach', { method: 'POST', body: form })
    await bench.app.request(`/api/console/v1/environments/${places.eu}/dashboard?__proto__[admin]=1&period=24h`, {
      headers: { authorization: 'Bearer admin' },
    })
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('a body of another type', () => {
  it.each(['text/plain', 'text/xml', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    '%s is refused, whatever it contains',
    async type => {
      for (const path of ['/api/console/rpc/search/events', `/api/console/v1/environments/${places.eu}/search`]) {
        const answer = await bench.app.request(path, {
          method: 'POST',
          headers: { authorization: 'Bearer admin', 'content-type': type },
          body: JSON.stringify({ json: { environmentId: places.eu, eventType: 'purchase', filter: {} } }),
        })
        expect([path, answer.status]).toEqual([path, 415])
      }
    },
  )
  it('is refused where no type is named', async () => {
    const answer = await bench.app.request(`/api/console/v1/environments/${places.eu}/search`, {
      method: 'POST',
      headers: { authorization: 'Bearer admin', 'content-length': '2' },
      body: new Uint8Array([123, 125]),
    })
    expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'unsupportedMediaType' }])
  })
})

describe('a token', () => {
  it('is taken from its header alone, not from an address, a body or a cookie', async () => {
    const path = '/api/console/v1/session'
    for (const [address, init] of [
      [`${path}?access_token=admin`, {}],
      [`${path}?token=admin&authorization=Bearer%20admin`, {}],
      [path, { headers: { cookie: 'authorization=Bearer admin; access_token=admin' } }],
      [path, { headers: { authorization: 'Basic admin' } }],
      [path, { headers: { authorization: 'Bearer admin, Bearer viewer' } }],
      [path, { headers: { 'x-authorization': 'Bearer admin', 'proxy-authorization': 'Bearer admin' } }],
    ] as const)
      expect([address, (await bench.app.request(address, init)).status]).toEqual([address, 401])
  })
})

describe('limits of one user', () => {
  it('end in 429 with when to come again, leave others alone and are one line of the log each', async () => {
    const logged: object[] = []
    const people = ['first', 'second'].map(name => ({ ...bench.person('viewer'), id: randomUUID(), name }))
    const app = createConsoleApi({
      ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog },
      engine: bench.engine,
      version: '0.0.0',
      userRate: { perSecond: 0.001, burst: 3 },
      security: { write: (event, fields) => logged.push({ event, ...fields }) },
      addressOf: () => '203.0.113.9',
      verifier: { user: token => Promise.resolve(people[Number(token)] as never) },
    })
    const call = (as: number) => app.request('/api/console/v1/session', { headers: { authorization: `Bearer ${as}` } })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await call(0)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await call(0)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ code: 'rateLimited' })
    expect((await call(1)).status).toBe(200)
    expect(logged).toMatchObject(
      Array.from({ length: 3 }, () => ({ event: 'limit-reached', area: 'console-api', principalId: people[0]?.id })),
    )
  })
})
