import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { findContributingEvents, loadValues } from '../../../features/velocities/velocity-values.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi({ velocities: ports => openVelocityStore(ports, { foldIntervalMs: 50, timeoutMs: 5000 }) })
  const clause = (text: string) => [{ name: 'many', section: 'prior' as const, text }]
  const sample = { payload: {}, riskScore: 0 }
  await api.addRule(api.ids.root, {
    name: 'Above',
    description: '',
    condition: '',
    sample,
    clauses: clause('OBSERVE Output(above = Velocity.emailAttempts(@"user.email", 1h))'),
  })
  await api.addRule(api.ids.child, {
    name: 'Often',
    description: '',
    condition: '',
    sample,
    clauses: clause(
      'RETURN Reject("often") WHEN Velocity.emailAttempts(@"user.email", 10m) >= 2 && Velocity.emailAttempts(@"user.email", 90d) >= 2',
    ),
  })
  await api.engine.reloadRules()
})
afterAll(() => api.close())

let number = 0
async function send(
  email: string,
  { environment = api.ids.child, id = `v-${++number}`, path = undefined as string | undefined } = {},
) {
  const answer = await api.send(
    minimalPurchase({
      purchaseId: id,
      user: { userId: `u-${email}`, email },
      deviceContext: { deviceContextId: 'd', ipAddress: '203.0.113.9' },
    }),
    {
      ...(path === undefined ? {} : { path }),
      headers: { 'x-ms-dfpenvid': environment, 'x-dfp-diagnostics': 'true' },
    },
  )
  const details = answer.json.resultDetails as {
    MerchantRuleDecision: string
    MerchantRuleOutput?: { many: { above: string } }
    Diagnostics: { velocities: object[] }
  }
  return {
    id,
    decision: details.MerchantRuleDecision,
    above: Number(details.MerchantRuleOutput?.many.above),
    velocities: details.Diagnostics.velocities,
  }
}

test('an event is not in what its rules read; the next one is, in its environment and the ones above; repeats add nothing', async () => {
  const first = await send('a@example.com')
  expect(first).toMatchObject({ decision: 'Approve', above: 0 })
  expect(await send('a@example.com')).toMatchObject({ decision: 'Approve', above: 1 })
  await send('a@example.com', { id: first.id })
  expect(await send('a@example.com')).toMatchObject({ decision: 'Reject', above: 2 })
  expect(await send('b@example.com')).toMatchObject({ decision: 'Approve', above: 0 })
  // The environment above has an additional one, which the one below does not read.
  expect(await send('b@example.com', { environment: api.ids.root })).toMatchObject({ above: 1 })
  expect(await send('b@example.com')).toMatchObject({ decision: 'Approve', above: 2 })
})

test('the values of now and the events behind them, for the environment and those below', async () => {
  const now = new Date()
  const { velocities } = api.engine
  const queries = [
    ['emailAttempts', 'a@example.com'],
    ['emailRejections', 'a@example.com'],
    ['emailIps', 'a@example.com'],
    ['ipEmails', '203.0.113.9'],
    ['nothing', 'a@example.com'],
  ] as const
  const values = await loadValues(
    velocities,
    api.ids.child,
    queries.map(([velocity, key]) => ({ velocity, key, window: '1d' })),
    now,
  )
  expect(values.map(({ value }) => value)).toEqual([3, 1, 1, 2, null])
  const behind = (environmentId: string, scope: string[], velocity: string, limit = 50) =>
    findContributingEvents(
      { db: api.store.db, scope, velocities },
      {
        environmentId,
        velocity,
        key: velocity.startsWith('ip') ? '203.0.113.9' : 'a@example.com',
        window: '1d',
        at: new Date(),
        limit,
      },
    )
  const { rows, complete } = await behind(api.ids.child, [api.ids.child], 'emailAttempts')
  expect([rows.length, complete, rows[0]?.decision]).toEqual([3, true, 'Reject'])
  expect(await behind(api.ids.child, [api.ids.child], 'emailAttempts', 2)).toMatchObject({
    rows: { length: 2 },
    complete: false,
  })
  expect(
    (await behind(api.ids.root, [api.ids.root, api.ids.child], 'ipEmails')).rows.map(row => row.contribution).sort(),
  ).toEqual(['a@example.com', 'a@example.com', 'a@example.com', 'b@example.com', 'b@example.com', 'b@example.com'])
  await expect(behind(api.ids.child, [api.ids.child], 'nothing')).rejects.toThrow('no velocity')
})

test('a velocity that cannot be read counts as 0 and says so in the answer and with the event [FQL4009]', async () => {
  await sql`alter table velocity_hour rename to velocity_hour_away`.execute(api.store.db)
  try {
    const sent = await send('new@example.com')
    expect(sent).toMatchObject({
      decision: 'Approve',
      above: 0,
      velocities: [{ code: 'FQL4009', status: 'ReadFailure', rule: 'Above' }],
    })
  } finally {
    await sql`alter table velocity_hour_away rename to velocity_hour`.execute(api.store.db)
  }
  expect(await send('new@example.com')).toMatchObject({ above: 1, velocities: [] })
})

test('buckets of seconds and minutes exist for the velocities that rules read so finely, and not for the rest', async () => {
  const sample = { payload: {}, riskScore: 0 }
  const outputs = async (text: string) => {
    const email = `${randomUUID()}@example.com`
    await send(email)
    await api.addRule(api.ids.child, {
      name: text,
      description: '',
      condition: '',
      sample,
      clauses: [{ name: 'fine', section: 'prior', text: `OBSERVE Output(fine = ${text})` }],
    })
    return (await send(email)).velocities
  }
  // A rule of the environment reads attempts by minutes from the start on; no rule read those of addresses before.
  expect(await outputs('Velocity.emailAttempts(@"user.email", 9m)')).toEqual([])
  expect(await outputs('Velocity.emailIps(@"user.email", 9m)')).toMatchObject([
    { code: 'FQL4009', status: 'ReadFailure' },
  ])
})
