import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DualRunReport } from '../../../contract/dual-runs/dual-run-report.ts'
import type { Scorecard } from '../../../contract/models/models.ts'
import { gzip } from '../../../engine/lib/gzip.ts'
import { sha256 } from '../../../engine/lib/sha256.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { NoEventsError } from '../../backtests/run/run-types.ts'
import { readFormerEvents } from '../formats/read-file.ts'
import {
  answerOf,
  type FormerSale,
  fileOf,
  insertList,
  insertRules,
  movedRules,
  requestOf,
  tracedMessage,
} from '../testing/former-system.ts'
import { runDual } from './run-dual.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertRules(db, movedRules)
  await insertList(db, 'Bad', [
    { from: '2025-01-01T00:00:00Z', keys: ['removed@x.example'] },
    { from: '2025-11-18T00:00:00Z', keys: ['added@x.example'] },
  ])
  await insertList(db, 'Guests', [{ from: '2025-11-18T00:00:00Z', keys: ['guest'] }])
})
afterAll(() => bench.close())

async function run(
  bytes: Uint8Array<ArrayBuffer>,
  {
    words = {},
    environmentId = places.root,
  }: { words?: Record<string, 'Reject' | 'Review'>; environmentId?: string } = {},
): Promise<DualRunReport> {
  return runDual(
    { db: bench.store.db, clock: () => now, log: silentLog, countryOf: () => null },
    {
      environmentId,
      file: { name: 'events.ndjson', bytes: bytes.length, sha256: await sha256(bytes) },
      events: await readFormerEvents(bytes, 'purchase'),
      words: new Map(Object.entries(words)),
    },
    () => Promise.resolve(),
  )
}

const day = (number: number, hour = 12): string => `2025-11-${number}T${hour}:00:00Z`
const same = (id: string, at: string, more: Partial<FormerSale> = {}): FormerSale => ({
  id,
  at,
  email: `${id}@x.example`,
  amount: 10,
  decision: 'Approve',
  rule: null,
  ...more,
})

/** Each difference has one cause, which its id names. */
const planted: FormerSale[] = [
  ...Array.from({ length: 20 }, (_, index) => same(`same-${index}`, day(10, 10 + (index % 10)))),
  same('counted-1', day(12, 11), { email: 'counted@x.example' }),
  same('counted-2', day(12, 12), { email: 'counted@x.example' }),
  same('counted-3', day(12, 13), { email: 'counted@x.example' }),
  same('counted-4', day(12, 14), { email: 'counted@x.example', decision: 'Reject', rule: 'Repeat' }),
  same('score-1', day(13), { decision: 'Review', rule: 'High score', score: 700, amount: 30 }),
  same('score-2', day(14), { decision: 'Review', rule: 'High score', score: 800, amount: 20 }),
  same('list-added', day(13), { email: 'added@x.example' }),
  same('list-removed', day(13, 13), { email: 'removed@x.example', decision: 'Reject', rule: 'Blocked people' }),
  same('list-new', day(13), { userId: 'guest' }),
  same('list-and-score', day(14), {
    email: 'added@x.example',
    decision: 'Review',
    rule: 'High score',
    score: 900,
  }),
  same('velocity-0', day(12), { email: 'velocity@x.example' }),
  same('velocity-1', day(13), { email: 'velocity@x.example', decision: 'Reject', rule: 'Repeat', amount: 40 }),
  same('order-1', day(13), { amount: 950, currency: 'EUR', decision: 'Reject', rule: 'Wholesale' }),
  same('field-1', day(13), { decision: 'Reject', rule: 'Shop', amount: 60 }),
  same('text-1', day(13), { decision: 'Reject', rule: 'Round sum', amount: 78 }),
  same('additional-1', day(13), { amount: 55 }),
  same('absent-1', day(13), { decision: 'Reject', rule: 'Vanished' }),
  same('unexplained-1', day(13), { decision: 'Review', rule: 'Abroad' }),
].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

/** The ids of the examples of each group. */
const byCause = (report: DualRunReport): Record<string, string[]> =>
  Object.fromEntries(
    report.groups.map(({ cause, detail, subject, other, withScore, examples }) => [
      [cause, detail, subject, other, withScore ? 'with score' : null].filter(part => part !== null).join(' | '),
      examples.map(({ eventId }) => eventId),
    ]),
  )

describe('a dual run', () => {
  it('names the cause of every planted difference', async () => {
    const report = await run(fileOf(planted.map(tracedMessage)))
    expect(byCause(report)).toEqual({
      'score | formerScore': ['score-1', 'score-2'],
      'list | formerList | Bad': ['list-added', 'list-removed'],
      'list | listEntry | Guests': ['list-new'],
      'list | formerList | Bad | with score': ['list-and-score'],
      'velocity | window | emailAttempts 7d': ['velocity-1'],
      'order | ruleOrder | Wholesale | Large order': ['order-1'],
      'field | absentField | customData.shop': ['field-1'],
      'rule | ruleText | Round sum: c': ['text-1'],
      'rule | additionalRule | Novelty: c': ['additional-1'],
      'rule | absentRule | Vanished': ['absent-1'],
      'unexplained | none': ['unexplained-1'],
    })
    const differing = 13
    expect(report).toMatchObject({
      compared: { events: planted.length },
      same: { events: planted.length - differing },
      differing: { events: differing },
      parity: Math.floor(((planted.length - differing) * 10_000) / planted.length) / 100,
      outOfOrder: 0,
      file: { format: 'eventTracing' },
    })
    expect(report.groups.find(({ cause }) => cause === 'score')).toMatchObject({ events: 2, amountUsd: 5000 })
    const example = (cause: string) => report.groups.find(group => group.cause === cause)?.examples[0]
    expect(example('velocity')).toMatchObject({
      actual: 1,
      required: 3,
      former: { decision: 'Reject', rule: 'Repeat', clause: 'c', riskScore: 100 },
      own: { decision: 'Approve', rule: null },
    })
    expect(example('score')).toMatchObject({ required: 700 })
    expect(example('field')).toMatchObject({ required: 'kiosk' })
  })

  it('gives the same report twice, and another digest for other rules', async () => {
    const bytes = fileOf(planted.map(tracedMessage))
    const [first, second] = [await run(bytes), await run(bytes)]
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    const { db } = bench.store
    await db.updateTable('rule').set({ position: 99 }).where('name', '=', 'Shop').execute()
    const third = await run(bytes)
    expect(third.ruleSet.sha256).not.toBe(first.ruleSet.sha256)
    await db.updateTable('rule').set({ position: 6 }).where('name', '=', 'Shop').execute()
    expect((await run(bytes)).ruleSet.sha256).toBe(first.ruleSet.sha256)
  })

  it('reads the same decisions from a log of the API, and from a search export', async () => {
    const logged = planted.map(sale => ({
      time: sale.at,
      path: '/v1.0/MerchantServices/events/Purchase?x=1',
      request: JSON.stringify(requestOf(sale)),
      response: answerOf(sale),
    }))
    const expected = await run(fileOf(planted.map(tracedMessage)))
    const fromLog = await run(fileOf([JSON.stringify(logged, null, 1)]))
    expect(fromLog.file.format).toBe('apiLog')
    expect(byCause(fromLog)).toEqual(byCause(expected))
    const rows = planted.map(sale =>
      [
        sale.at,
        sale.decision,
        sale.rule ?? '',
        sale.rule === null ? '' : 'c',
        sale.score ?? 100,
        sale.id,
        sale.amount,
        sale.currency ?? 'USD',
        sale.userId ?? sale.id,
        sale.email,
      ].join(),
    )
    const header =
      'at,decision,rule,clause,riskScore,request.purchaseId,request.totalAmount,request.currency,request.user.userId,request.user.email'
    const fromRows = await run(fileOf([`\uFEFF${header}`, ...rows]))
    expect(fromRows.file.format).toBe('searchExport')
    expect(fromRows.differing).toEqual(expected.differing)
    // Without the rules that ran, the order is as likely, and no more.
    expect(byCause(fromRows)).toEqual(byCause(expected))
  })

  it('sorts events by time, counts a repeated id once, and says what it left out', async () => {
    const sales = planted.map(tracedMessage)
    const [first, ...others] = sales
    const report = await run(
      fileOf([
        ...others.toReversed(),
        first ?? {},
        first ?? {},
        { name: 'FraudProtection.Observe.Chargeback', request: {} },
        { name: 'FraudProtection.Assessment.Toaster', request: {}, response: {} },
        { ...tracedMessage(same('silent', day(13))), response: undefined },
        { ...tracedMessage(same('timeless', day(13))), metadata: {} },
        { ...tracedMessage(same('invalid', day(13))), request: { totalAmount: 'much' } },
        tracedMessage(same('elsewhere', day(13), { environmentId: places.foreign })),
        { ...tracedMessage(same('word', day(13))), response: { resultDetails: { MerchantRuleDecision: 'Pending' } } },
        '{"name":"FraudProtection.Assessment.Pur',
      ]),
    )
    const expected = await run(fileOf(sales))
    expect(report.compared).toEqual(expected.compared)
    expect(byCause(report)).toEqual(byCause(expected))
    expect(report.outOfOrder).toBeGreaterThan(20)
    expect(report.skipped).toEqual({
      dataEvents: 1,
      unknownType: 1,
      noAnswer: 1,
      noTime: 1,
      invalid: 1,
      otherEnvironment: 1,
      duplicates: 1,
      unreadable: 1,
      unreadableLines: [sales.length + 9],
      words: [{ word: 'Pending', events: 1 }],
    })
  })

  it('reads a packed file as it reads the same file unpacked, in which pieces end within lines', async () => {
    const count = 600
    const text = Array.from({ length: count }, (_, index) =>
      JSON.stringify(tracedMessage(same(`ü${index}`, day(10, 10 + (index % 10))))),
    ).join('\r\n')
    const whole = new TextEncoder().encode(`\uFEFF\n\n${text}\n{"name":"Fräud`)
    const expected = await readFormerEvents(whole, 'purchase')
    expect(expected).toMatchObject({ format: 'eventTracing', unreadable: 1, unreadableLines: [count + 3] })
    expect(expected.events).toHaveLength(count)
    const packed = await gzip(whole)
    expect(await readFormerEvents(packed, 'purchase')).toEqual(expected)
    await expect(readFormerEvents(packed, 'purchase', whole.length - 1)).rejects.toMatchObject({ code: 'tooLong' })
    await expect(readFormerEvents(whole, 'purchase', whole.length - 1)).rejects.toMatchObject({ code: 'tooLong' })
    expect(await readFormerEvents(packed, 'purchase', whole.length)).toEqual(expected)
  })

  it('scores events with the model and the history of the environment that decides them', async () => {
    const { db } = bench.store
    const model = (environmentId: string, scorecard: Omit<Scorecard, 'format'>) => ({
      environment_id: environmentId,
      kind: 'risk' as const,
      version: 1,
      id: randomUUID(),
      state: 'active' as const,
      scorecard: JSON.stringify({ format: 1, ...scorecard }),
      card: JSON.stringify({}),
      rows: 0,
      auc: 0.5,
      trained_at: now,
      trained_by_name: null,
    })
    // Above, everything is risky. In the EU an address is once it has bought there; in the US nothing was trained.
    const second = { id: 'events.email.7d', cuts: [1], weights: [-20, 0], unknown: -20 }
    await db
      .insertInto('model_version')
      .values([
        model(places.root, { intercept: 5, features: [] }),
        model(places.eu, { intercept: 0, features: [second] }),
      ])
      .execute()
    const sold = (id: string, hour: number, environmentId: string, more: Partial<FormerSale> = {}): object =>
      tracedMessage(same(id, day(13, hour), { email: 'buyer@x.example', environmentId, ...more }))
    const report = await run(
      fileOf([
        sold('above', 10, places.root, { decision: 'Review', rule: 'High score', score: 999 }),
        sold('eu-first', 11, places.eu),
        sold('eu-second', 12, places.eu),
        sold('us', 13, places.us, { email: 'other@x.example' }),
      ]),
    )
    await db.deleteFrom('model_version').execute()
    expect(byCause(report)).toEqual({ 'score | formerScore': ['eu-second'] })
    expect(report).toMatchObject({ compared: { events: 4 }, same: { events: 3 } })
    const example = report.groups[0]?.examples[0]
    expect(example?.own).toMatchObject({ decision: 'Review', rule: 'High score', riskScore: 682 })
  })

  it('compares words of the former system once they are named', async () => {
    const bytes = fileOf([
      tracedMessage(same('plain', day(13))),
      {
        ...tracedMessage(same('declined', day(13), { email: 'added@x.example' })),
        response: {
          resultDetails: { MerchantRuleDecision: 'Declined', PolicyApplied: 'Blocked people', ClauseName: 'c' },
        },
      },
    ])
    expect((await run(bytes)).compared.events).toBe(1)
    expect(await run(bytes, { words: { declined: 'Reject' } })).toMatchObject({
      compared: { events: 2 },
      parity: 100,
      sameRule: 2,
      groups: [],
    })
  })

  it('refuses files without answers, and environments without rules', async () => {
    await expect(readFormerEvents(fileOf([]), 'purchase')).rejects.toMatchObject({ code: 'empty' })
    await expect(readFormerEvents(fileOf(['[{"a":']), 'purchase')).rejects.toMatchObject({ code: 'notJson' })
    await expect(
      readFormerEvents(fileOf([{ ...tracedMessage(same('a', day(13))), response: null }]), 'purchase'),
    ).rejects.toMatchObject({ code: 'noAnswers' })
    await expect(
      readFormerEvents(fileOf([{ name: 'FraudProtection.Audit', audit: {} }]), 'purchase'),
    ).rejects.toMatchObject({ code: 'noEvents' })
    await expect(readFormerEvents(new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]), 'purchase')).rejects.toMatchObject({
      code: 'damaged',
    })
    const bytes = fileOf(planted.map(tracedMessage))
    await expect(run(bytes, { environmentId: places.foreign })).rejects.toBeInstanceOf(NoEventsError)
  })
})
