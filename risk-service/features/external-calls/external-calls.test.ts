import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import { defaultCaseConfiguration } from '../../contract/index.ts'
import { places, ruleBody } from '../../http/console-api/testing/console-bench.ts'
import { decisionsSetting } from '../../kernel/case-options/decisions-setting.ts'
import { type CallBench, callBody, openCallBench, sendJson } from './testing/call-bench.ts'

let on: CallBench
beforeAll(async () => {
  on = await openCallBench()
})
afterAll(() => on.close())
beforeEach(() => {
  on.received.length = 0
  on.respond((_request, response) => sendJson(response, { lineAge: 7 }))
})

const path = `${places.root}/external-calls`
const body = (more: Partial<ExternalCallBody> = {}) => callBody(on.origin, more)
async function create(more: Partial<ExternalCallBody> = {}): Promise<string> {
  const id = randomUUID()
  const made = await on.request('engineer', 'POST', path, { callId: id, body: body(more) })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return id
}
async function publish(text: string, name = `r${randomUUID().slice(0, 8)}`, status = 'active'): Promise<string> {
  const made = await on.request('engineer', 'POST', `${places.root}/rules/purchase`, {
    body: ruleBody(name, { clauses: [{ name: 'c', section: 'prior', text }] }),
  })
  const published = await on.request('engineer', 'POST', `${places.root}/rules/${String(made.body.id)}/publish`, {
    status,
    baseVersion: 0,
  })
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return String(made.body.id)
}
const drop = (ruleId: string) => on.request('engineer', 'DELETE', `${places.root}/rules/${ruleId}`)

async function decide(phone = '+47900', environmentId: string = places.root) {
  const at = on.ports.clock()
  const purchaseId = randomUUID()
  const result = await on.engine.decide({
    environmentId,
    eventType: 'purchase',
    correlationId: randomUUID(),
    receivedAt: at,
    backfill: false,
    diagnostics: true,
    body: {
      purchaseId,
      merchantLocalDate: at.toISOString(),
      totalAmount: 10,
      currency: 'EUR',
      user: { userId: 'u1', phoneNumber: phone },
      _metadata: { trackingId: randomUUID() },
    },
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  const {
    resultDetails: { MerchantRuleDecision: decision, MerchantRuleReason: reason, Diagnostics: diagnostics },
  } = JSON.parse(result.answer) as {
    resultDetails: {
      MerchantRuleDecision: string
      MerchantRuleReason: string
      Diagnostics: { externalCalls: { name: string; status: string; httpStatus: number; latencyMs: number }[] }
    }
  }
  return { purchaseId, decision, reason, calls: diagnostics.externalCalls }
}

describe('definitions of external calls', () => {
  it('definitions of external calls are made, read, changed and removed, each of it in the audit log', async () => {
    const id = await create({ name: 'first' })
    expect((await on.request('viewer', 'GET', `${path}/${id}`)).body).toMatchObject({
      id,
      version: 1,
      body: body({ name: 'first' }),
      used: false,
      usedByActive: false,
      suspendedUntil: null,
    })
    const changed = await on.request('engineer', 'PUT', `${path}/${id}`, {
      body: body({ name: 'second', timeoutMs: 100 }),
      baseVersion: 1,
    })
    expect(changed.body).toMatchObject({ version: 2, body: { name: 'second', timeoutMs: 100 } })
    expect((await on.request('engineer', 'GET', `${path}?period=7d`)).body).toMatchObject([
      { id, figures: { requests: 0, averageMs: null, successRate: null } },
    ])
    expect((await on.request('engineer', 'DELETE', `${path}/${id}`)).body).toEqual({ deleted: true })
    expect((await on.request('engineer', 'DELETE', `${path}/${id}`)).body).toEqual({ deleted: false })
    expect((await on.request('engineer', 'GET', `${path}/${id}`)).status).toBe(404)
    const audit = await on.ports.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_type', 'resource_name'])
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ operation, resource_name }) => `${operation} ${resource_name}`).sort()).toEqual([
      'Create first',
      'Delete second',
      'Update second',
    ])
  })

  it('definitions of external calls are made and changed once however often that is asked for', async () => {
    const id = randomUUID()
    const definition = {
      callId: id,
      body: body({ name: 'again', authentication: { method: 'basic', userName: 'u', password: { value: 'pw' } } }),
    }
    expect([
      (await on.request('engineer', 'POST', path, definition)).status,
      (await on.request('engineer', 'POST', path, definition)).body,
    ]).toMatchObject([201, { version: 1 }])
    const next = {
      body: {
        ...definition.body,
        description: 'x',
        authentication: { method: 'basic', userName: 'u', password: { kept: true } },
      },
      baseVersion: 1,
    }
    for (let round = 0; round < 2; round++)
      expect((await on.request('engineer', 'PUT', `${path}/${id}`, next)).body).toMatchObject({ version: 2 })
    expect(
      await on.request('colleague', 'PUT', `${path}/${id}`, { ...next, body: { ...next.body, description: 'y' } }),
    ).toMatchObject({ status: 409, body: { code: 'version.conflict', details: { currentVersion: 2 } } })
    expect((await on.request('engineer', 'POST', `${places.eu}/external-calls`, definition)).status).toBe(409)
    await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it('definitions of external calls are refused with every fault', async () => {
    const refused = async (more: object) => {
      const { status, body: answer } = await on.request('engineer', 'POST', path, {
        callId: randomUUID(),
        body: { ...body(), ...more },
      })
      expect(status).toBe(422)
      return (answer as { details: { issues: { path: string[]; message: string }[] } }).details.issues.map(
        issue => `${issue.path.join('.')}: ${issue.message}`,
      )
    }
    expect(await refused({ url: 'http://target.example/' })).toEqual(['body.url: Only https addresses are called.'])
    expect(await refused({ url: 'https://10.0.0.1/' })).toEqual([
      'body.url: Private and local addresses are not called.',
    ])
    expect(await refused({ url: 'https://{parameter.phone}.example/{parameter.none}' })).toEqual([
      'body.url: A parameter cannot be part of the host.',
      'body.url: There is no parameter named none.',
    ])
    expect(
      await refused({
        headers: [
          { name: 'Content-Type', value: 'text/xml' },
          { name: 'Host', value: 'x' },
          { name: 'a b', value: 'x\r\ny: z' },
        ],
      }),
    ).toEqual([
      'body.headers.1.name: This header is set by the connection.',
      'body.headers.2.name: This is no name of a header.',
      'body.headers.2.value: A header is one line.',
      'body.headers: The content type can be application/json, application/x-www-form-urlencoded.',
    ])
    expect(
      await refused({
        keepAliveUrl: 'https://[::1]/',
        parameters: [
          { name: 'a', sample: '' },
          { name: 'A', sample: '' },
        ],
      }),
    ).toEqual([
      'body.parameters.1.name: Two parameters have this name.',
      'body.keepAliveUrl: Private and local addresses are not called.',
    ])
    expect(await refused({ authentication: { method: 'basic', userName: 'u', password: { kept: true } } })).toEqual([
      'body.authentication.password: Enter the secret.',
    ])
    const nested: unknown = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)
    expect(await refused({ defaultResponse: nested, sampleResponse: nested })).toEqual(
      ['sampleResponse', 'defaultResponse'].map(
        part => `body.${part}: This is nested too deeply: at most 1000 levels.`,
      ),
    )
    // Outside of the schema of a definition.
    expect(
      (await on.request('engineer', 'POST', path, { callId: randomUUID(), body: { ...body(), method: 'PUT' } })).status,
    ).toBe(422)
    expect(
      (await on.request('engineer', 'POST', path, { callId: randomUUID(), body: { ...body(), timeoutMs: 5001 } }))
        .status,
    ).toBe(422)
    const id = await create({ name: 'taken' })
    expect(await refused({ name: 'TAKEN' })).toEqual(['body.name: An external call named TAKEN already exists.'])
    await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it.each([
    'https:/{parameter.phone}/x',
    'https:{parameter.phone}',
    'https:///{parameter.phone}/x',
    'https:\\\\{parameter.phone}',
    'https://\n/{parameter.phone}',
    '\u0001https://{parameter.phone}',
  ])('definitions of external calls are refused with the address %j: an event would choose whom we call', async url => {
    const definition = body({ url })
    expect(definition.parameters.map(({ name }) => name)).toContain('phone')
    const answer = await on.request('engineer', 'POST', path, { callId: randomUUID(), body: definition })
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { issues: [{ path: ['body', 'url'], message: 'This is no web address.' }] } },
    })
  })

  it('definitions of external calls open to those with the right in their environment and to nobody else', async () => {
    const id = await create({ name: 'mine' })
    for (const as of ['viewer', 'support', 'local', 'outsider']) {
      expect([403, 404], as).toContain(
        (await on.request(as, 'PUT', `${path}/${id}`, { body: body(), baseVersion: 1 })).status,
      )
      expect([403, 404], as).toContain((await on.request(as, 'POST', `${path}/test`, { body: body() })).status)
    }
    expect((await on.request('outsider', 'GET', `${path}/${id}`)).status).toBe(404)
    // Another environment does not have the call, whoever the caller is.
    expect((await on.request('admin', 'GET', `${places.eu}/external-calls/${id}`)).status).toBe(404)
    expect(
      (await on.request('admin', 'PUT', `${places.eu}/external-calls/${id}`, { body: body(), baseVersion: 1 })).status,
    ).toBe(404)
    expect(
      (await on.request('admin', 'POST', `${places.eu}/external-calls/test`, { callId: id, body: body() })).status,
    ).toBe(404)
    expect((await on.request('admin', 'DELETE', `${places.eu}/external-calls/${id}`)).body).toEqual({ deleted: false })
    expect(on.received).toEqual([])
    await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it('definitions of external calls keep name and parameters while a rule uses them, and cannot be removed then', async () => {
    const id = await create({ name: 'locked' })
    const rule = await publish(
      'RETURN Reject() WHEN External.locked(@"user.phoneNumber").lineAge == 99',
      undefined,
      'inactive',
    )
    expect((await on.request('engineer', 'GET', `${path}/${id}`)).body).toMatchObject({
      used: true,
      usedByActive: false,
    })
    for (const more of [{ name: 'other' }, { name: 'locked', parameters: [] }]) {
      expect(await on.request('engineer', 'PUT', `${path}/${id}`, { body: body(more), baseVersion: 1 })).toMatchObject({
        status: 409,
        body: { code: 'externalCalls.locked' },
      })
    }
    expect(await on.request('engineer', 'DELETE', `${path}/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'resource.used', details: { dependents: [{ resource: 'rule', id: rule }] } },
    })
    expect((await on.request('engineer', 'GET', `${path}/${id}/dependents`)).body).toMatchObject([
      { resource: 'rule', id: rule },
    ])
    expect(
      (
        await on.request('engineer', 'PUT', `${path}/${id}`, {
          body: body({ name: 'locked', parameters: [{ name: 'phone', sample: 'another' }] }),
          baseVersion: 1,
        })
      ).status,
    ).toBe(200)
    await drop(rule)
    expect((await on.request('engineer', 'DELETE', `${path}/${id}`)).body).toEqual({ deleted: true })
  })

  it('is not deleted while a decision of cases, or their challenge, calls it', async () => {
    const id = await create({ name: 'blocker' })
    const action = 'DO External.blocker(@"user.phoneNumber")'
    const { db } = on.ports
    const decide = async (fqlAction: string | null, challengeAction: string | null) => {
      await db.deleteFrom('setting').where('key', '=', decisionsSetting('purchase')).execute()
      const [approve, ...others] = defaultCaseConfiguration.queueDecisions
      const configuration = {
        ...defaultCaseConfiguration,
        challengeAction,
        queueDecisions: [{ ...approve, fqlAction }, ...others],
      }
      const value = JSON.stringify({ version: 1, configuration })
      await db
        .insertInto('setting')
        .values({ scope: places.root, key: decisionsSetting('purchase'), value })
        .execute()
    }
    const remove = () => on.request('engineer', 'DELETE', `${path}/${id}`)
    await decide(action, null)
    expect((await on.request('engineer', 'GET', `${path}/${id}`)).body).toMatchObject({
      used: true,
      usedByActive: true,
    })
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        code: 'resource.used',
        details: { dependents: [{ resource: 'decision', name: 'Approve', eventType: 'purchase' }] },
      },
    })
    await decide(null, action)
    expect(await remove()).toMatchObject({
      status: 409,
      body: { details: { dependents: [{ resource: 'decision', name: 'Challenge' }] } },
    })
    await decide(null, null)
    expect((await remove()).body).toEqual({ deleted: true })
  })
})

describe('secrets of external calls', () => {
  const secrets = { password: 'pa55-word-of-basic', key: 'key-of-configuration' }
  const definition = (): Partial<ExternalCallBody> => ({
    name: 'guarded',
    configurations: [
      { name: 'key', value: { value: secrets.key } },
      { name: 'plain', value: 'v2' },
    ],
    url: `${on.origin}/{configuration.plain}/phone?key={configuration.key}`,
    authentication: { method: 'basic', userName: 'merchant', password: { value: secrets.password } },
  })

  it('secrets of external calls are sent to the target and shown nowhere: not in answers, the log, the audit log or the database', async () => {
    const id = await create(definition())
    const rule = await publish(
      'LET $r = External.guarded("+47")\nLET $d = $r.GetDiagnostics()\nOBSERVE Output(endpoint = $d.Endpoint, request = $d.Request)\nRETURN Reject() WHEN $r.lineAge == 7',
    )
    expect(await decide()).toMatchObject({ decision: 'Reject' })
    expect(on.received[0]).toMatchObject({
      path: `/v2/phone?key=${secrets.key}&phone=%2B47`,
      headers: { authorization: `Basic ${btoa(`merchant:${secrets.password}`)}` },
    })
    on.respond((_request, response) => sendJson(response, { error: 'no' }, 500))
    await decide()
    const read = await on.request('engineer', 'GET', `${path}/${id}`)
    expect(read.body).toMatchObject({
      body: {
        authentication: { password: { kept: true } },
        configurations: [{ value: { kept: true } }, { value: 'v2' }],
      },
    })
    const tested = await on.request('engineer', 'POST', `${path}/test`, {
      callId: id,
      body: (read.body as { body: unknown }).body,
    })
    expect(tested.body).toMatchObject({
      ok: false,
      httpStatusCode: 500,
      errorType: 'http',
      request: { url: `${on.origin}/v2/phone?key=***&phone=%2B47900` },
      response: { error: 'no' },
    })
    await on.request('engineer', 'PUT', `${path}/${id}`, {
      body: {
        ...body(definition()),
        description: 'x',
        configurations: [
          { name: 'key', value: { kept: true } },
          { name: 'plain', value: 'v2' },
        ],
      },
      baseVersion: 1,
    })
    await on.calls.flush()
    const everything = [JSON.stringify([read, tested, on.logged])]
    for (const table of [
      'external_call',
      'audit_log',
      'event',
      'event_body',
      'event_key',
      'rule_version',
      'telemetry',
      'outgoing_call_minute',
      'repeated_call',
    ] as const) {
      everything.push(JSON.stringify(await on.ports.db.selectFrom(table).selectAll().execute()))
    }
    for (const secret of [...Object.values(secrets), btoa(`merchant:${secrets.password}`)])
      expect(everything.join('\n')).not.toContain(secret)
    const audit = await on.ports.db
      .selectFrom('audit_log')
      .select('after')
      .where('resource_id', '=', id)
      .where('operation', '=', 'Update')
      .executeTakeFirst()
    expect(audit?.after).toMatchObject({ secrets: { 'authentication.password': 'changed' } })
    await drop(rule)
    await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it('secrets of external calls cannot be sent elsewhere by changing the address', async () => {
    const id = await create(definition())
    const storedDefinition = {
      ...body(definition()),
      authentication: { method: 'basic', userName: 'merchant', password: { kept: true } },
      configurations: [
        { name: 'key', value: { kept: true } },
        { name: 'plain', value: 'v2' },
      ],
    }
    for (const more of [
      { url: 'https://thief.example/{configuration.key}' },
      { authentication: { method: 'certificate', certificate: { kept: true } } },
    ]) {
      expect(
        (await on.request('engineer', 'POST', `${path}/test`, { callId: id, body: { ...storedDefinition, ...more } }))
          .status,
      ).toBe(422)
      expect(
        (
          await on.request('engineer', 'PUT', `${path}/${id}`, {
            body: { ...storedDefinition, ...more },
            baseVersion: 1,
          })
        ).status,
      ).toBe(422)
    }
    expect(on.received).toEqual([])
    await on.request('engineer', 'DELETE', `${path}/${id}`)
    // Nor by a change of a fixed value that is part of the host.
    const host = (value: string, password: object) => ({
      ...body({ name: 'byHost', configurations: [{ name: 'host', value }], url: 'https://{configuration.host}/' }),
      authentication: { method: 'basic', userName: 'u', password },
    })
    const other = randomUUID()
    expect(
      (await on.request('engineer', 'POST', path, { callId: other, body: host('target.example', { value: 'pw' }) }))
        .status,
    ).toBe(201)
    expect(
      (
        await on.request('engineer', 'PUT', `${path}/${other}`, {
          body: host('thief.example', { kept: true }),
          baseVersion: 1,
        })
      ).status,
    ).toBe(422)
    expect(
      (
        await on.request('engineer', 'PUT', `${path}/${other}`, {
          body: { ...host('target.example', { kept: true }), description: 'x' },
          baseVersion: 1,
        })
      ).status,
    ).toBe(200)
    await on.request('engineer', 'DELETE', `${path}/${other}`)
  })

  it('secrets of external calls open in their own place only', async () => {
    const [one, two] = [await create(definition()), await create({ ...definition(), name: 'other' })]
    const [row] = await on.ports.db.selectFrom('external_call').select('secrets').where('id', '=', one).execute()
    await on.ports.db
      .updateTable('external_call')
      .set({ secrets: JSON.stringify(row?.secrets) })
      .where('id', '=', two)
      .execute()
    const tested = await on.request('engineer', 'POST', `${path}/test`, {
      callId: two,
      body: { ...((await on.request('engineer', 'GET', `${path}/${two}`)).body.body as object) },
    })
    expect(tested.body).toMatchObject({
      ok: false,
      errorType: 'definition',
      errorMessage: 'A stored secret cannot be read with the key of this installation. Enter it again.',
    })
    expect(on.received).toEqual([])
    for (const id of [one, two]) await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it('secrets of external calls say that no key vault is there when they are an address in one', async () => {
    const tested = await on.request('engineer', 'POST', `${path}/test`, {
      body: body({
        authentication: {
          method: 'basic',
          userName: 'u',
          password: { reference: 'https://vault.example/secrets/one' },
        },
      }),
    })
    expect(tested.body).toMatchObject({
      ok: false,
      errorType: 'definition',
      errorMessage: 'A secret is an address in a key vault, and no key vault is connected to this installation.',
    })
  })
})

describe('external calls of events', () => {
  let id: string
  let rule: string
  beforeAll(async () => {
    id = await create({ timeoutMs: 300 })
    rule = await publish(
      'LET $r = External.phoneCheck(@"user.phoneNumber")\nRETURN Reject(($r.lineAge).AsString()) WHEN $r.lineAge != 100 && $r.lineAge == External.phoneCheck(@"user.phoneNumber").lineAge',
    )
  })
  afterAll(async () => {
    await drop(rule)
    await on.request('engineer', 'DELETE', `${path}/${id}`)
  })

  it('external calls of events give their response, once per event for the same arguments', async () => {
    expect(await decide('+47 1')).toMatchObject({
      decision: 'Reject',
      reason: '7',
      calls: [{ name: 'phoneCheck', status: 'Success', httpStatus: 200 }],
    })
    expect(on.received.map(({ path: requestedPath }) => requestedPath)).toEqual(['/phone?phone=%2B47+1'])
  })

  it.each([
    ['a wrong status', (response: Parameters<typeof sendJson>[0]) => sendJson(response, { lineAge: 1 }, 503), 503],
    ['no JSON', (response: Parameters<typeof sendJson>[0]) => void response.end('<html>'), 200],
    [
      'a redirect to a private address',
      (response: Parameters<typeof sendJson>[0]) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      302,
    ],
    [
      'more levels than can be written',
      (response: Parameters<typeof sendJson>[0]) =>
        void response.end(`{"lineAge":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      200,
    ],
    [
      'too much',
      (response: Parameters<typeof sendJson>[0]) =>
        void response.end(JSON.stringify({ lineAge: 1, x: 'x'.repeat(1_100_000) })),
      0,
    ],
    ['nothing in time', () => undefined, 0],
    ['a broken connection', (response: Parameters<typeof sendJson>[0]) => void response.socket?.destroy(), 0],
  ])('yield their default response and a diagnostic after %s', async (_what, how, httpStatus) => {
    on.respond((_request, response) => how(response))
    const started = performance.now()
    expect(await decide()).toMatchObject({
      decision: 'Reject',
      reason: '-1',
      calls: [{ name: 'phoneCheck', status: 'ResponseFailure', httpStatus }],
    })
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it.each([
    ['{"lineAge":"a\\u0000b\\ud800\\ud83d\\ude00"}', 'a\ufffdb\ufffd\u{1f600}'],
    ['{"lineAge":"\\\\u0000"}', '\\u0000'],
  ])('external calls of events give characters that no event can hold as the same sign: %s', async (text, reason) => {
    on.respond((_request, response) => void response.end(text))
    expect(await decide(text)).toMatchObject({ decision: 'Reject', reason, calls: [{ status: 'Success' }] })
  })

  it('external calls of events are part of the explanation, and counted', async () => {
    const before = on.ports.clock()
    on.respond((_request, response) => sendJson(response, {}, 404))
    const { purchaseId } = await decide('+47 explained')
    const stored = await on.ports.db
      .selectFrom('event_body')
      .innerJoin('event_key', 'event_key.event_id', 'event_body.event_id')
      .select('explanation')
      .where('external_id', '=', purchaseId)
      .executeTakeFirst()
    expect(stored?.explanation).toMatchObject({
      calls: [{ kind: 'external', name: 'phoneCheck', status: 'ResponseFailure', httpStatus: 404, error: 'HTTP 404' }],
    })
    const [figures] = (await on.request('engineer', 'GET', path)).body as unknown as {
      usedByActive: boolean
      figures: { requests: number; successRate: number; averageMs: number; perSecond: number }
    }[]
    expect(figures).toMatchObject({ usedByActive: true, figures: { requests: 11, successRate: 3 / 11 } })
    expect(figures?.figures.perSecond).toBeCloseTo(11 / 86_400)
    const range = {
      from: new Date(before.getTime() - 3_600_000).toISOString(),
      to: new Date(before.getTime() + 60_000).toISOString(),
    }
    const seen = (await on.request('viewer', 'GET', `${path}/${id}/performance?from=${range.from}&to=${range.to}`))
      .body as unknown as {
      step: number
      points: { requests: number }[]
      errors: { type: string; httpStatusCode: number | null; requests: number }[]
    }
    expect(seen.step).toBe(60)
    expect(seen.points).toHaveLength(61)
    expect(seen.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(11)
    expect(
      seen.errors.map(({ type, httpStatusCode, requests }) => `${type} ${String(httpStatusCode)} ${requests}`).sort(),
    ).toEqual([
      'communication null 1',
      'http 302 1',
      'http 404 1',
      'http 503 1',
      'response 200 2',
      'response null 1',
      'timeout null 1',
    ])
  })

  it('external calls of events are held back by the circuit breaker, which tries again after ten seconds', async () => {
    const start = on.ports.clock().getTime()
    on.respond((_request, response) => sendJson(response, {}, 500))
    for (let round = 0; round < 20; round++) await decide()
    on.received.length = 0
    expect(await decide()).toMatchObject({
      reason: '-1',
      calls: [{ status: 'ResponseFailure', httpStatus: 0, latencyMs: 0 }],
    })
    expect(on.received).toEqual([])
    expect((await on.request('engineer', 'GET', `${path}/${id}`)).body).toMatchObject({
      suspendedUntil: new Date(start + 10_000).toISOString(),
    })
    const health = async () => (await on.request('engineer', 'GET', `${places.root}/dashboard/health`)).body
    expect(await health()).toContainEqual(
      expect.objectContaining({ part: 'externalCalls', state: 'failing', suspended: 1 }),
    )
    on.respond((_request, response) => sendJson(response, { lineAge: 7 }))
    on.setNow(new Date(start + 10_000))
    expect(await decide()).toMatchObject({ reason: '7' })
    expect((await on.request('engineer', 'GET', `${path}/${id}`)).body).toMatchObject({ suspendedUntil: null })
  })

  it('external calls of events are kept warm by anonymous calls after a minute of silence', async () => {
    const warm = await create({
      name: 'warm',
      keepAliveUrl: `${on.origin}/alive`,
      authentication: { method: 'basic', userName: 'u', password: { value: 'p' } },
      headers: [{ name: 'x-own', value: '1' }],
    })
    const start = on.ports.clock().getTime()
    await on.calls.sendKeepAlives()
    await on.calls.sendKeepAlives()
    on.setNow(new Date(start + 59_000))
    await on.calls.sendKeepAlives()
    on.setNow(new Date(start + 60_000))
    await on.calls.sendKeepAlives()
    expect(
      on.received.map(({ method, path: requestedPath, headers, body: sent }) => [
        method,
        requestedPath,
        headers.authorization,
        headers['x-own'],
        sent,
      ]),
    ).toEqual([
      ['GET', '/alive', undefined, undefined, ''],
      ['GET', '/alive', undefined, undefined, ''],
    ])
    expect(
      (
        await on.request('engineer', 'POST', `${path}/test`, {
          body: body({ keepAliveUrl: `${on.origin}/alive` }),
          target: 'keepAlive',
        })
      ).body,
    ).toMatchObject({ ok: true })
    await on.request('engineer', 'DELETE', `${path}/${warm}`)
  })
})

describe('external calls that take long', () => {
  it('calls that take long leave the event its five seconds: the last is cut short, later ones are not made', {
    timeout: 20_000,
  }, async () => {
    on.respond(() => undefined)
    const slow = await create({ name: 'slow', timeoutMs: 5000 })
    const waiting = await publish(
      'LET $a = External.slow("1")\nLET $b = External.slow("2")\nRETURN Reject("late") WHEN $a.lineAge == -1 && $b.lineAge == -1',
    )
    const started = performance.now()
    const { reason, calls } = await decide()
    expect(performance.now() - started).toBeLessThan(5000)
    expect([
      reason,
      calls.filter(({ name }) => name === 'slow').map(({ status, latencyMs }) => [status, latencyMs > 4000]),
    ]).toEqual([
      'late',
      [
        ['ResponseFailure', true],
        ['ResponseFailure', false],
      ],
    ])
    expect(on.received.filter(({ path: requestedPath }) => requestedPath.startsWith('/phone?phone=2'))).toEqual([])
    await drop(waiting)
    await on.request('engineer', 'DELETE', `${path}/${slow}`)
  })

  it('a call that had less than its time-out does not count against its target', async () => {
    on.respond(() => undefined)
    const target = await create({ name: 'hurried' })
    const call = (until: number) =>
      on.calls
        .reader(places.root, { correlationId: null, eventType: 'purchase', depth: 0, until })
        .external({ id: target, name: '', parameters: [] }, ['1'])
    for (let round = 0; round < 21; round++)
      expect(await call(performance.now() + 5)).toMatchObject({ errorMessage: 'Timeout', response: { lineAge: -1 } })
    on.received.length = 0
    expect(await call(performance.now())).toMatchObject({ errorMessage: 'Timeout', latencyMs: 0 })
    expect(on.received).toEqual([])
    expect((await on.request('engineer', 'GET', `${path}/${target}`)).body).toMatchObject({ suspendedUntil: null })
    await on.request('engineer', 'DELETE', `${path}/${target}`)
  })
})

it('the evaluation of a rule on its sample uses the sample response and makes no call', async () => {
  const id = await create({ name: 'tried', sampleResponse: { lineAge: 42 } })
  const tried = await on.request('engineer', 'POST', `${places.root}/rules/purchase/evaluate`, {
    body: ruleBody('tried', {
      clauses: [
        {
          name: 'c',
          section: 'prior',
          text: 'LET $r = External.tried("1")\nRETURN Reject(($r.lineAge).AsString()) WHEN $r.lineAge > 1',
        },
      ],
    }),
  })
  expect(tried.body).toMatchObject({ result: { decision: 'Reject', reason: '42' } })
  expect(on.received).toEqual([])
  await on.request('engineer', 'DELETE', `${path}/${id}`)
})

it('a rule of another environment does not see the call: it is not inherited', async () => {
  const id = await create({ name: 'ofRoot' })
  const made = await on.request('engineer', 'POST', `${places.eu}/rules/purchase`, {
    body: ruleBody('child', {
      clauses: [{ name: 'c', section: 'prior', text: 'RETURN Reject() WHEN External.ofRoot("1").lineAge == 7' }],
    }),
  })
  expect(
    (
      await on.request('engineer', 'POST', `${places.eu}/rules/${String(made.body.id)}/publish`, {
        status: 'active',
        baseVersion: 0,
      })
    ).status,
  ).toBe(422)
  await on.request('engineer', 'DELETE', `${path}/${id}`)
})

it('the tests of a person are limited per minute', async () => {
  on.setNow(new Date(on.ports.clock().getTime() + 120_000))
  const statuses = []
  for (let round = 0; round < 31; round++)
    statuses.push((await on.request('colleague', 'POST', `${path}/test`, { body: body() })).status)
  expect([statuses.filter(status => status === 200).length, statuses.at(-1)]).toEqual([30, 409])
})
