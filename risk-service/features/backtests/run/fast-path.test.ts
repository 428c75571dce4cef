import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Decision, RuleBody } from '../../../contract/index.ts'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import { purchaseType } from '../../../engine/assessment-types/purchase.ts'
import { deviceAttributesOf } from '../../../engine/assessments/purchase-attributes.ts'
import { enrichPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { defaultProviders } from '../../../engine/enrich/index.ts'
import { gzip } from '../../../engine/lib/gzip.ts'
import type { Json } from '../../../engine/lib/json.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import { rebuildRuleInput } from '../../../engine/replay/replay.ts'
import { createResourceRegistry } from '../../../engine/resources/resource-registry.ts'
import type { PublishedChain } from '../../../engine/rules/published-chain.ts'
import { createRuleRegistry } from '../../../engine/rules/rule-registry.ts'
import { runChain } from '../../../engine/rules/run-rules.ts'
import { createVelocityEvent } from '../../../engine/velocities/index.ts'
import { createScope, createVelocityMemory, type ListReader, type Scope } from '../../../fql/index.ts'
import {
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../../http/console-api/testing/console-bench.ts'
import { openClient } from '../../../kernel/store/connection/connection.ts'
import { streamRows } from '../../../kernel/store/connection/stream-rows.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { ReadRows } from './past-events.ts'
import { runBacktest } from './run-backtest.ts'
import type { ChangedEvent, RunInput } from './run-types.ts'

/** A back-test has the results of the ordinary chain, event by event, with velocities of the reference. */
let bench: ConsoleBench
let streamed: { read: ReadRows; end: () => Promise<void> }
const start = new Date(now.getTime() - 20 * 86_400_000)
const listedFrom = start.getTime() + 6 * 86_400_000
const listed = 'p1@x.example'
const countryOf = (ip: string): string | null => (ip.startsWith('198.51.') ? 'DE' : 'US')

beforeAll(async () => {
  bench = await openConsoleBench()
  const client = await openClient(bench.store.target, 'test')
  streamed = { read: (text, values, visit) => streamRows(client, text, values, visit), end: () => client.end() }
  const at = { updated_by: randomUUID(), updated_by_name: 'x', columns: ['Key'], rows: 1, size: 10 }
  for (const environmentId of [places.root, places.eu]) {
    const id = randomUUID()
    await bench.store.db
      .insertInto('list')
      .values({
        id,
        environment_id: environmentId,
        name: 'Bad',
        description: '',
        version: 1,
        created_at: start,
        updated_at: new Date(listedFrom),
        ...at,
      })
      .execute()
    await bench.store.db
      .insertInto('list_version')
      .values({
        list_id: id,
        version: 1,
        file_name: 'l.csv',
        digest: 'x',
        updated_at: new Date(listedFrom),
        content: await gzip(new TextEncoder().encode(`Key\n${listed}\n`)),
        ...at,
      })
      .execute()
  }
})
afterAll(async () => {
  await streamed.end()
  await bench.close()
})

const pick = <T>(...values: T[]) => fc.constantFrom(...values)
const eventArbitrary = fc.record({
  minute: fc.integer({ min: 0, max: 19 * 1440 }),
  inEu: fc.boolean(),
  email: pick(...[1, 2, 3].map(n => `p${n}@x.example`), 'a9@mailinator.com', undefined),
  ip: pick('198.51.100.7', '203.0.113.9', undefined),
  device: pick('d1', 'd2', undefined),
  user: pick('u1', 'u2', 'u3'),
  amount: pick(0, 12.5, 80, 299.99),
  quantity: pick(0, 1, 3),
  score: fc.integer({ min: 0, max: 999 }),
  decision: pick<Decision>('Approve', 'Reject'),
  label: pick('Fraud' as const, 'NonFraud' as const, null),
  withFacts: fc.boolean(),
})
type Drawn = typeof eventArbitrary extends fc.Arbitrary<infer T> ? T : never
const ruleArbitrary = fc
  .tuple(
    pick(
      (n: number) => `RETURN Reject("much") WHEN @"totalAmount" > ${n * 30}`,
      n => `RETURN Review() WHEN @"riskScore" > ${n * 100}`,
      n => `RETURN Reject() WHEN Velocity.emailAttempts(@"user.email", 2d) >= ${n % 4}`,
      n =>
        `RETURN Review() WHEN Velocity.ipAttempts(@"deviceContext.ipAddress", 5h) >= 1 || Velocity.deviceUsers(@"deviceAttributes.deviceId", ${n}d) > 1`,
      n => `RETURN Challenge("SMS") WHEN 10 / @"productList[0].quantity" > ${n}`,
      () => 'RETURN Reject() WHEN ContainsKey("Bad", "Key", @"user.email")',
      n =>
        `RETURN Review() WHEN @"calculatedFeatures.emailDisposable" || @"calculatedFeatures.totalAmountInUSD" > ${n * 40}`,
      n =>
        `LET $twice = @"totalAmount" * 2\nRETURN Approve() WHEN $twice > ${n * 50} && @"deviceAttributes.deviceCountryCode" == "DE"`,
      n => `RETURN Reject() WHEN Velocity.emailAmount(@"user.email", 4d) > ${n * 30}`,
      n => `RETURN Review() WHEN Velocity.emailRejections(@"user.email", ${n}d) > 0`,
      () => 'RETURN Review() WHEN @email == "p2@x.example" && @"user.country" == ""',
      n => `DO SetVariables(seen = ${n})\nWHEN @"totalAmount" > 50`,
      n => `RETURN Reject() WHEN GetVariable("seen").AsInt() == ${n}`,
    ),
    fc.integer({ min: 1, max: 8 }),
    pick('', '', 'WHEN @"user.email" != ""', 'WHEN 1 / @"productList[0].quantity" >= 0'),
    pick('prior' as const, 'postRisk' as const),
  )
  .map(
    ([text, n, condition, section]): RuleBody =>
      ruleBody('Changed', { condition, clauses: [{ name: 'c', section, text: text(n) }] }),
  )

interface Stored {
  id: string
  at: Date
  environmentId: string
  request: Json
  enrichment: Json
  drawn: Drawn
}
function storedOf(drawn: Drawn): Stored {
  const { email, ip, device, user, amount, quantity } = drawn
  const request: Json = {
    purchaseId: randomUUID(),
    totalAmount: amount,
    currency: 'USD',
    user: { userId: user, ...(email === undefined ? {} : { email }) },
    productList: [{ quantity }],
    ...(ip === undefined && device === undefined
      ? {}
      : {
          deviceContext: {
            ...(ip === undefined ? {} : { ipAddress: ip }),
            ...(device === undefined ? {} : { externalDeviceId: device }),
          },
        }),
  }
  const at = new Date(start.getTime() + drawn.minute * 60_000)
  const facts = enrichPurchase(request, countryOf, at)
  const deviceAttributes = deviceAttributesOf(request, facts)
  return {
    id: randomUUID(),
    at,
    environmentId: drawn.inEu ? places.eu : places.root,
    request,
    drawn,
    enrichment: drawn.withFacts
      ? {
          ...facts.enrichment,
          riskReasonCodes: 'A',
          ...(Object.keys(deviceAttributes).length > 0 ? { deviceAttributes } : {}),
        }
      : {},
  }
}

async function store(events: readonly Stored[]): Promise<void> {
  const { db } = bench.store
  await db.deleteFrom('event').execute()
  await db.deleteFrom('event_body').execute()
  await db
    .insertInto('event')
    .values(
      events.map(({ id, at, environmentId, request, drawn }) => {
        const { ip, ipCountry, deviceId, bin, currency, phone, billingCountry, shippingCountry, amountUsd } =
          enrichPurchase(request, countryOf, at)
        return {
          environment_id: environmentId,
          at,
          event_id: id,
          event_type: 'purchase',
          external_id: id,
          assessment_type: 'Protect',
          decision: drawn.decision,
          reason: '',
          risk_score: drawn.score,
          label: drawn.label,
          amount_usd: amountUsd,
          ...(drawn.withFacts
            ? {
                ip,
                ip_country: ipCountry,
                device_id: deviceId,
                bin,
                currency,
                phone,
                billing_country: billingCountry,
                shipping_country: shippingCountry,
              }
            : {}),
        }
      }),
    )
    .execute()
  await db
    .insertInto('event_body')
    .values(
      events.map(({ id, at, environmentId, request, enrichment }) => ({
        environment_id: environmentId,
        at,
        event_id: id,
        received_at: at,
        request: JSON.stringify(request),
        enrichment: JSON.stringify(enrichment),
        explanation: '{"contributions":[],"rules":[],"runtimeErrors":[]}',
      })),
    )
    .execute()
}
async function publish(
  rules: readonly { id: string; environmentId: string; body: RuleBody }[],
  firstMatch: boolean,
): Promise<void> {
  const { db } = bench.store
  await db.deleteFrom('rule').execute()
  await db.deleteFrom('rule_setting').execute()
  await db
    .insertInto('rule')
    .values(
      rules.map(({ id, environmentId, body }, index) => ({
        id,
        environment_id: environmentId,
        event_type: 'purchase',
        name: body.name,
        status: 'active' as const,
        position: index + 1,
        version: 1,
        body: JSON.stringify(body),
        published_by: randomUUID(),
        published_by_name: 'Test',
      })),
    )
    .execute()
  if (firstMatch)
    await db
      .insertInto('rule_setting')
      .values({ environment_id: places.root, event_type: 'purchase', evaluation: 'first' })
      .execute()
}

/**
 * Returns the decisions of all events in order, made by the parts that decide live events, with the currently published
 * rules.
 */
async function oneByOne(events: readonly Stored[]): Promise<{ decision: string; rule: string | null }[]> {
  const deps = { db: bench.store.db, clock: () => now, log: silentLog }
  const [assessments, lists] = [createAssessmentRegistry(deps), createListRegistry(deps)]
  const resources = createResourceRegistry({ ...deps, assessments, lists }, 'code')
  await Promise.all([lists.reload(), assessments.reload()])
  const book = createRuleRegistry({ ...deps, assessments, lists, resources }, 'code')
  await book.reload()
  const memories = new Map([places.root, places.eu].map((id: string) => [id, createVelocityMemory()]))
  const decided: { decision: string; rule: string | null }[] = []
  for (const { at, environmentId, request, enrichment, drawn, id } of events) {
    const seen = rebuildRuleInput(purchaseType, { request, enrichment, at }, countryOf, defaultProviders(countryOf))()
    const listReader: ListReader = {
      containsKey: (_list, _column, key) => at.getTime() >= listedFrom && key === listed,
      lookup: () => undefined,
      lookupClosest: () => undefined,
      supportStatus: () => undefined,
    }
    const scopeOf = (event: Json): Scope =>
      createScope({
        event,
        now: at,
        lists: listReader,
        random: () => 0.5,
        velocities: {
          read: (velocity, key, window) =>
            memories
              .get('environmentId' in velocity ? String(velocity.environmentId) : '')
              ?.read(velocity.name, key, window, at.getTime()) ?? 0,
        },
      })
    const run = await runChain((await book.loadChain(environmentId, 'purchase')) as PublishedChain, scopeOf(seen), {
      risk: drawn.score,
    })
    decided.push({ decision: run.decision, rule: run.rule?.id ?? null })
    for (const [owner, memory] of memories) {
      const sets = resources
        .velocitySets(environmentId)
        .filter(set => set.environmentId === owner)
        .map(set => set.compiled)
      await memory.update(
        sets,
        'Purchase',
        at.getTime(),
        () =>
          scopeOf(
            createVelocityEvent(seen, {
              decision: drawn.decision,
              reason: '',
              rule: null,
              clause: null,
              riskScore: drawn.score,
              reasonCodes: '',
            }),
          ),
        id,
      )
    }
  }
  return decided
}

it('the fast path has the outcome of the ordinary chain for every event and every rule', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(eventArbitrary, { minLength: 5, maxLength: 60 }),
      fc.array(fc.tuple(ruleArbitrary, fc.boolean()), { minLength: 1, maxLength: 5 }),
      ruleArbitrary,
      fc.boolean(),
      fc.integer({ min: 0, max: 10 }),
      async (drawn, published, changed, firstMatch, fromDay) => {
        const events = drawn.map(storedOf).toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
        const rules = published.map(([body, inEu], index) => ({
          id: randomUUID(),
          environmentId: inEu && index > 0 ? places.eu : places.root,
          body: { ...body, name: `Rule ${index}` },
        }))
        const tried = rules[0] ?? { id: '', environmentId: '', body: changed }
        await store(events)
        await publish(
          rules.map(rule => (rule === tried ? { ...rule, body: changed } : rule)),
          firstMatch,
        )
        const after = await oneByOne(events)
        await publish(rules, firstMatch)
        const before = await oneByOne(events)
        const from = new Date(start.getTime() + fromDay * 86_400_000)
        const inPeriod = events.flatMap((event, index) =>
          event.at >= from ? [{ event, before: before[index], after: after[index] }] : [],
        )
        if (inPeriod.length === 0) return
        const input: RunInput = {
          environmentId: places.root,
          eventType: 'purchase',
          ruleId: tried.id,
          branch: null,
          body: changed,
          from,
          to: now,
        }
        for (const readRows of [undefined, streamed.read]) {
          const found: ChangedEvent[] = []
          const result = await runBacktest(
            { db: bench.store.db, clock: () => now, log: silentLog, countryOf, readRows },
            input,
            {
              progress: (_events, _total, some) => {
                found.push(...some)
                return Promise.resolve()
              },
            },
          )
          expect(
            found.map(each => [each.eventId, each.before, each.after.decision, each.after.rule?.id ?? null]),
          ).toEqual(
            inPeriod
              .filter(each => each.before?.decision !== each.after?.decision)
              .map(each => [each.event.id, each.before?.decision, each.after?.decision, each.after?.rule ?? null]),
          )
          expect(result).toMatchObject({
            events: inPeriod.length,
            asDecided: inPeriod.filter(each => each.before?.decision === each.event.drawn.decision).length,
          })
          for (const rule of rules) {
            const count = (side: 'before' | 'after') =>
              result.rules.filter(each => each.ruleId === rule.id).reduce((sum, each) => sum + each[side], 0)
            expect([count('before'), count('after')]).toEqual([
              inPeriod.filter(each => each.before?.rule === rule.id).length,
              inPeriod.filter(each => each.after?.rule === rule.id).length,
            ])
          }
        }
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)
