import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallError } from '../../contract/common/resource-limits.ts'
import { createSecretCipher } from '../../engine/calls/secret-encryption.ts'
import { createEngine, type Engine } from '../../engine/index.ts'
import { createListRegistry } from '../../engine/lists/list-registry.ts'
import { createListSources, type ListSources } from '../../engine/lists/list-sources.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { createOutgoingHttp } from '../../http/node/outgoing-http.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'

/** A database that answers like the REST interface of the original: signed requests, one partition per page. */
const accountKey = randomBytes(64)
type Document = Record<string, unknown>
let partitions: Document[][]
let mode: 'works' | 'slow' | 'down' | 'refuses'
const requests: { method: string; path: string; query: string; continuation: string | undefined }[] = []
const database = http.createServer((request, response) => {
  let text = ''
  request.on('data', part => {
    text += String(part)
  })
  request.on('end', () => {
    const path = decodeURIComponent(request.url ?? '')
    const kind = path.split('/').at(-1) ?? ''
    const date = String(request.headers['x-ms-date'])
    const signed = createHmac('sha256', accountKey)
      .update(
        `${(request.method ?? '').toLowerCase()}\n${kind}\n${path.slice(1, -kind.length - 1)}\n${date.toLowerCase()}\n\n`,
      )
      .digest('base64')
    const { query = '', parameters = [] } = (text === '' ? {} : JSON.parse(text)) as {
      query?: string
      parameters?: { name: string; value: unknown }[]
    }
    requests.push({
      method: request.method ?? '',
      path,
      query,
      continuation: request.headers['x-ms-continuation'] as string | undefined,
    })
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (mode === 'down') return void response.socket?.destroy()
    if (
      mode === 'refuses' ||
      decodeURIComponent(String(request.headers.authorization)) !== `type=master&ver=1.0&sig=${signed}`
    )
      return void answer(401, { code: 'Unauthorized' })
    if (mode === 'slow') return void setTimeout(() => answer(200, { Documents: [] }), 2000)
    if (kind === 'colls') return void answer(200, { DocumentCollections: [{ id: 'phones' }, { id: 'accounts' }] })
    const page = Number(request.headers['x-ms-continuation'] ?? '0')
    const [key, other] = ['@key', '@other'].map(name => parameters.find(each => each.name === name)?.value)
    const column = /StringEquals\(c\["([^"]+)"\]/.exec(query)?.[1]
    const wanted = /SELECT c\["([^"]+)"\] AS v/.exec(query)?.[1]
    const found = (partitions[page] ?? []).filter(
      document =>
        column === undefined ||
        (typeof document[column] === 'string' && document[column].toLowerCase() === String(key).toLowerCase()) ||
        (other !== undefined && document[column] === other),
    )
    answer(
      200,
      {
        Documents:
          wanted === undefined
            ? found
            : found.map(document => (document[wanted] === undefined ? {} : { v: document[wanted] })),
      },
      page + 1 < partitions.length ? { 'x-ms-continuation': String(page + 1) } : {},
    )
  })
})

let bench: ConsoleBench
let engine: Engine
let lists: ListRegistry
let sources: ListSources
let origin = ''
let environmentId = ''
let app: ReturnType<typeof createConsoleApi>
let vault: (reference: string) => Promise<string>
let ask: (
  as: string,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> }>
const ports = () => ({ db: bench.store.db, clock: () => new Date(), newId: () => randomUUID(), log: silentLog })
const connectionString = () => `AccountEndpoint=${origin}/;AccountKey=${accountKey.toString('base64')};`
const connection = (more: Record<string, unknown> = {}) => ({
  kind: 'cosmos',
  account: 'risk',
  database: 'fraud',
  container: 'phones',
  timeoutMs: 500,
  secret: { value: connectionString() },
  ...more,
})
const path = (rest = '') => `${environmentId}/lists/custom${rest}`
const databasePath = (rest = '') => `${environmentId}/lists/database${rest}`
const create = (name: string, more: Record<string, unknown> = {}) =>
  ask('engineer', 'POST', databasePath(), {
    listId: randomUUID(),
    name,
    connection: connection(),
    columns: ['phone', 'status', 'limit'],
    ...more,
  })

beforeAll(async () => {
  await new Promise<void>(resolve => database.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(database.address() as AddressInfo).port}`
  bench = await openConsoleBench()
  environmentId = places.root
  const cipher = createSecretCipher('a key of an installation for tests')
  sources = createListSources({
    ...ports(),
    http: createOutgoingHttp({ privateHosts: ['127.0.0.1'] }),
    cipher,
    vault: { resolve: reference => vault(reference) },
  })
  lists = createListRegistry({ ...ports(), sources })
  engine = await createEngine({
    ...ports(),
    writer: await createEventWriter({ connect: bench.store.writer, log: silentLog }),
    countryOf: () => null,
    lists,
  })
  app = createConsoleApi({
    ports: ports(),
    engine,
    lists,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
  ask = async (as, method, rest, body) => {
    const response = await app.request(`/api/console/v1/environments/${rest}`, {
      method,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
})
beforeEach(() => {
  vault = reference =>
    reference.endsWith('/cosmos') ? Promise.resolve(connectionString()) : Promise.reject(new Error('no such secret'))
  mode = 'works'
  partitions = [
    [],
    [{ id: '1', phone: '+47900', status: 'Stolen', limit: 12.5, _ts: 1 }],
    [{ id: '2', phone: 4711, status: null }],
  ]
  requests.length = 0
})
afterAll(async () => {
  await engine.close()
  await bench.close()
  database.closeAllConnections()
  database.close()
})

const columnsInUse = async (text: string): Promise<void> => {
  await bench.store.db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: environmentId,
      event_type: 'purchase',
      name: `Rule ${randomUUID().slice(0, 8)}`,
      status: 'active',
      position: Math.floor(Math.random() * 1e6),
      version: 1,
      published_by: randomUUID(),
      published_by_name: 'E',
      body: JSON.stringify({
        name: 'R',
        description: '',
        condition: '',
        sample: { payload: {}, riskScore: 0 },
        clauses: [{ name: 'c', section: 'prior', text }],
      }),
    })
    .execute()
  await engine.reloadRules(environmentId)
}
const decide = async (phoneNumber: string): Promise<Record<string, unknown>> => {
  const purchaseId = randomUUID()
  const result = await engine.decide({
    environmentId,
    eventType: 'purchase',
    correlationId: null,
    receivedAt: new Date(),
    backfill: false,
    diagnostics: false,
    body: { purchaseId, merchantLocalDate: '2025-01-01T00:00:00Z', _metadata: {}, user: { userId: 'u', phoneNumber } },
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  return (JSON.parse(result.answer) as { resultDetails: Record<string, unknown> }).resultDetails
}

describe('the definition', () => {
  test('the definition is tested, previewed, made once and read back without its secret', async () => {
    const { container: _none, ...reach } = connection()
    expect(await ask('engineer', 'POST', databasePath('/test'), { connection: reach })).toMatchObject({
      status: 200,
      body: { containers: ['accounts', 'phones'] },
    })
    expect(await ask('engineer', 'POST', databasePath('/preview'), { connection: connection() })).toMatchObject({
      status: 200,
      body: {
        columns: ['id', 'phone', 'status', 'limit'],
        rows: [
          { id: '1', phone: '+47900', status: 'Stolen', limit: '12.5' },
          { id: '2', phone: '4711', status: '', limit: '' },
        ],
      },
    })
    const listId = randomUUID()
    const made = await create('Stolen phones', { listId })
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: listId,
        name: 'Stolen phones',
        source: 'cosmos',
        columns: ['phone', 'status', 'limit'],
        rows: 0,
        status: 'active',
        version: 1,
      },
    })
    expect((await create('Stolen phones', { listId })).body.version).toBe(1)
    const read = await ask('viewer', 'GET', databasePath(`/${listId}`))
    expect(read.body).toEqual({
      connection: connection({ secret: { kept: true } }),
      columns: ['phone', 'status', 'limit'],
      version: 1,
    })
    expect(await ask('viewer', 'GET', databasePath(`/${listId}/rows`))).toEqual({
      status: 200,
      body: {
        columns: ['phone', 'status', 'limit'],
        rows: [
          { phone: '+47900', status: 'Stolen', limit: '12.5' },
          { phone: '4711', status: '', limit: '' },
        ],
      },
    })
    expect(await ask('viewer', 'GET', path(`/${listId}`))).toMatchObject({
      status: 200,
      body: { source: 'cosmos', preview: [] },
    })
    const everything = JSON.stringify([
      await bench.store.db.selectFrom('list_source').selectAll().execute(),
      await bench.store.db.selectFrom('audit_log').selectAll().execute(),
      read.body,
    ])
    expect(everything).not.toContain(accountKey.toString('base64'))
    expect(
      await bench.store.db
        .selectFrom('audit_log')
        .select(['operation', 'resource_name'])
        .where('resource_id', '=', listId)
        .execute(),
    ).toEqual([{ operation: 'Create', resource_name: 'Stolen phones' }])
  })
  test.each<[string, Record<string, unknown>, () => void, string, CallError]>([
    [
      'a database that is away',
      {},
      () => {
        mode = 'down'
      },
      'Communication failure',
      'communication',
    ],
    [
      'one that is slow',
      { timeoutMs: 100 },
      () => {
        mode = 'slow'
      },
      'Timeout',
      'timeout',
    ],
    [
      'a key that is refused',
      {},
      () => {
        mode = 'refuses'
      },
      'HTTP 401',
      'http',
    ],
    [
      'no connection string',
      { secret: { value: 'AccountEndpoint=x' } },
      () => undefined,
      'no connection string',
      'definition',
    ],
    ['a secret that nobody has', { secret: { kept: true } }, () => undefined, 'secret is missing', 'definition'],
    [
      'a key vault without it',
      { secret: { reference: 'https://vault.example/none' } },
      () => undefined,
      'key vault',
      'definition',
    ],
    [
      'another account',
      { account: 'risk', secret: { value: 'AccountEndpoint=https://other.documents.azure.com:443/;AccountKey=YQ==;' } },
      () => undefined,
      'another account',
      'definition',
    ],
    [
      'a private address',
      { secret: { value: 'AccountEndpoint=https://10.0.0.9/;AccountKey=YQ==;' } },
      () => undefined,
      '',
      'refused',
    ],
  ])('is refused with %s, and nothing is kept', async (_, more, before, why, kind) => {
    before()
    const before_ = await bench.store.db.selectFrom('list').select('id').execute()
    const answer = await create(`Never ${randomUUID().slice(0, 8)}`, { connection: connection(more) })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(why)])
    expect(answer.body).toMatchObject({ details: { call: { errorType: kind } } })
    expect(await bench.store.db.selectFrom('list').select('id').execute()).toHaveLength(before_.length)
  })
  test('the definition is made once: the same again finds it, even while the database is away; another under its id is refused', async () => {
    const listId = randomUUID()
    const requested = { listId, description: 'As sent' }
    expect((await create('Sent twice', requested)).status).toBe(201)
    mode = 'down'
    expect(await create('Sent twice', requested)).toMatchObject({ status: 201, body: { id: listId, version: 1 } })
    mode = 'works'
    for (const other of [
      { columns: ['phone'] },
      { description: 'Another' },
      { connection: connection({ container: 'accounts' }) },
    ]) {
      expect(await create('Sent twice', { ...requested, ...other }), JSON.stringify(other)).toMatchObject({
        status: 409,
        body: { code: 'lists.exists' },
      })
    }
    const change = () =>
      ask('engineer', 'PUT', databasePath(`/${listId}`), {
        connection: connection(),
        columns: ['phone', 'limit'],
        baseVersion: 1,
      })
    expect(await change()).toMatchObject({ status: 200, body: { version: 2 } })
    mode = 'down'
    expect(await change()).toMatchObject({ status: 200, body: { version: 2 } })
  })
  test('the answer of a test or preview is stored nowhere, because both only read', async () => {
    const headers = {
      authorization: 'Bearer engineer',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const { container: _none, ...reach } = connection()
    for (const [rest, body] of [
      ['/preview', connection()],
      ['/test', reach],
    ] as const) {
      expect(
        (
          await app.request(`/api/console/v1/environments/${databasePath(rest)}`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ connection: body }),
          })
        ).status,
      ).toBe(200)
    }
    expect(await bench.store.db.selectFrom('repeated_call').selectAll().execute()).toEqual([])
  })
  test('a column of any name shows what its document has, and nothing else', async () => {
    partitions = [[JSON.parse('{"phone": "1", "__proto__": "p"}') as Document, { phone: '2' }]]
    const { body } = await ask('engineer', 'POST', databasePath('/preview'), {
      connection: connection(),
      columns: ['phone', 'constructor', 'toString'],
    })
    expect(body.rows).toEqual([
      { phone: '1', constructor: '', toString: '' },
      { phone: '2', constructor: '', toString: '' },
    ])
  })
  test('the number of tests is limited, because they go out in the name of the product', async () => {
    const { container: _none, ...reach } = connection()
    const answers: number[] = []
    for (let turn = 0; turn < 31; turn++)
      answers.push(
        (
          await (turn % 2 === 0
            ? ask('colleague', 'POST', databasePath('/test'), { connection: reach })
            : ask('colleague', 'POST', databasePath('/preview'), { connection: connection() }))
        ).status,
      )
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 200), 409])
    expect((await ask('engineer', 'POST', databasePath('/test'), { connection: reach })).status).toBe(200)
  })
  test('the definition takes its figures along when it is deleted', async () => {
    const listId = String((await create('Gone soon')).body.id)
    await ask('viewer', 'GET', databasePath(`/${listId}/rows`))
    await sources.flush()
    const figures = () =>
      bench.store.db.selectFrom('outgoing_call_minute').select('calls').where('target_id', '=', listId).execute()
    expect(await figures()).toHaveLength(1)
    expect((await ask('engineer', 'POST', path('/remove'), { listIds: [listId] })).status).toBe(200)
    expect(await figures()).toEqual([])
  })
  test('the names, columns and time-outs of a definition are validated', async () => {
    await create('Twice')
    expect((await create('TWICE')).status).toBe(422)
    for (const more of [
      { columns: [] },
      { columns: ['a', 'A '] },
      { connection: connection({ timeoutMs: 0 }) },
      { connection: connection({ timeoutMs: 5001 }) },
      { connection: connection({ database: 'a/b' }) },
    ]) {
      expect((await create('Other', more)).status, JSON.stringify(more)).toBe(422)
    }
  })
  test('the definition changes with its version; columns that a rule names have to stay; a list in use is not deleted', async () => {
    const listId = String(
      (await create('Numbers', { connection: connection({ secret: { reference: 'https://vault.example/cosmos' } }) }))
        .body.id,
    )
    await columnsInUse('RETURN Review("r") WHEN Lookup("Numbers", "phone", @"user.lastName", "status") == "Stolen"')
    const change = (columns: string[], baseVersion: number, more = {}) =>
      ask('engineer', 'PUT', databasePath(`/${listId}`), { connection: connection(more), columns, baseVersion })
    expect(await change(['phone'], 1)).toMatchObject({
      status: 422,
      body: { details: { fileProblems: [{ code: 'LST009' }] } },
    })
    expect(await change(['phone', 'status', 'note'], 1)).toMatchObject({
      status: 200,
      body: { version: 2, columns: ['phone', 'status', 'note'] },
    })
    expect((await change(['phone', 'status'], 1)).status).toBe(409)
    expect(await change(['phone', 'status'], 2, { secret: { kept: true } })).toMatchObject({
      status: 200,
      body: { version: 3 },
    })
    expect((await ask('engineer', 'POST', path('/remove'), { listIds: [listId] })).status).toBe(409)
  })
  test('the operations of file lists are refused for a database list', async () => {
    const listId = String((await create('Elsewhere')).body.id)
    for (const [method, rest, body] of [
      ['GET', `/${listId}/rows`, undefined],
      ['POST', '/download', { listIds: [listId] }],
      ['POST', `/${listId}/restore`, { version: 1, baseVersion: 1 }],
    ] as const) {
      expect([rest, (await ask('engineer', method, path(rest), body)).status]).toEqual([rest, 422])
    }
  })
  test('the definition belongs to its environment and to those who may write lists', async () => {
    const listId = String((await create('Ours')).body.id)
    for (const what of ['', '/rows']) {
      expect((await ask('engineer', 'GET', `${places.eu}/lists/database/${listId}${what}`)).status).toBe(404)
      expect([403, 404]).toContain((await ask('outsider', 'GET', databasePath(`/${listId}${what}`))).status)
    }
    expect(
      (
        await ask('viewer', 'PUT', databasePath(`/${listId}`), {
          connection: connection(),
          columns: ['phone'],
          baseVersion: 1,
        })
      ).status,
    ).toBe(403)
    expect((await ask('viewer', 'POST', databasePath('/test'), { connection: connection() })).status).toBe(403)
  })
})

describe('rules', () => {
  beforeAll(async () => {
    mode = 'works'
    await bench.store.db.deleteFrom('rule').execute()
    expect((await create('Watched')).status).toBe(201)
    await columnsInUse(
      'LET $limit = Lookup("Watched", "phone", @"user.phoneNumber", "limit", "none")\nOBSERVE Output(limit = $limit)\nRETURN Reject("listed") WHEN ContainsKey("Watched", "phone", @"user.phoneNumber")',
    )
  })
  test('rules see a change of the database with the next event, through all its pages, once per question', async () => {
    expect(await decide(' +47900')).toMatchObject({
      MerchantRuleDecision: 'Reject',
      MerchantRuleOutput: { c: { limit: '12.5' } },
    })
    expect(requests.map(({ continuation }) => continuation)).toEqual([undefined, '1', undefined, '1'])
    expect(await decide('4711')).toMatchObject({
      MerchantRuleDecision: 'Reject',
      MerchantRuleOutput: { c: { limit: 'none' } },
    })
    expect(await decide('+1')).toMatchObject({
      MerchantRuleDecision: 'Approve',
      MerchantRuleOutput: { c: { limit: 'none' } },
    })
    partitions[0]?.push({ phone: '+1', limit: true })
    expect(await decide('+1')).toMatchObject({
      MerchantRuleDecision: 'Reject',
      MerchantRuleOutput: { c: { limit: 'true' } },
    })
    requests.length = 0
    expect(await decide('')).toMatchObject({ MerchantRuleDecision: 'Approve' })
    expect(requests).toEqual([])
  })
  test.each(['down', 'slow', 'refuses'] as const)(
    'rules go on without the list when the database %s: not contained, the default; the failure is counted and shown',
    async how => {
      mode = how
      expect(await decide('+47900')).toMatchObject({
        MerchantRuleDecision: 'Approve',
        MerchantRuleOutput: { c: { limit: 'none' } },
      })
    },
  )
  test('rules compare keys as they are written: a number of many digits is not its neighbour', async () => {
    partitions = [
      [
        { phone: 4503599627370497, status: 'a' },
        { phone: 9007199254740993456, status: 'b' },
        { phone: 12.5, status: 'c' },
      ],
    ]
    const listId = randomUUID()
    expect((await create(`Numbers ${listId.slice(0, 8)}`, { listId })).status).toBe(201)
    const [stored] = await bench.store.db.selectFrom('list_source').selectAll().where('list_id', '=', listId).execute()
    const source = {
      listId,
      environmentId,
      version: 1,
      connection: stored?.connection as never,
      secret: stored?.secret ?? null,
    }
    const found = await Promise.all(
      ['4503599627370497', '9007199254740993455', '12.5', '12.50', 'Infinity'].map(key =>
        sources.value(source, 'phone', key, 'status'),
      ),
    )
    expect(found.map(each => each?.value ?? null)).toEqual(['a', null, 'c', null, null])
  })
  test('rules wait for a key vault no longer than for the database, and leave it alone, too, after twenty failures; a key that was changed there is fetched', async () => {
    const listId = randomUUID()
    const name = `Kept ${listId.slice(0, 8)}`
    expect(
      (
        await create(name, {
          listId,
          connection: connection({ timeoutMs: 60, secret: { reference: 'https://vault.example/cosmos' } }),
        })
      ).status,
    ).toBe(201)
    const [stored] = await bench.store.db.selectFrom('list_source').selectAll().where('list_id', '=', listId).execute()
    const source = { listId, environmentId, version: 1, connection: stored?.connection as never, secret: null }
    let fetched = 0
    vault = () => {
      fetched += 1
      return new Promise(() => undefined)
    }
    const started = performance.now()
    const question = () =>
      sources.value(source, 'phone', '+47900', 'status').then(
        found => found?.value ?? null,
        (error: Error) => error.message,
      )
    expect(await question()).toBe('Timeout')
    expect(performance.now() - started).toBeLessThan(1000)
    for (let turn = 0; turn < 19; turn++) await question()
    expect([fetched, await question(), fetched]).toEqual([20, 'Circuit breaker', 20])
    const other = { ...source, listId: randomUUID() }
    let key = randomBytes(64).toString('base64')
    vault = () => Promise.resolve(`AccountEndpoint=${origin}/;AccountKey=${key};`)
    const again = () =>
      sources
        .value(
          { ...other, connection: { ...(other.connection as object), timeoutMs: 500 } as never },
          'phone',
          '+47900',
          'status',
        )
        .then(
          found => found?.value ?? null,
          (error: Error) => error.message,
        )
    expect(await again()).toBe('HTTP 401')
    key = accountKey.toString('base64')
    expect(await again()).toBe('Stolen')
  })
  test('rules leave a database alone that failed twenty times in a row', async () => {
    mode = 'down'
    for (let turn = 0; turn < 12; turn++) await decide('+47900')
    requests.length = 0
    mode = 'works'
    expect(await decide('+47900')).toMatchObject({ MerchantRuleDecision: 'Approve' })
    expect(requests).toEqual([])
    const list = (
      await bench.store.db.selectFrom('list').select('id').where('name', '=', 'Watched').executeTakeFirstOrThrow()
    ).id
    const from = new Date(Date.now() - 3_600_000).toISOString()
    const to = new Date(Date.now() + 60_000).toISOString()
    const { body } = await ask('viewer', 'GET', databasePath(`/${list}/performance?from=${from}&to=${to}`))
    const errors = (body.errors as { type: string; httpStatusCode: number | null; requests: number }[]).map(
      ({ type, httpStatusCode }) => [type, httpStatusCode],
    )
    expect(errors).toEqual(
      expect.arrayContaining([
        ['communication', null],
        ['timeout', null],
        ['http', 401],
        ['circuit', null],
      ]),
    )
  })
})
