import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { explanationSchema, type RuleBody, type RuleType } from '../../../contract/index.ts'
import { isSampled } from '../../../engine/decide/experiment-runner.ts'
import { loadEventDetail } from '../../../features/review/event-detail.ts'
import { queueRow } from '../../../kernel/store/testing/queue-row.ts'
import { minimalPurchase, purchasePath, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['rule', 'setting', 'rule_setting', 'rule_branch', 'rule_experiment', 'shadow_run'] as const)
    await api.store.db.deleteFrom(table).execute()
  await api.store.db.deleteFrom('case_queue').where('kind', '=', 'User').execute()
  await api.engine.reloadRules()
})

let position = 0
async function add(
  text: string,
  {
    environment = api.ids.root,
    branch = 'production',
    type = 'decision' as RuleType,
    condition = '',
    name = `Rule ${position + 1}`,
  } = {},
): Promise<string> {
  const id = randomUUID()
  position += 1
  const body: RuleBody = {
    name,
    description: '',
    condition,
    clauses: [{ name: 'c', section: 'prior', text }],
    sample: { payload: {}, riskScore: 0 },
  }
  await api.store.db
    .insertInto('rule')
    .values({
      id,
      environment_id: environment,
      event_type: 'purchase',
      type,
      branch,
      name,
      status: 'active',
      position,
      version: 1,
      body: JSON.stringify(body),
      published_by: randomUUID(),
      published_by_name: 'Test',
    })
    .execute()
  return id
}
async function addBranch(apiName: string, environment = api.ids.root): Promise<string> {
  const id = randomUUID()
  await api.store.db
    .insertInto('rule_branch')
    .values({
      id,
      environment_id: environment,
      event_type: 'purchase',
      api_name: apiName,
      name: apiName,
      created_by: randomUUID(),
      created_by_name: 'Test',
    })
    .execute()
  return id
}
const send = (more: Record<string, unknown> = {}, environment?: string, path = purchasePath) =>
  api.send(minimalPurchase(more), {
    path,
    ...(environment === undefined ? {} : { headers: { 'x-ms-dfpenvid': environment } }),
  })
const reasonOf = async (...sent: Parameters<typeof send>) =>
  ((await send(...sent)).json.resultDetails as Record<string, unknown> | undefined)?.MerchantRuleReason
async function explanationOf(id: unknown) {
  return explanationSchema.parse(
    (
      await loadEventDetail(
        api.store.db,
        { environmentId: api.ids.root, scope: [api.ids.root], eventType: 'purchase', id: String(id) },
        request => request,
        new Date(),
      )
    )?.explanation,
  )
}

describe('the chain of environments', () => {
  test('the chain of environments ends below an environment that takes the first matching rule only, also when none matches', async () => {
    await add('RETURN Reject("root") WHEN @"totalAmount" > 100')
    await add('RETURN Review("child")', { environment: api.ids.child })
    await api.engine.reloadRules()
    expect(await reasonOf({}, '/primary/xyz')).toBe('child')
    await api.store.db
      .insertInto('rule_setting')
      .values({ environment_id: api.ids.root, event_type: 'purchase', evaluation: 'first' })
      .execute()
    await api.engine.reloadRules()
    expect(await reasonOf({}, '/primary/xyz')).toBe('NO_CLAUSE_HIT')
    await api.store.db
      .updateTable('rule')
      .set({ status: 'inactive' })
      .where('environment_id', '=', api.ids.root)
      .execute()
    await api.engine.reloadRules()
    expect(await reasonOf({}, '/primary/xyz')).toBe('NO_RULE_HIT')
  })
  test('a variable of a parent’s rule reaches the rules below', async () => {
    await add('DO SetVariables(tier = "gold")')
    await add('RETURN Review(GetVariable("TIER").AsString())', { environment: api.ids.child })
    await api.engine.reloadRules()
    expect(await reasonOf({}, '/primary/xyz')).toBe('gold')
  })
})

test('a chain of many rules is stored once for all answers, and a repeat gives the first answer byte for byte, also after the rules changed', async () => {
  for (let index = 0; index < 12; index++)
    await add(index === 11 ? 'RETURN Reject("last")' : 'OBSERVE Output(a = 1)\nWHEN @"totalAmount" > 100000', {
      name: `Rule "${index}" é`,
    })
  await api.engine.reloadRules()
  const body = minimalPurchase()
  const first = await api.send(body)
  expect((first.json.resultDetails as { RuleEvaluations: unknown[] }).RuleEvaluations).toHaveLength(12)
  const { answer } = await api.store.db
    .selectFrom('event_key')
    .select('answer')
    .where('external_id', '=', String(body.purchaseId))
    .executeTakeFirstOrThrow()
  expect(answer.length).toBeLessThan(first.text.length / 2)
  await api.store.db.deleteFrom('rule').execute()
  await api.engine.reloadRules()
  const again = await api.send(body)
  expect([again.text, again.headers.get('x-dfp-replayed')]).toEqual([first.text, 'true'])
  expect(
    (
      await loadEventDetail(
        api.store.db,
        { environmentId: api.ids.root, scope: [api.ids.root], eventType: 'purchase', id: String(body.purchaseId) },
        request => request,
        new Date(),
      )
    )?.answer,
  ).toEqual(first.json)
})

describe('a branch called directly', () => {
  const path = `${purchasePath}/branch/next`
  test('a branch called directly decides by its rules in place of production’s, in its environment and below, and leaves nothing behind', async () => {
    await add('RETURN Reject("production")')
    await add('RETURN Review("branch") WHEN @"totalAmount" > 1', { branch: 'next' })
    await add('RETURN Challenge("SMS", "child")', { environment: api.ids.child })
    await addBranch('next')
    await api.engine.reloadRules()
    expect(await reasonOf({ totalAmount: 5 })).toBe('production')
    const count = () =>
      api.store.db
        .selectFrom('event')
        .select(select => select.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    const before = await count()
    const body = { ...minimalPurchase({ totalAmount: 5 }) }
    for (let call = 0; call < 2; call++) {
      const answer = await api.send(body, { path })
      expect([
        answer.status,
        (answer.json.resultDetails as Record<string, unknown>).MerchantRuleReason,
        answer.headers.get('x-dfp-replayed'),
      ]).toEqual([200, 'branch', null])
    }
    expect(await reasonOf({ totalAmount: 0 }, '/primary/xyz', path)).toBe('child')
    expect(await count()).toEqual(before)
    expect((await send({}, undefined, `${purchasePath}/branch/none`)).status).toBe(404)
    expect((await send({}, undefined, `${purchasePath}/branch/NEXT`)).status).toBe(404)
  })
  test('a branch of another tenant or a sibling is not found', async () => {
    await addBranch('next', api.ids.child)
    await api.engine.reloadRules()
    expect((await send({}, undefined, path)).status).toBe(404)
    expect((await send({}, '/primary/xyz', path)).status).toBe(200)
    expect((await api.send(minimalPurchase(), { path, token: 'theirs' })).status).toBe(404)
  })
})

describe('an experiment', () => {
  const runs = () => api.store.db.selectFrom('shadow_run').selectAll().orderBy('event_id').execute()
  const settled = async (count: number) => {
    for (let tries = 0; tries < 100 && (await runs()).length < count; tries++)
      await new Promise(resolve => setTimeout(resolve, 30))
    return runs()
  }
  async function start(share: number, more: object = {}): Promise<string> {
    const id = randomUUID()
    await api.store.db
      .insertInto('rule_experiment')
      .values({
        id,
        environment_id: api.ids.root,
        event_type: 'purchase',
        branch_id: await addBranch('next'),
        name: 'Try',
        share,
        ends_at: null,
        call_external: false,
        started_by: randomUUID(),
        started_by_name: 'Test',
        started_at: new Date(),
        stopped_at: null,
        ...more,
      })
      .execute()
    await api.engine.reloadRules()
    return id
  }
  test('an experiment runs every event through the branch after production answered, and tells nobody', async () => {
    await add('RETURN Approve("production")')
    await add('RETURN Reject("branch"), Output(seen = 1)', { branch: 'next', name: 'Stricter' })
    const id = await start(100)
    const answer = await send()
    expect(answer.json.resultDetails).toMatchObject({
      MerchantRuleDecision: 'Approve',
      MerchantRuleReason: 'production',
    })
    expect(JSON.stringify(answer.json)).not.toContain('Stricter')
    expect(await settled(1)).toMatchObject([
      {
        experiment_id: id,
        environment_id: api.ids.root,
        production: 'Approve',
        decision: 'Reject',
        reason: 'branch',
        rule: 'Stricter',
        clause: 'c',
        outputs: { c: { seen: 1 } },
      },
    ])
    // In the environment below, where the production rules of the parent run, the branch replaces them, too.
    await send({}, '/primary/xyz')
    expect((await settled(2)).map(run => run.environment_id).sort()).toEqual([api.ids.root, api.ids.child].sort())
  })
  test('an experiment leaves a repeat, a direct call and what comes after its end alone', async () => {
    await add('RETURN Reject("branch")', { branch: 'next' })
    await start(100, { ends_at: new Date(Date.now() + 400) })
    const body = minimalPurchase()
    await api.send(body)
    expect((await api.send(body)).headers.get('x-dfp-replayed')).toBe('true')
    await send({}, undefined, `${purchasePath}/branch/next`)
    expect(await settled(1)).toHaveLength(1)
    await new Promise(resolve => setTimeout(resolve, 450))
    await send()
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(await runs()).toHaveLength(1)
  })
  test('an experiment takes the share it is given, the same events every time, others in another experiment', () => {
    const [a, b] = [randomUUID(), randomUUID()]
    const ids = Array.from({ length: 20_000 }, (_, index) => `order-${index}`)
    for (const share of [1, 25, 50, 99]) {
      const sampledShare = (ids.filter(id => isSampled(a, id, share)).length / ids.length) * 100
      expect(Math.abs(sampledShare - share)).toBeLessThan(1.5)
    }
    expect(ids.every(id => isSampled(a, id, 100))).toBe(true)
    const both = ids.filter(id => isSampled(a, id, 50) && isSampled(b, id, 50)).length / ids.length
    expect(Math.abs(both - 0.25)).toBeLessThan(0.02)
  })
})

describe('routing', () => {
  async function queues(...names: string[]): Promise<void> {
    await api.store.db
      .insertInto('case_queue')
      .values(names.map(name => queueRow(api.ids.root, name)))
      .execute()
  }
  test('routing sends an event that is decided Review to the first queue that a clause names, else to General', async () => {
    await queues('Large', 'Risky')
    await add('RETURN Review("look") WHEN @"totalAmount" > 10')
    await add('ROUTETO Queue("Large") WHEN @"purchase.request.totalAmount" >= 500', {
      type: 'routing',
      name: 'By amount',
    })
    await add(
      'ROUTETO Queue("Risky") WHEN @"purchase.response.riskScore" >= 0 && @"isGuestCheckout" == true && @"merchantRuleReason" == "look"',
      { type: 'routing' },
    )
    await api.engine.reloadRules()
    const routed = async (more: Record<string, unknown>) => {
      const answer = await send({ currency: 'USD', ...more })
      return (await explanationOf((answer.json.resultDetails as Record<string, unknown>).PurchaseId)).routing
    }
    expect(await routed({ totalAmount: 900 })).toEqual({ queue: 'Large', rule: 'By amount', clause: 'c' })
    expect(await routed({ totalAmount: 90, isGuestCheckout: true })).toMatchObject({ queue: 'Risky' })
    expect(await routed({ totalAmount: 90 })).toEqual({ queue: 'General', rule: null, clause: null })
    expect(await routed({ totalAmount: 1 })).toBeUndefined()
  })
  test('routing knows the queues of its own environment and no others', async () => {
    await queues('Large')
    await api.engine.reloadRules()
    const body = (queue: string): RuleBody => ({
      name: 'R',
      description: '',
      condition: '',
      clauses: [
        { name: 'c', section: 'prior', text: `ROUTETO Queue("${queue}") WHEN @"purchase.request.totalAmount" > 5` },
      ],
      sample: { payload: { totalAmount: 9 }, riskScore: 0 },
    })
    const errors = async (queue: string, environmentId = api.ids.root) =>
      (await api.engine.checkRule(environmentId, 'purchase', body(queue), 'routing')).filter(
        ({ severity }) => severity === 'error',
      )
    expect(await errors('Large')).toEqual([])
    expect(await errors('general')).toEqual([])
    expect(await errors('general', api.ids.child)).toEqual([])
    expect(await errors('Large', api.ids.child)).toMatchObject([{ code: 'FQL2007' }])
    expect(await errors('Nowhere')).toMatchObject([{ code: 'FQL2007', line: 1, column: 15 }])
    expect((await api.engine.evaluateRouting(api.ids.root, 'purchase', body('Large'))).result).toMatchObject({
      selected: true,
      queue: 'Large',
      clause: 'c',
    })
    expect((await api.engine.evaluateRouting(api.ids.root, 'purchase', body('Nowhere'))).result).toBeNull()
  })
})
