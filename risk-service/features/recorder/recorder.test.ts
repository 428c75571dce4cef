import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecorderMatch, RecorderStep, RecorderTimeline, Rerun, RoleId } from '../../contract/index.ts'
import { addRule, type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../cases/testing/case-bench.ts'
import { latestOfCorrelation } from './store.ts'

let bench: CaseBench
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('event_view').execute()
  await bench.send({ id: 'P-1', amount: 900 })
})

const find = async (id: string, as = 'Vera', environmentId: string = caseIds.root) =>
  bench.call<{ matches: RecorderMatch[] }>(as, 'GET', `${environmentId}/recorder?id=${encodeURIComponent(id)}`)
const timeline = (as = 'Vera', id = 'P-1', environmentId: string = caseIds.root) =>
  bench.call<RecorderTimeline>(as, 'POST', `${environmentId}/events/purchase/${id}/timeline`, {})
const rerun = (as = 'Vera', id = 'P-1') => bench.call<Rerun>(as, 'GET', `${caseIds.root}/events/purchase/${id}/rerun`)
/** Runs with a second role of a person, in one environment. */
async function withRole(role: RoleId, environmentId: string, name: string, run: () => Promise<void>): Promise<void> {
  const [principal_id, { db }] = [bench.people[name] ?? '', bench.store]
  await db
    .insertInto('role_assignment')
    .values({ tenant_id: caseIds.tenant, principal_id, role, environment_id: environmentId })
    .execute()
  try {
    await run()
  } finally {
    await db
      .deleteFrom('role_assignment')
      .where('principal_id', '=', principal_id)
      .where('role', '=', role)
      .where('environment_id', '=', environmentId)
      .execute()
  }
}
const body = async () => bench.store.db.selectFrom('event_body').selectAll().executeTakeFirstOrThrow()
function stepOf<Kind extends RecorderStep['kind']>({ steps }: RecorderTimeline, kind: Kind) {
  const found = steps.find(step => step.kind === kind)
  if (found === undefined) throw new Error(`There is no step ${kind}.`)
  return found as Extract<RecorderStep, { kind: Kind }>
}

describe('finding what an id belongs to', () => {
  it('finds an event by the ids of the merchant and the service and by the correlation id, from an environment above, too', async () => {
    const { correlation_id: correlationId, event_id: eventId } = await body()
    const event = { kind: 'event', environmentId: caseIds.root, eventType: 'purchase', externalId: 'P-1', eventId }
    expect((await find('P-1')).json.matches).toEqual([{ ...event, by: 'externalId', at: bench.now().toISOString() }])
    expect((await find(eventId)).json.matches).toMatchObject([{ ...event, by: 'eventId' }])
    expect((await find(correlationId ?? '')).json.matches).toMatchObject([{ ...event, by: 'correlationId' }])
    await bench.send({ id: 'P-eu', environmentId: caseIds.eu })
    expect((await find('P-eu')).json.matches).toMatchObject([{ environmentId: caseIds.eu, externalId: 'P-eu' }])
    expect((await find('P-1', 'Vera', caseIds.eu)).json.matches).toEqual([])
    expect((await find('nothing')).json.matches).toEqual([])
    expect((await find('\u0000')).json.matches).toEqual([])
  })
  it('finds the event that a later call reported on, by the correlation id of that call', async () => {
    await bench.sendStatus('P-1', 'Approved')
    await bench.store.db.updateTable('data_event').set({ correlation_id: 'report-1' }).execute()
    expect((await find('report-1')).json.matches).toMatchObject([{ externalId: 'P-1', by: 'reportCorrelationId' }])
  })
  it('finds a refused call with the paths of its fields, in its environment and those above', async () => {
    await bench.store.db
      .insertInto('api_error')
      .values({
        id: randomUUID(),
        tenant_id: caseIds.tenant,
        environment_id: caseIds.eu,
        api_name: 'v1.0/MerchantServices/Events/Purchase',
        status: 400,
        message:
          'Input validation failed - Required properties purchaseId are not present at level (root)\nInvalid value at user.email: expected string',
        correlation_id: 'refused-1',
      })
      .execute()
    expect((await find('refused-1')).json.matches).toMatchObject([
      {
        kind: 'refusal',
        status: 400,
        environmentId: caseIds.eu,
        faults: [
          'Input validation failed - Required properties purchaseId are not present at level (root)',
          'Invalid value at user.email: expected string',
        ],
      },
    ])
    // Of those who search, a fraud manager may not read the errors of the API, and an engineer may in one environment.
    expect((await find('refused-1', 'Max')).json.matches).toEqual([])
    await withRole('FraudEngineer', caseIds.eu, 'Max', async () => {
      expect((await find('refused-1', 'Max')).json.matches).toMatchObject([{ kind: 'refusal' }])
      await bench.store.db.updateTable('api_error').set({ environment_id: caseIds.root }).execute()
      expect((await find('refused-1', 'Max')).json.matches).toEqual([])
      expect((await find('refused-1')).json.matches).toHaveLength(1)
    })
    await bench.store.db.updateTable('api_error').set({ environment_id: caseIds.foreign }).execute()
    expect((await find('refused-1')).json.matches).toEqual([])
    await bench.store.db.deleteFrom('api_error').execute()
  })
})

describe('the look-up of a correlation id', () => {
  it.each(['event_body', 'data_event', 'api_error'] as const)('reads %s by environment and id', async table => {
    const { db } = bench.store
    const plan = await db.transaction().execute(async trx => {
      for (const way of ['seqscan', 'bitmapscan', 'sort'])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx)
      const query = latestOfCorrelation(table, ['at'], [caseIds.root, caseIds.eu], 'shared')
      return (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)).rows
        .map(row => row['QUERY PLAN'])
        .join('\n')
    })
    expect(plan).toMatch(/Index Cond: \(\(\(?environment_id = s\.id\)? .*hashtext\(/)
    expect(plan).toContain('Backward')
  })
})

describe('the timeline of a call', () => {
  it('has the steps of the decision in their order, with their times and what was not recorded', async () => {
    const { status, json } = await timeline()
    expect(status).toBe(200)
    expect(json.steps.slice(0, 9).map(({ kind }) => kind)).toEqual([
      'received',
      'validated',
      'enriched',
      'scored',
      'reads',
      'rules',
      'answered',
      'committed',
      'routed',
    ])
    const stored = await body()
    expect(stepOf(json, 'received')).toMatchObject({
      correlationId: stored.correlation_id,
      clientId: null,
      receivedBytes: null,
      storedBytes: Buffer.byteLength(JSON.stringify(stored.request)),
    })
    for (const kind of ['validated', 'enriched', 'scored', 'rules'] as const)
      expect(stepOf(json, kind).durationMs).toEqual(expect.any(Number))
    expect(stepOf(json, 'rules').rules).toMatchObject([{ rule: 'Review', version: 1, selected: true }])
    expect(stepOf(json, 'answered')).toMatchObject({ decision: 'Review', reason: 'score', rule: 'Review' })
    expect(stepOf(json, 'committed')).toMatchObject({ eventId: stored.event_id })
    expect(stepOf(json, 'routed')).toMatchObject({ queue: 'General', rule: null })
    expect(json.hidden).toEqual([])
  })
  it('says what an event of an earlier release lacks', async () => {
    const { explanation } = await body()
    const { timings, ...earlier } = explanation as { timings: { phases: number[] } }
    expect(timings.phases).toHaveLength(4)
    await bench.store.db
      .updateTable('event_body')
      .set({ explanation: JSON.stringify(earlier), latency_ms: null })
      .execute()
    const { json } = await timeline()
    expect(stepOf(json, 'scored').durationMs).toBeNull()
    expect(stepOf(json, 'committed').latencyMs).toBeNull()
  })
  it('has the case, later reports and those who looked; visits within a minute are one', async () => {
    await bench.sendStatus('P-1', 'Approved')
    await timeline('Max')
    bench.at('09:00:30')
    await timeline('Max')
    bench.at('09:10')
    await bench.tick()
    const { json } = await timeline('Max')
    expect(stepOf(json, 'report')).toMatchObject({ report: 'status', type: 'Approved' })
    expect(stepOf(json, 'case')).toMatchObject({ change: expect.any(String) })
    expect(stepOf(json, 'viewed')).toMatchObject({
      by: 'Max',
      views: 2,
      at: '2025-03-03T09:00:00.000Z',
      lastAt: '2025-03-03T09:10:00.000Z',
    })
    // Opening the page of the event is a visit, too.
    await bench.call('Sofia', 'POST', `${caseIds.root}/events/purchase/P-1/viewers`, { left: false })
    expect((await timeline('Max')).json.steps.filter(({ kind }) => kind === 'viewed')).toHaveLength(2)
  })
  it('has who had personal data shown, and why', async () => {
    await bench.call('Ana', 'POST', `${caseIds.root}/personal-data/reveal`, {
      subjects: [{ environmentId: caseIds.root, eventType: 'purchase', externalId: 'P-1' }],
      reason: 'The customer is on the phone',
    })
    expect(stepOf((await timeline()).json, 'revealed')).toMatchObject({
      by: 'Ana',
      reason: 'The customer is on the phone',
    })
    await bench.send({ id: 'P-2' })
    expect((await timeline('Vera', 'P-2')).json.steps.some(({ kind }) => kind === 'revealed')).toBe(false)
  })
  it('leaves out logs that the caller may not see, and says so', async () => {
    bench.at('09:10')
    await bench.tick()
    const { json } = await timeline('Finn')
    expect(json.hidden).toEqual(['case', 'delivery'])
    expect(json.steps.some(({ kind }) => kind === 'case')).toBe(false)
  })
  it('names subscriptions of an environment above to those who may read them there', async () => {
    const { db } = bench.store
    await bench.send({ id: 'P-eu', environmentId: caseIds.eu })
    const { event_id: ref } = await db
      .selectFrom('event_key')
      .select('event_id')
      .where('external_id', '=', 'P-eu')
      .executeTakeFirstOrThrow()
    const [at, created] = [bench.now(), new Date(bench.now().getTime() - 60_000)]
    await db
      .insertInto('traced_event')
      .values({ environment_id: caseIds.eu, kind: 'decision', at, ref, created_at: at })
      .execute()
    const subscription = (environment_id: string, name: string) => ({
      id: randomUUID(),
      environment_id,
      name,
      sink: 'webhook',
      url: 'https://sink.example',
      secret: 'key',
      kinds: ['transactional'],
      batch: 1,
      active: true,
      reached: 0,
      version: 1,
      created_at: created,
      updated_at: created,
      updated_by: 'Test',
    })
    await db
      .insertInto('event_subscription')
      .values([subscription(caseIds.root, 'above'), subscription(caseIds.eu, 'own')])
      .execute()
    const named = async (as: string) =>
      (await timeline(as, 'P-eu', caseIds.eu)).json.steps.flatMap(step =>
        step.kind === 'delivery' ? [step.subscription] : [],
      )
    expect(await named('Vera')).toEqual(['above', 'own'])
    // Messages may be numbered late.
    const numberedAfter = async (seconds: number) => {
      const created_at = new Date(at.getTime() + seconds * 1000)
      await db.updateTable('traced_event').set({ created_at }).execute()
      return named('Vera')
    }
    expect(await numberedAfter(100)).toEqual(['above', 'own'])
    expect(await numberedAfter(130)).toEqual([])
    expect(await numberedAfter(1)).toEqual(['above', 'own'])
    await withRole('AllAreasViewer', caseIds.eu, 'Max', async () => expect(await named('Max')).toEqual(['own']))
    expect(await named('Max')).toEqual([])
    await db.deleteFrom('event_subscription').execute()
    await db.deleteFrom('traced_event').execute()
  })
  it('refuses a foreign tenant and an unknown event, and records no visit of them', async () => {
    expect((await timeline('Outsider')).status).toBe(404)
    expect((await find('P-1', 'Outsider')).status).toBe(404)
    expect((await timeline('Vera', 'P-9')).status).toBe(404)
    expect((await timeline('Vera', 'P-1', caseIds.eu)).status).toBe(404)
    expect(await bench.store.db.selectFrom('event_view').selectAll().execute()).toEqual([])
  })
})

describe('running an event again', () => {
  it('comes to the same result while the rules are the same', async () => {
    const { status, json } = await rerun()
    expect(status).toBe(200)
    expect(json).toMatchObject({
      differs: false,
      replay: 'ready',
      inputs: 'recorded',
      then: { decision: 'Review', rule: 'Review', clause: 'Review clause' },
      now: { decision: 'Review' },
      variables: [],
      outputs: [],
      rules: { added: [], removed: [] },
    })
  })
  it('shows what today’s rules change, and stores and counts nothing', async () => {
    await addRule(bench.store, {
      name: 'Sums',
      text: 'DO SetVariables(over = @"totalAmount" - 500)',
      type: 'decision',
      position: -3,
    })
    await addRule(bench.store, {
      name: 'Seen',
      text: 'OBSERVE Output(over = GetVariable("over").AsInt())',
      type: 'decision',
      position: -2,
    })
    await addRule(bench.store, {
      name: 'Dear',
      text: 'RETURN Reject("dear", "Too much") WHEN @"totalAmount" > 500',
      type: 'decision',
      position: -1,
    })
    await bench.engine.reloadRules()
    const tables = [
      'event',
      'event_body',
      'review_case',
      'case_event',
      'event_outbox',
      'audit_log',
      'event_view',
    ] as const
    const counts = () =>
      Promise.all(tables.map(async table => (await bench.store.db.selectFrom(table).selectAll().execute()).length))
    const before = await counts()
    const { json } = await rerun()
    expect(json).toMatchObject({
      differs: true,
      now: { decision: 'Reject', reason: 'dear', supportMessage: 'Too much', rule: 'Dear', clause: 'Dear clause' },
      variables: [{ name: 'over', then: null, now: '400' }],
      outputs: [{ name: 'Seen clause.over', then: null, now: '400' }],
      rules: { added: ['Sums', 'Seen', 'Dear'], removed: ['Review'] },
      riskScore: expect.any(Number),
    })
    expect(await counts()).toEqual(before)
  })
  it('decides without the rules of that time, and says that these cannot be compared', async () => {
    await bench.store.db.deleteFrom('rule').execute()
    await bench.engine.reloadRules()
    expect((await rerun()).json).toMatchObject({
      replay: 'ruleChanged',
      differs: true,
      now: { decision: 'Approve', reason: 'NO_RULE_HIT', rule: null },
      variables: [],
    })
  })
  it('refuses a foreign tenant and an unknown event', async () => {
    expect((await rerun('Outsider')).status).toBe(404)
    expect((await rerun('Vera', 'P-9')).status).toBe(404)
  })
})
