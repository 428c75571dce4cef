import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleBody } from '../../../contract/index.ts'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
const published = { version: 1, status: 'active', published_by: randomUUID(), published_by_name: 'Test' } as const
beforeAll(async () => {
  api = await startRiskApi({
    // A busy machine must not delay a purchase: late ones are accepted and not counted.
    purchaseTimeoutMs: 5000,
    velocities: ports => openVelocityStore(ports, { foldIntervalMs: 50, timeoutMs: 5000 }),
  })
  const setId = randomUUID()
  const texts = [
    'SELECT Count() AS orders FROM Purchase GROUPBY @"user.userId"',
    'SELECT DistinctCount(@"user.userId") AS users FROM Purchase GROUPBY @"user.email"',
  ]
  await api.store.db
    .insertInto('velocity_set')
    .values({
      ...published,
      id: setId,
      environment_id: api.ids.root,
      name: 'Orders',
      published_at: new Date(),
      body: JSON.stringify({
        name: 'Orders',
        description: '',
        condition: '',
        velocities: texts.map(text => ({ text })),
      }),
    })
    .execute()
  await api.store.db
    .insertInto('velocity')
    .values(['orders', 'users'].map(name => ({ environment_id: api.ids.root, name, id: randomUUID(), set_id: setId })))
    .execute()
  await api.engine.reloadRules()
  const branchId = randomUUID()
  const experiment = { environment_id: api.ids.root, event_type: 'purchase', name: 'Next' }
  await api.store.db
    .insertInto('rule_branch')
    .values({ ...experiment, id: branchId, api_name: 'next', created_by: randomUUID(), created_by_name: 'Test' })
    .execute()
  await addRule('production', 'RETURN Review("more") WHEN Velocity.orders(@"user.userId", 7d) > 1')
  await addRule(
    'next',
    'RETURN Review("more"), Output(orders = Velocity.orders(@"user.userId", 7d), users = Velocity.users(@"user.email", 7d))',
  )
  await api.store.db
    .insertInto('rule_experiment')
    .values({
      ...experiment,
      id: randomUUID(),
      branch_id: branchId,
      share: 100,
      ends_at: null,
      call_external: false,
      started_by: randomUUID(),
      started_by_name: 'Test',
      started_at: new Date(),
      stopped_at: null,
    })
    .execute()
  await api.engine.reloadRules()
})
afterAll(() => api.close())

async function addRule(branch: string, text: string): Promise<void> {
  const body: RuleBody = {
    name: `Rule of ${branch}`,
    description: '',
    condition: '',
    clauses: [{ name: 'c', section: 'prior', text }],
    sample: { payload: {}, riskScore: 0 },
  }
  await api.store.db
    .insertInto('rule')
    .values({
      ...published,
      id: randomUUID(),
      environment_id: api.ids.root,
      event_type: 'purchase',
      type: 'decision',
      branch,
      name: body.name,
      position: 1,
      body: JSON.stringify(body),
    })
    .execute()
}

/** What the branch read at each of the events, in their order. */
async function branchReads(count: number): Promise<unknown[]> {
  const query = api.store.db.selectFrom('shadow_run').select('outputs').orderBy('at').orderBy('event_id')
  let runs = await query.execute()
  for (let tries = 0; tries < 100 && runs.length < count; tries++) {
    await new Promise(resolve => setTimeout(resolve, 30))
    runs = await query.execute()
  }
  return runs.map(({ outputs }) => (outputs as { c: unknown }).c)
}

test('an experiment reads velocities as production does: without the event itself, also those that production does not read', async () => {
  const decisions: unknown[] = []
  for (const userId of ['ann', 'ann', 'ben', 'ann']) {
    const { json } = await api.send(minimalPurchase({ user: { userId, email: 'shared@example.com' } }))
    decisions.push((json.resultDetails as Record<string, unknown>)['MerchantRuleDecision'])
  }
  expect(decisions).toEqual(['Approve', 'Approve', 'Approve', 'Review'])
  expect(await branchReads(4)).toEqual([
    { orders: 0, users: 0 },
    { orders: 1, users: 1 },
    { orders: 0, users: 1 },
    { orders: 2, users: 2 },
  ])
})
