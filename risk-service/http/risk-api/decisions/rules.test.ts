import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evaluationSchema, explanationSchema, type RuleBody } from '../../../contract/index.ts'
import purchaseSchema from '../../../contract/schemas/responses/purchase.schema.json' with { type: 'json' }
import { loadEventDetail } from '../../../features/review/event-detail.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.store.db.deleteFrom('rule').execute()
  for (const table of ['setting', 'rule_setting', 'rule_branch', 'rule_experiment', 'shadow_run'] as const)
    await api.store.db.deleteFrom(table).execute()
  await api.engine.reloadRules()
})

type Clause = [name: string, text: string, section?: 'prior' | 'postRisk']
const rule = (name: string, condition: string, ...clauses: Clause[]): RuleBody => ({
  name,
  description: '',
  condition,
  sample: { payload: {}, riskScore: 0 },
  clauses: clauses.map(([clause, text, section = 'postRisk']) => ({ name: clause, text, section })),
})
const valid = new Ajv2020({ strict: false }).compile(purchaseSchema)

async function decide(more: Record<string, unknown> = {}, environment?: string): Promise<Record<string, unknown>> {
  const answer = await api.send(
    minimalPurchase({ deviceContext: { deviceContextId: 'd' }, ...more }),
    environment === undefined ? {} : { headers: { 'x-ms-dfpenvid': environment } },
  )
  expect(answer.status).toBe(200)
  expect(valid(answer.json), JSON.stringify(valid.errors)).toBe(true)
  return answer.json.resultDetails as Record<string, unknown>
}
async function detail(id: unknown) {
  const row = await api.store.db
    .selectFrom('event')
    .select(['environment_id', 'decision', 'rule', 'rule_id', 'clause', 'reason'])
    .where('external_id', '=', String(id))
    .executeTakeFirstOrThrow()
  const event = await loadEventDetail(
    api.store.db,
    { environmentId: row.environment_id, scope: [], eventType: 'purchase', id: String(id) },
    request => request,
    new Date(),
  )
  return { ...row, explanation: event?.explanation }
}

describe('the chain', () => {
  test('no rule matches, no clause fires', async () => {
    await api.addRule(
      api.ids.root,
      rule('Big orders', 'WHEN @"totalAmount" > 1000', ['huge', 'RETURN Reject() WHEN @"totalAmount" > 9000']),
    )
    expect(await decide()).toMatchObject({
      MerchantRuleDecision: 'Approve',
      MerchantRuleReason: 'NO_RULE_HIT',
      PolicyApplied: 'Default',
    })
    const second = await decide({ totalAmount: 2000, currency: 'USD' })
    expect(second).toMatchObject({
      MerchantRuleDecision: 'Approve',
      MerchantRuleReason: 'NO_CLAUSE_HIT',
      PolicyApplied: 'Default',
      RuleEvaluations: [{ Rule: 'Big orders', ClauseNames: ['huge'], EnvironmentId: api.ids.root }],
    })
    expect(second).not.toHaveProperty('ClauseName')
  })
  test('the first decision ends it; what was observed before stays', async () => {
    await api.addRule(
      api.ids.root,
      rule('Watch', '', ['note', 'OBSERVE Output(total=@"totalAmount".AsDouble(), tag="x")']),
    )
    const id = await api.addRule(
      api.ids.root,
      rule('Stop', '', ['by amount', 'RETURN Reject("too much", "call us") WHEN @"totalAmount" > 100']),
    )
    await api.addRule(api.ids.root, rule('Never', '', ['c', 'RETURN Approve()']))
    const details = await decide({ totalAmount: 150.5, currency: 'USD' })
    expect(details).toMatchObject({
      MerchantRuleDecision: 'Reject',
      MerchantRuleReason: 'too much',
      PolicyApplied: 'Stop',
      PolicyAppliedEnvironmentId: api.ids.root,
      ClauseName: 'by amount',
      MerchantRuleOutput: { note: { total: '150.5', tag: 'x' } },
    })
    expect(details.RuleEvaluations as unknown[]).toHaveLength(2)
    const row = await detail(details.PurchaseId)
    expect(row).toMatchObject({
      decision: 'Reject',
      rule: 'Stop',
      rule_id: id,
      clause: 'by amount',
      reason: 'too much',
    })
    const explanation = explanationSchema.parse(row.explanation)
    expect(explanation.rules.map(entry => [entry.rule, entry.selected, entry.clauses[0]?.effect])).toEqual([
      ['Watch', true, 'observe'],
      ['Stop', true, 'decide'],
    ])
    expect(explanation.rules[1]?.clauses[0]?.conditions).toEqual([
      { text: '@"totalAmount" > 100', result: true, reads: [expect.objectContaining({ value: '150.5' })] },
    ])
    const hours = await api.store.db.selectFrom('rule_hour').selectAll().where('rule_id', '=', id).execute()
    expect(hours).toMatchObject([{ clause: 'by amount', rule: 'Stop', decision: 'Reject', events: 1 }])
  })
  test('a parent’s decision wins over the child’s; without one the child decides', async () => {
    await api.addRule(api.ids.child, rule('Child', '', ['c', 'RETURN Review("child")']))
    await api.addRule(
      api.ids.root,
      rule('Parent', '', ['c', 'RETURN Reject("parent") WHEN @"isGuestCheckout" == true']),
    )
    expect(await decide({ isGuestCheckout: true }, '/primary/xyz')).toMatchObject({
      MerchantRuleReason: 'parent',
      PolicyAppliedEnvironmentId: api.ids.root,
    })
    expect(await decide({}, '/primary/xyz')).toMatchObject({
      MerchantRuleReason: 'child',
      PolicyAppliedEnvironmentId: api.ids.child,
    })
    expect(await decide({})).toMatchObject({ MerchantRuleReason: 'NO_CLAUSE_HIT' })
  })
  test('the first matching rule alone decides where the environment is set so', async () => {
    await api.addRule(api.ids.root, rule('One', '', ['c', 'RETURN Reject() WHEN @"totalAmount" > 10']))
    await api.addRule(api.ids.root, rule('Two', '', ['c', 'RETURN Review("two")']))
    expect(await decide()).toMatchObject({ MerchantRuleReason: 'two' })
    await api.store.db
      .insertInto('rule_setting')
      .values({ environment_id: api.ids.root, event_type: 'purchase', evaluation: 'first' })
      .execute()
    await api.engine.reloadRules()
    expect(await decide()).toMatchObject({ MerchantRuleDecision: 'Approve', MerchantRuleReason: 'NO_CLAUSE_HIT' })
  })
  test('the clauses of the prior section run first and do not know the score', async () => {
    await api.addRule(
      api.ids.root,
      rule(
        'Sections',
        '',
        ['after', 'RETURN Reject("after") WHEN @"riskScore" == 150'],
        ['before', 'RETURN Review("before") WHEN @"riskScore" > 0 || @"storeId" == "x"', 'prior'],
      ),
    )
    expect(await decide()).toMatchObject({ MerchantRuleReason: 'after', RiskScore: 150 })
    expect(await decide({ storeId: 'x' })).toMatchObject({ MerchantRuleReason: 'before' })
  })
  test('a rule reads what enrichment found; an array without an index means any element', async () => {
    await api.addRule(
      api.ids.root,
      rule(
        'Facts',
        '',
        ['country', 'RETURN Review("hr") WHEN @"deviceAttributes.deviceCountryCode" == "HR"'],
        ['any', 'RETURN Challenge("SMS", "gift") WHEN @"productList.category" == "giftcard"'],
      ),
    )
    expect(await decide({ deviceContext: { deviceContextId: 'd', ipAddress: '203.0.113.77' } })).toMatchObject({
      MerchantRuleReason: 'hr',
      DeviceAttributes: { trueIp: '203.0.113.77', deviceCountryCode: 'HR', deviceId: 'd' },
    })
    expect(
      await decide({
        productList: [
          { productId: 'a', category: 'Books' },
          { productId: 'b', category: 'gift card' },
        ],
      }),
    ).toMatchObject({ MerchantRuleDecision: 'Challenge', MerchantRuleReason: 'gift' })
  })
  test('a runtime error ends its clause only and is kept', async () => {
    await api.addRule(
      api.ids.root,
      rule(
        'Broken',
        '',
        ['bad', 'RETURN Reject() WHEN @"storeId".ToInt32() > 1'],
        ['good', 'RETURN Review("went on")'],
      ),
    )
    const details = await decide({ storeId: 'abc' })
    expect(details).toMatchObject({ MerchantRuleReason: 'went on' })
    expect(explanationSchema.parse((await detail(details.PurchaseId)).explanation).runtimeErrors).toMatchObject([
      { rule: 'Broken', clause: 'bad', code: 'FQL4003' },
    ])
  })
})

test('a rule that does not compile does not stop the others', async () => {
  await api.addRule(api.ids.root, rule('Wrong', '', ['c', 'RETURN Nothing(']))
  await api.addRule(api.ids.root, rule('Right', '', ['c', 'RETURN Review("right")']))
  expect(await decide()).toMatchObject({ MerchantRuleReason: 'right' })
})

describe('the evaluation pane', () => {
  test('the evaluation pane runs the rule on its sample and stores nothing', async () => {
    const body: RuleBody = {
      ...rule('Try', 'WHEN @"user.country" == "US"', [
        'c',
        'RETURN Challenge("SMS", "score", "ask") WHEN @"riskScore" > 800',
      ]),
      sample: { payload: { User: { UserId: 'u', country: 'US' } }, riskScore: 900 },
    }
    const evaluation = evaluationSchema.parse(await api.engine.evaluate(api.ids.root, 'purchase', body))
    expect(evaluation.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(evaluation.result).toMatchObject({
      selected: true,
      decision: 'Challenge',
      reason: 'score',
      supportMessage: 'ask',
      challengeType: 'SMS',
      clause: 'c',
    })
    expect(evaluation.result?.explanation.rules[0]?.clauses[0]?.conditions[0]).toMatchObject({
      text: '@"riskScore" > 800',
      result: true,
    })
    const quiet = await api.engine.evaluate(api.ids.root, 'purchase', {
      ...body,
      sample: { payload: {}, riskScore: 900 },
    })
    expect(quiet.result).toMatchObject({ selected: false, decision: 'Approve', reason: 'NO_RULE_HIT' })
  })
  test('the evaluation pane names the clause, line and column of a fault', async () => {
    const { problems, result } = await api.engine.evaluate(
      api.ids.root,
      'purchase',
      rule('Bad', '', ['first', 'RETURN Approve()'], ['second', 'RETURN Reject()\nWHEN @"totalAmount" >']),
    )
    expect(result).toBeNull()
    expect(problems.find(({ severity }) => severity === 'error')).toMatchObject({
      part: 1,
      clause: 'second',
      severity: 'error',
      line: 2,
    })
  })
})
