import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RuleBody } from '../../../contract/index.ts'
import { loadStoredDecision } from '../../../features/review/stored-decisions.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.store.db.deleteFrom('rule').execute()
  await api.engine.reloadRules()
})

const rule = (name: string, text: string): RuleBody => ({
  name,
  description: '',
  condition: '',
  sample: { payload: {}, riskScore: 0 },
  clauses: [{ name: 'c', text, section: 'postRisk' }],
})
async function decided(more: Record<string, unknown>) {
  const { json } = await api.send(minimalPurchase({ deviceContext: { deviceContextId: 'd' }, ...more }))
  return String((json.resultDetails as Record<string, unknown>).PurchaseId)
}
const counterfactualsOf = async (id: string, environmentId = api.ids.root) => {
  const stored = await loadStoredDecision(api.store.db, { environmentId, eventType: 'purchase', id })
  return stored && api.engine.counterfactuals(stored)
}

test('a purchase that was decided says what would have decided it otherwise, facts of enrichment included', async () => {
  await api.addRule(
    api.ids.root,
    rule(
      'Dear',
      'RETURN Reject() WHEN @"calculatedFeatures.totalAmountInUSD" > 100 && @"calculatedFeatures.emailFree" == true',
    ),
  )
  const id = await decided({ totalAmount: 150.5, currency: 'USD', user: { userId: 'u', email: 'someone@gmail.com' } })
  expect(await counterfactualsOf(id)).toMatchObject({
    state: 'ready',
    rule: 'Dear',
    clause: 'c',
    changedSince: false,
    counterfactuals: [
      {
        decision: 'Approve',
        changes: [{ name: 'calculatedFeatures.totalAmountInUSD', now: 150.5, to: 100 }],
        today: false,
      },
      { decision: 'Approve', changes: [{ name: 'calculatedFeatures.emailFree', now: true, to: false }] },
    ],
  })
  expect(await counterfactualsOf(id, api.ids.foreign)).toBeNull()
})

test('counterfactuals use the rules of their time, also after a change, and are missing once the rules are gone', async () => {
  const ruleId = await api.addRule(api.ids.root, rule('Dear', 'RETURN Reject() WHEN @"totalAmount" > 100'))
  const id = await decided({ totalAmount: 150.5, currency: 'USD' })
  const old = JSON.stringify(rule('Dear', 'RETURN Reject() WHEN @"totalAmount" > 100'))
  await api.store.db
    .insertInto('rule_version')
    .values({
      rule_id: ruleId,
      version: 1,
      environment_id: api.ids.root,
      event_type: 'purchase',
      name: 'Dear',
      status: 'active',
      body: old,
      published_by: randomUUID(),
      published_by_name: 'Test',
    })
    .execute()
  await api.store.db
    .updateTable('rule')
    .set({ version: 2, body: JSON.stringify(rule('Dear', 'RETURN Reject() WHEN @"totalAmount" > 9000')) })
    .where('id', '=', ruleId)
    .execute()
  await api.engine.reloadRules()
  expect(await counterfactualsOf(id)).toMatchObject({
    state: 'ready',
    changedSince: true,
    counterfactuals: [{ decision: 'Approve', changes: [{ name: 'totalAmount', to: 100 }] }],
  })
  await api.store.db.deleteFrom('rule_version').where('rule_id', '=', ruleId).execute()
  expect(await counterfactualsOf(id)).toMatchObject({ state: 'ruleChanged', counterfactuals: [] })
})

test('an event that no rule looked at has nothing to say', async () => {
  expect(await counterfactualsOf(await decided({}))).toMatchObject({ state: 'noRules', counterfactuals: [] })
})

test('the counterfactuals of many rules delay no decision', async () => {
  const text = (least: number) =>
    `RETURN Reject() WHEN @"totalAmount" > ${least} && @"currency" == "USD" && @"calculatedFeatures.emailFree" == true`
  await api.store.db
    .insertInto('rule')
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        id: randomUUID(),
        environment_id: api.ids.root,
        event_type: 'purchase',
        name: `Many ${n}`,
        status: 'active' as const,
        position: n + 1,
        version: 1,
        published_by: randomUUID(),
        published_by_name: 'Test',
        body: JSON.stringify({
          ...rule(`Many ${n}`, ''),
          clauses: [1, 2, 3].map(clause => ({
            name: `c${clause}`,
            section: 'postRisk',
            text: text(1000 * n + 100 * clause + 100),
          })),
        }),
      })),
    )
    .execute()
  await api.engine.reloadRules()
  const id = await decided({ totalAmount: 150.5, currency: 'USD', user: { userId: 'u', email: 'someone@gmail.com' } })
  const stored = await loadStoredDecision(api.store.db, { environmentId: api.ids.root, eventType: 'purchase', id })
  if (stored === null) throw new Error('not stored')
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const { state, counterfactuals } = await api.engine.counterfactuals(stored)
  clearInterval(timer)
  expect([state, counterfactuals.length > 0]).toEqual(['ready', true])
  expect(turns).toBeGreaterThan(3)
})
