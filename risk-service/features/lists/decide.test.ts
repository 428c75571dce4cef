import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CustomList, Rule } from '../../contract/index.ts'
import { createEngine, type Engine } from '../../engine/index.ts'
import { createListRegistry } from '../../engine/lists/list-registry.ts'
import { createConsoleApi } from '../../http/console-api/console-api.ts'
import { type ConsoleBench, openConsoleBench, places, ruleBody } from '../../http/console-api/testing/console-bench.ts'
import type { AuditContext } from '../../kernel/audit.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { createEventWriter } from '../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { publishBodyIn } from '../rules/lifecycle/publish.ts'
import { removeLists, replaceList } from './custom-lists.ts'
import { parseListFile } from './list-file.ts'

/** The console API with the real engine: lists and rules that are uploaded and published there decide purchases. */
let bench: ConsoleBench
let engine: Engine
let app: ReturnType<typeof createConsoleApi>
let now = new Date('2025-11-20T12:00:00Z')

beforeAll(async () => {
  bench = await openConsoleBench()
  const ports = { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const lists = createListRegistry(ports)
  const writer = await createEventWriter({ connect: bench.store.writer, log: silentLog })
  engine = await createEngine({ ...ports, writer, countryOf: ip => (ip === '203.0.113.10' ? 'DE' : null), lists })
  app = createConsoleApi({
    ports,
    engine,
    lists,
    version: '0.0.0',
    verifier: { user: token => Promise.resolve(bench.person(token)) },
  })
})
afterAll(async () => {
  await engine.close()
  await bench.close()
})

const send = async (method: string, path: string, body: object | FormData): Promise<Response> =>
  app.request(`/api/console/v1/environments/${path}`, {
    method,
    headers: {
      authorization: 'Bearer engineer',
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
async function ask<T>(method: string, path: string, body: object | FormData): Promise<T> {
  const response = await send(method, path, body)
  const json = (await response.json()) as T
  expect(response.ok, JSON.stringify(json)).toBe(true)
  return json
}
function file(fields: Record<string, string>, text: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([text], 'list.csv'))
  return form
}
async function publish(
  name: string,
  clauses: Record<string, string>,
  environment: string = places.root,
): Promise<Rule> {
  const body = ruleBody(name, {
    clauses: Object.entries(clauses).map(([clause, text]) => ({ name: clause, section: 'prior', text })),
  })
  const made = await ask<Rule>('POST', `${environment}/rules/purchase`, { body })
  return ask<Rule>('POST', `${environment}/rules/${made.id}/publish`, { status: 'active', baseVersion: 0 })
}
async function decide(purchase: object, environmentId: string = places.root): Promise<string> {
  const result = await engine.decide({
    environmentId,
    eventType: 'purchase',
    correlationId: null,
    receivedAt: now,
    backfill: false,
    diagnostics: false,
    body: {
      purchaseId: randomUUID(),
      assessmentType: 'Protect',
      merchantLocalDate: now.toISOString(),
      totalAmount: 10,
      currency: 'EUR',
      salesTax: 0,
      _metadata: { trackingId: randomUUID(), merchantTimeStamp: now.toISOString() },
      ...purchase,
    },
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  const { resultDetails } = JSON.parse(result.answer) as {
    resultDetails: { MerchantRuleDecision: string; MerchantRuleReason?: string }
  }
  return `${resultDetails.MerchantRuleDecision} ${resultDetails.MerchantRuleReason ?? ''}`
}
const from = (email: string) => ({ user: { userId: 'u1', email } })
const selling = (...skus: string[]) => ({
  user: { userId: 'u1' },
  productList: skus.map(sku => ({
    productId: sku,
    sku,
    productName: 'x',
    type: 'Digital',
    quantity: 1,
    purchasePrice: 1,
    margin: 0,
    isPreorder: false,
    shippingMethod: 'Express',
  })),
})

describe('lists in decisions', () => {
  it('a purchase is rejected by a list that was uploaded and a rule that was published', async () => {
    const listId = randomUUID()
    const list = await ask<CustomList>(
      'POST',
      `${places.root}/lists/custom`,
      file({ listId, name: 'Risky Products', description: '' }, 'SKU,Owner\nA-100,ana\nB-200,bo\n'),
    )
    expect(list.status).toBe('active')
    await publish('Risky', {
      goods:
        'RETURN Reject(Lookup("risky products", "SKU", @"productList.sku", "owner")) WHEN ContainsKey("Risky Products", "SKU", @"productList.sku")',
    })
    expect(await decide(selling('zzz', ' b-200 '))).toMatch(/^Reject/)
    expect(await decide(selling('zzz'))).toMatch(/^Approve/)
    // A new version is in effect immediately, without another publish.
    await ask('PUT', `${places.root}/lists/custom/${listId}/file`, file({ baseVersion: '1' }, 'SKU,Owner\nzzz,cy\n'))
    expect([await decide(selling('zzz')), await decide(selling('B-200'))]).toEqual([
      'Reject cy',
      expect.stringMatching(/^Approve/),
    ])
  })
  it('an entry of a support list counts as soon as it is saved, and until it expires', async () => {
    await publish('Support', {
      block: 'RETURN Reject("blocked") WHEN IsBlock("Email Support List", @"user.email")',
      safe: 'RETURN Approve("safe") WHEN IsSafe("Email Support List", @"user.email")',
    })
    expect(await decide(from('ann@x.example'))).not.toContain('blocked')
    const expiresAt = new Date(now.getTime() + 3_600_000).toISOString()
    await ask('PUT', `${places.root}/lists/support/email`, { values: ['Ann@x.example'], status: 'Block', expiresAt })
    await ask('PUT', `${places.root}/support-entries`, { list: 'email', value: 'bo@x.example', status: 'Safe' })
    expect([await decide(from('ANN@x.example ')), await decide(from('bo@x.example'))]).toEqual([
      'Reject blocked',
      'Approve safe',
    ])
    now = new Date(now.getTime() + 3_600_000)
    expect(await decide(from('ann@x.example'))).not.toContain('blocked')
    await ask('POST', `${places.root}/lists/support/email/remove`, { values: ['bo@x.example'] })
    expect(await decide(from('bo@x.example'))).not.toContain('safe')
  })
  it('an address on a list is the same in every spelling', async () => {
    const answerTo = (ipAddress: string) =>
      decide({ ...from('ip@x.example'), deviceContext: { deviceContextId: 'd', ipAddress } })
    await publish('Addresses', {
      block: 'RETURN Reject("address") WHEN IsBlock("IP Support List", @"deviceContext.ipAddress")',
    })
    await ask('PUT', `${places.root}/lists/support/ip`, { values: ['203.0.113.9', '2001:DB8:0:0::1'], status: 'Block' })
    for (const address of [
      '203.0.113.9',
      '::ffff:203.0.113.9',
      '::FFFF:cb00:7109',
      '2001:db8::1',
      '2001:0db8:0000::0001',
    ])
      expect([address, await answerTo(address)]).toEqual([address, 'Reject address'])
    for (const address of ['203.0.113.90', '::203.0.113.9', '2001:db8::2', 'unknown:address'])
      expect(await answerTo(address)).not.toContain('address')
    expect(
      await ask('POST', `${places.root}/lists/support/ip/remove`, { values: ['::ffff:203.0.113.9', '2001:db8::1'] }),
    ).toMatchObject({ removed: 2, notFound: [] })
    expect(await answerTo('203.0.113.9')).not.toContain('address')
  })
  it('a list belongs to its environment: names are checked there, and another with the same name is another list', async () => {
    await expect(
      publish(
        'Elsewhere',
        { c: 'RETURN Reject("eu") WHEN ContainsKey("Risky Products", "SKU", @"productList.sku")' },
        places.eu,
      ),
    ).rejects.toThrow(/FQL2007|does not exist/)
    await ask(
      'POST',
      `${places.eu}/lists/custom`,
      file({ listId: randomUUID(), name: 'Risky Products', description: '' }, 'SKU\neu-only\n'),
    )
    await publish(
      'Elsewhere two',
      { c: 'RETURN Reject("eu") WHEN ContainsKey("Risky Products", "SKU", @"productList.sku")' },
      places.eu,
    )
    expect([
      await decide(selling('eu-only'), places.eu),
      await decide(selling('zzz'), places.eu),
      await decide(selling('eu-only')),
    ]).toEqual(['Reject eu', 'Reject cy', expect.stringMatching(/^Approve/)])
  })
  it('the columns that rules name are checked, and the evaluation pane reads the lists', async () => {
    const body = (text: string) => ({
      body: {
        ...ruleBody('Tried', { clauses: [{ name: 'c', section: 'prior', text }] }),
        sample: { payload: { productList: [{ sku: 'zzz' }] }, riskScore: 1 },
      },
    })
    expect(
      await ask(
        'POST',
        `${places.root}/rules/purchase/evaluate`,
        body('RETURN Reject() WHEN ContainsKey("Risky Products", "Colour", "x")'),
      ),
    ).toMatchObject({ problems: [{ code: 'FQL2007' }], result: null })
    expect(
      await ask(
        'POST',
        `${places.root}/rules/purchase/evaluate`,
        body('RETURN Reject(Lookup("Risky Products", "SKU", @"productList.sku", "Owner")) WHEN true'),
      ),
    ).toMatchObject({ result: { decision: 'Reject', reason: 'cy' } })
  })
  it('a rule that is inherited is looked at with the lists of its own environment, and runs nothing but its published text there', async () => {
    const { id, published } = await publish('Looked at below', {
      c: 'RETURN Reject(Lookup("Risky Products", "SKU", "zzz", "Owner")) WHEN ContainsKey("Risky Products", "SKU", @"productList.sku")',
    })
    const body = { ...published, sample: { payload: { productList: [{ sku: 'zzz' }] }, riskScore: 1 } }
    const below = (change: object) => ask('POST', `${places.eu}/rules/purchase/evaluate`, { body, ...change })
    // As a rule of its own it would read the list of the environment below, which has no such column.
    expect(await below({})).toMatchObject({ problems: [{ code: 'FQL2007' }], result: null })
    expect(await below({ ruleId: id })).toMatchObject({ problems: [], result: { decision: 'Reject', reason: 'cy' } })
    const other = ruleBody('Other', {
      clauses: [
        { name: 'c', section: 'prior', text: 'RETURN Reject(Lookup("Risky Products", "SKU", "a", "Owner")) WHEN true' },
      ],
    })
    expect(await below({ ruleId: id, body: { ...other, sample: body.sample } })).toMatchObject({
      result: { reason: 'cy' },
    })
    expect((await send('POST', `${places.root}/rules/purchase/evaluate`, { body, ruleId: id })).status).toBe(404)
    expect(
      (await send('POST', `${places.eu}/rules/accountlogin/evaluate`, { body: { ...body, clauses: [] }, ruleId: id }))
        .ok,
    ).toBe(false)
  })
  it('a rule can decide by computed facts', async () => {
    await publish('Facts', {
      mail: 'RETURN Reject("mailbox") WHEN @"calculatedFeatures.emailDisposable"',
      geo: 'RETURN Review(Geo.CountryRegion(@"deviceContext.ipAddress")) WHEN Geo.CountryCode(@"deviceContext.ipAddress") == "DE"',
    })
    expect(await decide(from('x@mailinator.com'))).toBe('Reject mailbox')
    expect(
      await decide({
        ...from('x@contoso.example'),
        deviceContext: { deviceContextId: 'c', ipAddress: '203.0.113.10' },
      }),
    ).toBe('Review Germany')
  })
})

describe('a list that goes while something that asks it is published', () => {
  let number = 0
  /**
   * Creates a list, and a draft that reads it: a rule, a velocity set or a function. Returns its id and the request
   * that publishes the draft.
   */
  async function askedBy(
    kind: 'rules' | 'velocities' | 'functions',
  ): Promise<{ listId: string; list: string; publishIt: () => Promise<Response> }> {
    const [listId, list] = [randomUUID(), `Passing ${++number}`]
    await ask('POST', `${places.root}/lists/custom`, file({ listId, name: list, description: '' }, 'Key,Other\nu1,x\n'))
    const text = `ContainsKey("${list}", "Key", @"user.userId")`
    const draft = {
      rules: () =>
        ask<{ id: string }>('POST', `${places.root}/rules/purchase`, {
          body: ruleBody(list, { clauses: [{ name: 'c', section: 'prior', text: `RETURN Reject() WHEN ${text}` }] }),
        }),
      velocities: () =>
        ask<{ id: string }>('POST', `${places.root}/velocities`, {
          setId: randomUUID(),
          body: {
            name: list,
            description: '',
            condition: `WHEN ${text}`,
            velocities: [{ text: `SELECT Count() AS passing${number} FROM Purchase GROUPBY @"user.userId"` }],
          },
        }),
      functions: () =>
        ask<{ id: string }>('POST', `${places.root}/functions`, {
          functionId: randomUUID(),
          body: {
            name: `Passing${number}`,
            description: '',
            parameters: [],
            properties: [{ name: 'Known', description: '', type: 'Boolean', default: 'false', code: `RETURN ${text}` }],
            sample: { eventType: 'Purchase', payload: {} },
          },
        }),
    }
    const { id } = await draft[kind]()
    return {
      listId,
      list,
      publishIt: () =>
        send('POST', `${places.root}/${kind}/${id}/publish`, {
          ...(kind === 'functions' ? {} : { status: 'active' }),
          baseVersion: 0,
        }),
    }
  }
  const editor = (): AuditContext => ({
    ports: { clock: () => now, newId: () => randomUUID() },
    principal: bench.person('engineer'),
    roles: [],
    correlationId: 'c',
    environmentId: places.root,
  })
  /** Begins work and waits a short time for its end. */
  async function begun(work: Promise<Response>): Promise<{ answer: Promise<Response>; ended: boolean }> {
    let ended = false
    const answer = work.finally(() => {
      ended = true
    })
    await new Promise(resolve => {
      setTimeout(resolve, 300)
    })
    return { answer, ended }
  }

  it.each(['rules', 'velocities', 'functions'] as const)(
    'a list that is removed or loses a column is not read by %s: its publish waits and is refused',
    async kind => {
      for (const loss of ['list', 'column']) {
        const { listId, publishIt } = await askedBy(kind)
        const without = await parseListFile(new Blob(['Other\nx\n']), 'x.csv')
        const publishing = await bench.store.db.transaction().execute(async trx => {
          await (loss === 'list'
            ? removeLists(trx, editor(), [listId])
            : replaceList(trx, editor(), { listId, baseVersion: null }, without))
          return { begun: await begun(publishIt()) }
        })
        expect([loss, publishing.begun.ended]).toEqual([loss, false])
        // The engine still has the previous state of the lists.
        const refused = await publishing.begun.answer
        expect([loss, refused.status, await refused.text()]).toEqual([loss, 422, expect.stringContaining('FQL2007')])
      }
    },
  )
  it('a list stays when the publish came first, and its user is named', async () => {
    const { listId, list } = await askedBy('rules')
    const rule = ruleBody(`First ${list}`, {
      clauses: [
        { name: 'c', section: 'prior', text: `RETURN Reject() WHEN ContainsKey("${list}", "Key", @"user.userId")` },
      ],
    })
    const publisher = {
      ...editor(),
      ports: { ...editor().ports, db: bench.store.db },
      tree: await loadEnvironmentTree(bench.store.db, places.tenant),
      engine,
    }
    const removal = await bench.store.db.transaction().execute(async trx => {
      await publishBodyIn(trx, publisher, {
        ruleId: null,
        eventType: 'purchase',
        type: 'decision',
        branch: 'production',
        status: 'active',
        body: rule,
      })
      return { begun: await begun(send('POST', `${places.root}/lists/custom/remove`, { listIds: [listId] })) }
    })
    expect(removal.begun.ended).toBe(false)
    const refused = await removal.begun.answer
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(`First ${list}`)])
  })
})
