import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleType } from '../../../contract/index.ts'
import { type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
  await api.store.db
    .insertInto('assessment')
    .values({
      id: randomUUID(),
      environment_id: api.ids.root,
      kind: 'wizard',
      template: 'Custom',
      api_name: 'Refunds',
      friendly_name: 'Refunds',
      schema: JSON.stringify({ sections: [], custom: [] }),
      settings: '{}',
      observations: '[]',
      has_label: false,
      sample: '{}',
      created_by: randomUUID(),
      created_by_name: 'Test',
    })
    .execute()
  await api.engine.reloadRules()
})
afterAll(() => api.close())

let position = 0
async function add(type: RuleType, text: string, environment = api.ids.root, branch = 'production'): Promise<void> {
  position += 1
  await api.store.db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: environment,
      event_type: 'Refunds',
      type,
      branch,
      name: `Rule ${position}`,
      status: 'active',
      position,
      version: 1,
      published_by: randomUUID(),
      published_by_name: 'Test',
      body: JSON.stringify({
        name: `Rule ${position}`,
        description: '',
        condition: '',
        clauses: [{ name: `c${position}`, section: 'prior', text }],
        sample: { payload: {}, riskScore: 0 },
      }),
    })
    .execute()
}
async function send(environment?: string, path = '') {
  const answer = await api.send(
    { metadata: { eventId: randomUUID(), timestamp: new Date().toISOString() }, custom: { tier: 'gold' } },
    {
      path: `/v1.0/assessment/Refunds${path}`,
      ...(environment === undefined ? {} : { headers: { 'x-ms-dfpenvid': environment } }),
    },
  )
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.json as { decisionDetails: Record<string, unknown>; customProperties: Record<string, unknown> }
}

test('the actions of a wizard assessment run after every decision, parents first, and their pairs reach the answer', async () => {
  await add(
    'postDecision',
    'DO SetResponse(by = "parent", tier = @"custom.tier".ToString()) WHEN Response.Decision() == "Review"',
  )
  await add('postDecision', 'DO SetResponse(by = "child")', api.ids.child)
  await add('postDecision', 'DO SetResponse("kyc", level = GetVariable("level").AsInt())', api.ids.child)
  await add('decision', 'DO SetVariables(level = 2)')
  await add('decision', 'RETURN Review("look"), Output(seen = true)')
  // Not run: the parent decided. Its action runs nevertheless, whatever the evaluation of the parent.
  await add('decision', 'RETURN Reject("child")', api.ids.child)
  await api.store.db
    .insertInto('rule_setting')
    .values({ environment_id: api.ids.root, event_type: 'Refunds', evaluation: 'first' })
    .execute()
  await api.engine.reloadRules()
  expect(await send()).toMatchObject({
    decisionDetails: { merchantRuleDecision: 'Approve', rule: 'Default' },
    customProperties: {},
  })
  await api.store.db.updateTable('rule_setting').set({ evaluation: 'all' }).execute()
  await api.engine.reloadRules()
  expect((await send()).customProperties).toEqual({ c5: { seen: true }, by: 'parent', tier: 'gold' })
  expect(await send('/primary/xyz')).toMatchObject({
    decisionDetails: { merchantRuleDecision: 'Review' },
    customProperties: { c5: { seen: true }, by: 'child', tier: 'gold', kyc: { level: 2 } },
  })
})

test('a branch has actions of its own', async () => {
  await api.store.db
    .insertInto('rule_branch')
    .values({
      id: randomUUID(),
      environment_id: api.ids.root,
      event_type: 'Refunds',
      api_name: 'next',
      name: 'Next',
      created_by: randomUUID(),
      created_by_name: 'Test',
    })
    .execute()
  await add('postDecision', 'DO SetResponse(by = "branch")', api.ids.root, 'next')
  await api.engine.reloadRules()
  expect((await send(undefined, '/branch/next')).customProperties).toEqual({ by: 'branch' })
})

test('a call that actions cannot make is refused by name when they are checked', async () => {
  const problems = async (text: string, type: RuleType = 'postDecision') =>
    (
      await api.engine.checkRule(
        api.ids.root,
        'Refunds',
        {
          name: 'R',
          description: '',
          condition: '',
          clauses: [{ name: 'c', section: 'prior', text }],
          sample: { payload: {}, riskScore: 0 },
        },
        type,
      )
    )
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code)
  expect(await problems('RETURN Approve()')).toEqual(['FQL1007'])
  expect(await problems('DO External.notify(@"custom.tier")')).toEqual(['FQL2007'])
  expect(await problems('DO Assessments.partner.Evaluate(a = 1)')).toEqual(['FQL2007'])
  expect(await problems('DO SetResponse(a = 1)', 'decision')).toEqual(['FQL2010'])
  expect(await problems('DO SetResponse(a = 1)')).toEqual([])
})
