import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContrastInput, ContrastOutput } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { insertPurchase } from '../search/testing/stored-purchases.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  await insertPurchases()
})
afterAll(() => bench.close())

const hour = 3_600_000
/** Twelve purchases of one ring and sixty others; one of another environment that must never be counted. */
async function insertPurchases(): Promise<void> {
  const { db } = bench.store
  for (let n = 0; n < 72; n++) {
    const isRing = n < 12
    const email = isRing ? 'kim@contoso.com' : `user${n}@shop${n % 9}.example`
    await insertPurchase(db, {
      id: `P-${n}`,
      environmentId: n % 3 === 0 ? places.eu : places.root,
      at: new Date(now.getTime() - (n + 1) * hour),
      answer: '{}',
      columns: {
        email,
        user_id: isRing ? 'kim@contoso.com' : `u-${n}`,
        device_id: isRing ? 'D-ring' : `D-${n}`,
        ip: isRing ? `203.0.113.${n}` : `198.51.${n}.7`,
        ip_country: n % 2 === 0 ? 'DE' : 'FR',
        billing_country: 'DE',
        currency: 'EUR',
        amount_usd: isRing ? 4000 + n * 100 : 500 + n * 1000,
        label: isRing && n < 10 ? 'Fraud' : null,
      },
      request: {
        purchaseId: `P-${n}`,
        customData: { channel: isRing ? 'app' : n % 2 === 0 ? 'web' : 'phone', contact: email },
        productList: [{ sku: 'common' }, { sku: isRing ? 'gift-card' : `s-${n}` }],
      },
    })
  }
  await insertPurchase(db, { id: 'P-1', environmentId: places.box, request: {}, answer: '{}' })
  await sql`insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
    select environment_id, kind, lower(value), at, event_id, event_type, value from event,
    lateral (values ('user', user_id), ('email', email), ('device', device_id), ('ip', ip)) as v (kind, value)
    where value is not null`.execute(db)
}

const search = (conditions: ContrastInput['a'] extends { filter: infer F } ? F : never | unknown[] = []) =>
  ({ kind: 'search', filter: { period: '30d', conditions } }) as ContrastInput['a']
const ring: ContrastInput['a'] = {
  kind: 'events',
  events: Array.from({ length: 12 }, (_, n) => ({
    id: `P-${n}`,
    environmentId: n % 3 === 0 ? places.eu : places.root,
  })),
}

async function compare(
  input: Partial<ContrastInput>,
  as: string | null = 'engineer',
  environment: string = places.root,
) {
  const answer = await bench.call(as, 'POST', `/environments/${environment}/contrast`, {
    eventType: 'purchase',
    a: ring,
    b: search(),
    ...input,
  })
  return { ...answer, output: answer.json as ContrastOutput }
}

const entries = ({ findings }: ContrastOutput) => findings.flatMap(finding => [finding, ...finding.same])
const entryOf = (output: ContrastOutput, attribute: string) =>
  entries(output).find(each => each.attribute === attribute)

describe('contrast', () => {
  it('finds what chosen events share, against all others of a period', async () => {
    const { status, output } = await compare({})
    expect(status, JSON.stringify(output)).toBe(200)
    expect(output.a).toEqual({
      found: 12,
      compared: 12,
      complete: true,
      missing: 0,
      labels: { fraud: 10, labelled: 10 },
    })
    expect(output.b).toMatchObject({ found: 72, compared: 60, shared: 12, labels: { fraud: 0, labelled: 0 } })
    const [first] = output.findings
    expect(first).toMatchObject({
      a: { count: 12, share: 1 },
      b: { count: 0, share: 0 },
      difference: { value: 1 },
      labels: { fraud: 10, labelled: 10 },
    })
    expect(first?.q).toBeLessThan(0.05)
    // Values of the same twelve events are one finding, whatever part of the event they come from.
    expect(output.findings[0]?.same.length).toBeGreaterThan(4)
    expect(entryOf(output, 'deviceId')).toMatchObject({
      value: { kind: 'equals', text: 'D-ring' },
      conditions: [{ column: 'deviceId', op: 'eq', value: 'D-ring' }],
    })
    expect(entryOf(output, 'emailDomain')).toMatchObject({
      value: { text: 'contoso.com' },
      conditions: [{ column: 'email', op: 'endsWith', value: '@contoso.com' }],
    })
    expect(entryOf(output, 'ipNetwork')).toMatchObject({
      value: { text: '203.0.113.0/24' },
      conditions: [{ column: 'ip', op: 'inNetwork', value: '203.0.113.0/24' }],
    })
    expect(entryOf(output, 'customData.channel')).toMatchObject({ value: { text: 'app' } })
    expect(entryOf(output, 'productList.sku')).toMatchObject({ value: { text: 'gift-card' } })
    expect(entryOf(output, 'amountUsd')).toMatchObject({
      value: { kind: 'range', from: null },
      conditions: [{ column: 'amountUsd', op: 'lt' }],
    })
    expect(output.omitted).toContainEqual({ attribute: 'currency', reason: 'constant', values: 1 })
    expect(entries(output).some(({ attribute }) => attribute === 'currency')).toBe(false)
    expect(output.comparisons).toBeGreaterThan(50)
  })

  it('offers conditions that find the counted events', async () => {
    const { output } = await compare({})
    for (const finding of output.findings) {
      if (finding.conditions === null) continue
      const { json } = await bench.call('engineer', 'POST', `/environments/${places.root}/search/count`, {
        eventType: 'purchase',
        filter: { period: '30d', conditions: finding.conditions },
      })
      expect(json, JSON.stringify(finding.conditions)).toMatchObject({ count: finding.a.count + finding.b.count })
    }
  })

  it('compares two searches, and mirrors what it finds when they are exchanged', async () => {
    const [a, b] = [
      search([{ column: 'label', op: 'eq', value: 'Fraud' }] as never),
      search([{ column: 'deviceId', op: 'neq', value: 'D-ring' }] as never),
    ]
    const [there, back] = [(await compare({ a, b })).output, (await compare({ a: b, b: a })).output]
    expect(there.a).toMatchObject({ found: 10, compared: 10 })
    expect(there.b).toMatchObject({ found: 60, compared: 60, shared: 0 })
    expect(back.comparisons).toBe(there.comparisons)
    expect(back.findings.map(({ a: mine, b: other }) => [other.count, mine.count])).toEqual(
      there.findings.map(({ a: mine, b: other }) => [mine.count, other.count]),
    )
  })

  it('says how many it compared where nothing tells the sets apart', async () => {
    const halves = [0, 1].map(half => ({
      kind: 'events' as const,
      events: Array.from({ length: 20 }, (_, n) => 12 + 2 * n + half).map(n => ({
        id: `P-${n}`,
        environmentId: n % 3 === 0 ? places.eu : places.root,
      })),
    })) as [typeof ring, typeof ring]
    // Even and odd numbers differ in country and channel alone.
    const { output } = await compare({ a: halves[0], b: halves[0] })
    expect(output).toMatchObject({ b: { found: 20, compared: 0, shared: 20 }, comparisons: 0, findings: [] })
    const countries = (await compare({ a: halves[0], b: halves[1] })).output
    expect(countries.findings).toHaveLength(1)
    expect(countries.comparisons).toBeGreaterThan(10)
    const third = { kind: 'events' as const, events: halves[0].kind === 'events' ? halves[0].events.slice(0, 7) : [] }
    const rest = { kind: 'events' as const, events: halves[0].kind === 'events' ? halves[0].events.slice(7) : [] }
    const none = (await compare({ a: third, b: rest })).output
    expect(none.findings.filter(({ attribute }) => attribute !== 'hour' && attribute !== 'amountUsd')).toEqual([])
    expect(none.rareValues).toBeGreaterThan(50)
  })

  it('counts chosen events that do not exist, or stand in an environment that is not searched', async () => {
    const events = [
      ...(ring.kind === 'events' ? ring.events.slice(0, 4) : []),
      { id: 'none', environmentId: places.root },
      { id: 'P-1', environmentId: places.box },
      { id: 'P-1', environmentId: places.foreign },
    ]
    const { output } = await compare({ a: { kind: 'events', events } })
    expect(output.a).toMatchObject({ found: 4, compared: 4, missing: 3 })
  })

  it('says how many attributes of custom data it left out', async () => {
    const names = (prefix: string) => Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${prefix}${n}`, 'x']))
    for (const [id, customData] of Object.entries({ 'C-1': names('a'), 'C-2': names('b'), 'C-3': names('a') }))
      await insertPurchase(bench.store.db, {
        id,
        environmentId: places.foreign,
        at: new Date(now.getTime() - hour),
        answer: '{}',
        request: { purchaseId: id, customData },
      })
    const a = { kind: 'events' as const, events: [{ id: 'C-1', environmentId: places.foreign }] }
    const { output, status } = await compare({ a }, 'outsider', places.foreign)
    expect(status).toBe(200)
    expect(output.moreAttributes).toBe(60)
    expect((await compare({})).output.moreAttributes).toBe(0)
  })

  it('finds nothing beyond chance in a selection of one, and has nothing to compare everything with', async () => {
    const one = { kind: 'events' as const, events: [{ id: 'P-1', environmentId: places.root }] }
    const { output, status } = await compare({ a: one })
    expect(status).toBe(200)
    expect(output).toMatchObject({ a: { found: 1, compared: 1 }, b: { found: 72, compared: 71 }, findings: [] })
    const everything = await compare({ a: search(), b: search() })
    expect(everything.status).toBe(200)
    expect(everything.output).toMatchObject({ a: { found: 72 }, b: { compared: 0, shared: 72 }, findings: [] })
  })

  it('takes 400 chosen events', async () => {
    const events = Array.from({ length: 400 }, (_, n) => ({ id: `P-${n}`, environmentId: places.root }))
    expect((await compare({ a: { kind: 'events', events } })).output.a).toMatchObject({ found: 48, missing: 352 })
  })
})

describe('refusals of the contrast', () => {
  const event = { id: 'P-1', environmentId: places.root }
  it.each<[string, object, string, number]>([
    ['no events', { a: { kind: 'events', events: [] } }, 'a.events', 422],
    ['too many events', { b: { kind: 'events', events: Array(1001).fill(event) } }, 'b.events', 422],
    ['an unknown kind', { a: { kind: 'nothing' } }, 'a.kind', 400],
    [
      'an unknown field',
      { b: { kind: 'search', filter: { conditions: [{ column: 'nothing', op: 'null' }] } } },
      'b.filter.conditions.0.column',
      422,
    ],
    [
      'days before the first one',
      { a: { kind: 'search', filter: { dates: { from: '2020-01-01', to: '2020-01-02' } } } },
      'a.filter.dates.from',
      422,
    ],
    ['an id that no event has', { a: { kind: 'events', events: [{ ...event, id: 'a\u0000' }] } }, 'a.events.0.id', 422],
    ['no time zone', { timeZone: 'Nowhere' }, 'timeZone', 422],
  ])('names the field of %s', async (_, input, path, status) => {
    const answer = await compare(input as Partial<ContrastInput>)
    expect(answer.status).toBe(status)
    const issues = (answer.json as { details?: { issues?: { path: (string | number)[] }[] } }).details?.issues ?? []
    expect(issues.map(issue => issue.path.join('.'))).toContain(path)
  })

  it('refuses a type that cannot be searched', async () => {
    expect((await compare({ eventType: 'nothing' })).status).toBe(422)
  })

  it('is for those who may search, in environments of their tenant', async () => {
    expect((await compare({}, null)).status).toBe(401)
    expect((await compare({}, 'nobody')).status).toBe(404)
    expect((await compare({}, 'outsider')).status).toBe(404)
    expect((await compare({}, 'engineer', places.foreign)).status).toBe(404)
    expect((await compare({}, 'local', places.root)).status).toBe(404)
    expect((await compare({}, 'local', places.eu)).output.a).toMatchObject({ found: 4, missing: 8 })
  })
})

it('the attributes of rules are for those who see rules', async () => {
  Object.assign(bench.person('colleague'), { limitedTo: ['search'] })
  const ruleFor = async (as: string) => entryOf((await compare({}, as)).output, 'email')?.rule
  expect(await ruleFor('engineer')).toMatchObject({ path: 'user.email' })
  expect(await ruleFor('colleague')).toBeNull()
})

describe('contrast of masked values', () => {
  it('shows no value that is masked, wherever it stands, and offers no search for a part of it', async () => {
    const open = (await compare({}, 'viewer')).output
    expect(JSON.stringify(open)).toContain('kim@contoso.com')
    const saved = await bench.call('admin', 'PUT', `/environments/${places.root}/personal-data/settings`, {
      baseVersion: 0,
      profile: { AllAreasViewer: ['email', 'ip', 'instrument'] },
    })
    expect(saved.status, JSON.stringify(saved.json)).toBe(200)
    const masked = (await compare({}, 'viewer')).output
    expect(JSON.stringify(masked)).not.toContain('kim@')
    expect(JSON.stringify(masked)).not.toContain('customData.contact","value')
    expect(entryOf(open, 'email')).toMatchObject({ rule: { path: 'user.email', type: 'string', scale: 1 } })
    for (const { rule } of entries(masked)) expect(rule).toBeNull()
    expect(entryOf(masked, 'email')).toMatchObject({ value: { text: 'k***@contoso.com' }, conditions: null })
    expect(entryOf(masked, 'userId')).toMatchObject({ value: { text: 'k***@contoso.com' }, conditions: null })
    expect(entryOf(open, 'customData.contact')).toBeDefined()
    expect(entryOf(masked, 'customData.contact')).toBeUndefined()
    expect(masked.omitted).toContainEqual({ attribute: 'customData.contact', reason: 'masked', values: 0 })
    expect(entryOf(masked, 'emailDomain')).toMatchObject({ value: { text: 'contoso.com' }, conditions: null })
    expect(entryOf(masked, 'ipNetwork')?.conditions).toHaveLength(1)
    expect(masked.omitted).toContainEqual({ attribute: 'bin', reason: 'masked', values: 0 })
    expect((await compare({}, 'engineer')).output.omitted).not.toContainEqual(
      expect.objectContaining({ reason: 'masked' }),
    )
  })
})
