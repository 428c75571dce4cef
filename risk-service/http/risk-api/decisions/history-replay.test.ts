import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleBody } from '../../../contract/index.ts'
import type { HistoryOutcomes, TimeMachineResult } from '../../../contract/uploads/time-machine.ts'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { runHistory } from '../../../features/backtests/history/run-history.ts'
import { NoEventsError } from '../../../features/backtests/run/run-types.ts'
import { createVerdictReader } from '../../../features/reports/read-verdicts.ts'
import { labelPath, minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

/*
 * A worked example of the time machine: a small history that is imported, labels and chargebacks, and figures that are
 * computed by hand. Dollars by the rates of the European Central Bank of the end of 2024 and by fixed pegs.
 */

const hour = 3_600_000
const dayLength = 24 * hour
/** Midnight in UTC, sixty days ago. */
const base = Math.floor(Date.now() / dayLength) * dayLength - 60 * dayLength

interface Bought {
  id: string
  /** Hours since `base`. */
  at: number
  user: string
  amount: number
  currency: string
  /** US cents; null: the currency has no rate. */
  cents: number | null
  decision: 'Approve' | 'Review' | 'Reject'
  verdict: 'fraud' | 'good' | 'unknown'
}
const bought: readonly Bought[] = [
  {
    id: 't1',
    at: 0.1,
    user: 'thief',
    amount: 100,
    currency: 'EUR',
    cents: 103_89,
    decision: 'Approve',
    verdict: 'fraud',
  },
  {
    id: 't2',
    at: 0.7,
    user: 'thief',
    amount: 20_000,
    currency: 'JPY',
    cents: 127_43,
    decision: 'Approve',
    verdict: 'fraud',
  },
  // Two attempts in the two hours before.
  { id: 't3', at: 1.2, user: 'thief', amount: 50, currency: 'USD', cents: 50_00, decision: 'Reject', verdict: 'fraud' },
  // The attempts are seven hours ago by now.
  {
    id: 't4',
    at: 9,
    user: 'thief',
    amount: 60,
    currency: 'USD',
    cents: 60_00,
    decision: 'Approve',
    verdict: 'unknown',
  },
  { id: 'a1', at: 10, user: 'ana', amount: 10, currency: 'GBP', cents: 12_53, decision: 'Approve', verdict: 'good' },
  {
    id: 'a2',
    at: 11,
    user: 'ana',
    amount: 3672.5,
    currency: 'AED',
    cents: 1000_00,
    decision: 'Reject',
    verdict: 'good',
  },
  { id: 'a3', at: 15, user: 'ana', amount: 375, currency: 'SAR', cents: 100_00, decision: 'Review', verdict: 'good' },
  { id: 'a4', at: 20, user: 'ana', amount: 5, currency: 'KWD', cents: null, decision: 'Approve', verdict: 'fraud' },
  // Of an account that a label names, forty days later.
  {
    id: 'm1',
    at: 40 * 24,
    user: 'mallory',
    amount: 70,
    currency: 'USD',
    cents: 70_00,
    decision: 'Approve',
    verdict: 'fraud',
  },
]
/** Outcomes by hand. */
function byHand(events: readonly Bought[]): HistoryOutcomes {
  const cell = (verdict: string, decision: string) => {
    const its = events.filter(each => each.verdict === verdict && each.decision === decision)
    return { events: its.length, amountUsd: its.reduce((sum, each) => sum + (each.cents ?? 0), 0) }
  }
  const row = (verdict: string) => ({
    Approve: cell(verdict, 'Approve'),
    Review: cell(verdict, 'Review'),
    Challenge: cell(verdict, 'Challenge'),
    Reject: cell(verdict, 'Reject'),
  })
  return { fraud: row('fraud'), good: row('good'), unknown: row('unknown') }
}

const rule = (name: string, text: string): RuleBody => ({
  name,
  description: '',
  condition: '',
  sample: { payload: {}, riskScore: 0 },
  clauses: [{ name: 'c', section: 'prior', text }],
})

let api: RiskApiUnderTest
const ruleIds: Record<string, string> = {}
beforeAll(async () => {
  api = await startRiskApi({ velocities: ports => openVelocityStore(ports, { timeoutMs: 5000 }) })
  const setId = randomUUID()
  const published = { version: 1, published_by: randomUUID(), published_by_name: 'Test', published_at: new Date() }
  const body = {
    name: 'Tries',
    description: '',
    condition: '',
    velocities: [{ text: 'SELECT Count() AS tries FROM Purchase GROUPBY @"user.userId"' }],
  }
  await api.store.db
    .insertInto('velocity_set')
    .values({
      ...published,
      id: setId,
      environment_id: api.ids.root,
      name: body.name,
      status: 'active',
      body: JSON.stringify(body),
    })
    .execute()
  await api.store.db
    .insertInto('velocity')
    .values({ environment_id: api.ids.root, name: 'tries', id: randomUUID(), set_id: setId })
    .execute()
  for (const [name, text] of [
    ['Often', 'RETURN Reject() WHEN Velocity.tries(@"user.userId", 2h) >= 2'],
    ['Large', 'RETURN Reject() WHEN @"totalAmount" > 3000 && @"currency" != "JPY"'],
    ['Medium', 'RETURN Review() WHEN @"totalAmount" > 300 && @"currency" != "JPY"'],
  ] as const)
    ruleIds[name] = await api.addRule(api.ids.root, rule(name, text))
  for (const { id, at, user, amount, currency } of bought) {
    const { status, text } = await api.send(
      minimalPurchase({
        purchaseId: id,
        merchantLocalDate: new Date(base + at * hour).toISOString(),
        totalAmount: amount,
        currency,
        user: { userId: user },
      }),
      { headers: { 'x-assay-backfill': 'true' } },
    )
    expect([status, text]).toEqual([200, text])
  }
  for (const [id, isFraud] of [
    ['t1', true],
    ['t3', true],
    ['a1', false],
    ['a2', false],
  ] as const)
    await label('Purchase', id, isFraud)
  await label('Account', 'mallory', true)
  await later('Chargeback', { chargebackId: 'c-t2', purchaseId: 't2', userId: 'thief', status: 'Accepted' })
  for (const [status, day] of [
    ['Inquiry', 5],
    ['Reversed', 9],
  ] as const)
    await later('Chargeback', { chargebackId: 'c-a3', purchaseId: 'a3', userId: 'ana', status }, day)
  await later('Refund', {
    refundId: 'r-a4',
    purchaseId: 'a4',
    userId: 'ana',
    status: 'Approved',
    reason: 'FraudRefund',
  })
  // An approval of the bank is no proof: the purchase stays unknown.
  await later('BankEvent', { bankEventId: 'b-t4', purchaseId: 't4', type: 'Auth', status: 'Approved' })
})
afterAll(() => api.close())

async function label(labelObjectType: string, labelObjectId: string, isFraud: boolean): Promise<void> {
  const { status, text } = await api.send(
    {
      labelObjectType,
      labelObjectId,
      isFraud,
      labelSource: 'CustomerEscalation',
      eventTimeStamp: new Date(base + 50 * dayLength).toISOString(),
      _metadata: { trackingId: randomUUID() },
    },
    { path: labelPath },
  )
  expect([status, text]).toEqual([200, text])
}
async function later(event: string, body: object, day = 3): Promise<void> {
  const { status, text } = await api.send(
    { ...body, bankEventTimestamp: new Date(base + day * dayLength).toISOString(), _metadata: {} },
    { path: `/v1.0/MerchantServices/events/${event}` },
  )
  expect([status, text]).toEqual([200, expect.stringMatching(/"succeeded":true/i)])
}
const run = (
  {
    from = new Date(base),
    body = null,
    ruleId = null,
  }: { from?: Date; body?: RuleBody | null; ruleId?: string | null } = {},
  environmentId = api.ids.root,
): Promise<TimeMachineResult> =>
  runHistory(
    { ...api.ports, countryOf: () => null, readVerdicts: createVerdictReader(api.store.db) },
    { environmentId, eventType: 'purchase', ruleId, body, from, to: new Date() },
    { progress: () => Promise.resolve() },
  )

test('the worked example has the figures that were computed by hand', async () => {
  const result = await run()
  expect(result.outcomes).toEqual(byHand(bought))
  // USD 50.00 of 351.32 of fraud would have been stopped.
  expect(result.outcomes.fraud.Reject).toEqual({ events: 1, amountUsd: 50_00 })
  expect(result.outcomes.fraud.Approve).toEqual({ events: 4, amountUsd: 301_32 })
  expect(result.signals).toEqual({ label: 5, chargeback: 1, refund: 1, reversal: 1 })
  expect(result.withoutAmount).toBe(1)
  expect([result.first, result.last]).toEqual([0.1, 40 * 24].map(at => new Date(base + at * hour).toISOString()))
  expect(result.activeRules).toBe(3)
})

test('the decisions are those that the service made of the same events one by one', async () => {
  const { compared } = await run()
  expect(compared).toEqual({ events: bought.length, before: byHand(bought), after: byHand(bought) })
})

test('what became known of an event has the date of the signal, not that of its arrival', async () => {
  const events = await api.store.db
    .selectFrom('event')
    .select(['event_id as eventId', 'external_id as externalId', 'at'])
    .where('environment_id', '=', api.ids.root)
    .orderBy('at')
    .execute()
  const read = createVerdictReader(api.store.db)
  const verdicts = await read(
    api.ids.root,
    'purchase',
    events.map(event => ({ ...event, at: event.at.getTime() })),
  )
  const known = Object.fromEntries(
    events.flatMap(({ eventId, externalId }) => {
      const verdict = verdicts?.get(eventId)
      return verdict === undefined ? [] : [[externalId, [verdict.signal, (verdict.knownAt - base) / dayLength]]]
    }),
  )
  expect(known).toEqual({
    t1: ['label', 50],
    t2: ['chargeback', 3],
    t3: ['label', 50],
    a1: ['label', 50],
    a2: ['label', 50],
    a3: ['reversal', 9],
    a4: ['refund', 3],
    m1: ['label', 50],
  })
})

test('figures are told apart by rule and by month, and sum to the whole', async () => {
  const { rules, months, outcomes } = await run()
  expect(
    rules.map(({ rule: name, decision, fraud, good, unknown }) => [name, decision, fraud, good.events, unknown.events]),
  ).toEqual([
    ['Often', 'Reject', { events: 1, amountUsd: 50_00 }, 0, 0],
    ['Large', 'Reject', { events: 0, amountUsd: 0 }, 1, 0],
    ['Medium', 'Review', { events: 0, amountUsd: 0 }, 1, 0],
  ])
  expect(rules.map(({ ruleId }) => ruleId)).toEqual([ruleIds.Often, ruleIds.Large, ruleIds.Medium])
  const monthOf = ({ at }: Bought) => new Date(base + at * hour).toISOString().slice(0, 7)
  const names = [...new Set(bought.map(monthOf))]
  expect(months.map(({ month }) => month)).toEqual(names)
  for (const { month, outcomes: own } of months)
    expect(own).toEqual(byHand(bought.filter(each => monthOf(each) === month)))
  expect(outcomes).toEqual(byHand(bought))
})

test('each block has its examples, the largest amounts first', async () => {
  const { examples } = await run()
  const ids = (rows: readonly { externalId: string }[]) => rows.map(({ externalId }) => externalId)
  expect(ids(examples.stopped)).toEqual(['t3'])
  expect(ids(examples.missed)).toEqual(['t2', 't1', 'm1', 'a4'])
  expect(ids(examples.wronglyStopped)).toEqual(['a2'])
  expect(ids(examples.review)).toEqual(['a3'])
  expect(examples.stopped[0]).toMatchObject({ amountUsd: 50_00, decision: 'Reject', rule: 'Often', verdict: 'fraud' })
})

test('a rule that is tried replaces its published text, or runs after the others', async () => {
  // Three attempts in two hours: nobody has them.
  const edited = await run({
    ruleId: ruleIds.Often ?? null,
    body: rule('Often', 'RETURN Reject() WHEN Velocity.tries(@"user.userId", 2h) >= 3'),
  })
  expect(edited.outcomes.fraud.Reject.events).toBe(0)
  expect(edited.activeRules).toBe(3)
  // What was decided stays as it was.
  expect(edited.compared?.before).toEqual(byHand(bought))
  const added = await run({
    ruleId: randomUUID(),
    body: rule('Mallory', 'RETURN Reject() WHEN @"user.userId" == "mallory"'),
  })
  expect(added.outcomes.fraud.Reject).toEqual({ events: 2, amountUsd: 120_00 })
  expect(added.activeRules).toBe(4)
})

test('events before the period fill velocities and are in no figure', async () => {
  const result = await run({ from: new Date(base + hour) })
  expect(result.outcomes).toEqual(byHand(bought.filter(({ at }) => at >= 1)))
  expect(result.outcomes.fraud.Reject.events).toBe(1)
})

test('an event of an uploaded file has neither score nor decision of its time, and is counted as such', async () => {
  const { db } = api.store
  const ofEvent = () => db.updateTable('event').where('external_id', '=', 'a1')
  const { risk_score: score, decision } = await db
    .selectFrom('event')
    .select(['risk_score', 'decision'])
    .where('external_id', '=', 'a1')
    .executeTakeFirstOrThrow()
  expect((await run()).scores).toEqual({ stored: bought.length, fitted: 0, none: 0, read: false })
  await ofEvent().set({ risk_score: -1, decision: 'None' }).execute()
  const result = await run()
  expect(result.scores).toEqual({ stored: bought.length - 1, fitted: 0, none: 1, read: false })
  expect(result.compared?.events).toBe(bought.length - 1)
  expect(result.outcomes).toEqual(byHand(bought))
  // A rule reads 0 where there is no score.
  const low = await run({
    ruleId: randomUUID(),
    body: {
      ...rule('Low', ''),
      clauses: [{ name: 'c', section: 'postRisk', text: 'RETURN Reject() WHEN @"riskScore" < 0' }],
    },
  })
  expect(low.scores.read).toBe(true)
  expect(low.outcomes).toEqual(byHand(bought))
  await ofEvent().set({ risk_score: score, decision }).execute()
})

test('nothing is read of another tenant or of a sandbox', async () => {
  await expect(run({}, api.ids.foreign)).rejects.toThrow(NoEventsError)
  await expect(run({}, api.ids.sandbox)).rejects.toThrow(NoEventsError)
})
