import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventKinds } from '../../contract/index.ts'
import type { StoredCase } from '../cases/model/case-record.ts'
import { writeChanges } from '../cases/store/case-store.ts'
import { addRule, caseIds } from '../cases/testing/case-bench.ts'
import { faultsOf } from './testing/published-shapes.ts'
import { openTracingBench, type TracingBench } from './testing/tracing-bench.ts'

let tracing: TracingBench
beforeAll(async () => {
  tracing = await openTracingBench()
})
afterAll(() => tracing.bench.close())
beforeEach(() => tracing.reset())

const subscribe = (kinds: readonly string[] = eventKinds) => tracing.create({ kinds })
const named = (name: string) => tracing.events().filter(event => event.name === name)

describe('events in their published shapes', () => {
  it('sends a purchase with its request and its answer in full', async () => {
    await subscribe()
    await tracing.bench.send({ id: 'P-1', amount: 120, userId: 'u-1' })
    await tracing.deliver()
    const [event] = named('FraudProtection.Assessment.Purchase')
    expect(faultsOf('transactional', event)).toEqual([])
    expect(event).toMatchObject({
      version: '1.0',
      metadata: { tenantId: caseIds.tenant, environmentId: caseIds.root, timestamp: '2025-03-03T09:00:00.000Z' },
      uniqueId: 'P-1',
      request: { purchaseId: 'P-1', totalAmount: 120 },
      response: { resultDetails: { MerchantRuleDecision: 'Review' } },
    })
  })

  it('sends an answer in full whose rules are stored apart from it', async () => {
    await subscribe()
    for (let position = 1; position <= 10; position++)
      await addRule(tracing.bench.store, {
        name: `Rule ${position}`,
        text: `OBSERVE Output(n = ${position})`,
        type: 'decision',
        // Before the rule that decides.
        position: position - 11,
      })
    await tracing.bench.engine.reloadRules(caseIds.root)
    await tracing.bench.send({ id: 'P-1', amount: 120 })
    const { answer } = await tracing.db.selectFrom('event_key').select('answer').executeTakeFirstOrThrow()
    expect(() => JSON.parse(answer) as unknown).toThrow()
    await tracing.deliver()
    const [event] = named('FraudProtection.Assessment.Purchase')
    const { resultDetails } = event?.['response'] as { resultDetails: { RuleEvaluations: { Rule: string }[] } }
    const names = Array.from({ length: 10 }, (_, n) => `Rule ${n + 1}`)
    expect(resultDetails.RuleEvaluations.map(({ Rule }) => Rule)).toEqual([...names, 'Review'])
  })

  it('sends what rules trace, before the decision', async () => {
    await subscribe()
    await addRule(tracing.bench.store, {
      name: 'Ceiling',
      text: 'OBSERVE Trace(bucket = "900+", ip = "203.0.113.77"), Trace(step = 2)',
      type: 'decision',
      position: -1,
    })
    await tracing.bench.engine.reloadRules(caseIds.root)
    await tracing.bench.send({ id: 'P-1', amount: 120 })
    await tracing.deliver()
    const [event, second] = named('FraudProtection.Trace.Rule')
    expect([event, second].map(each => faultsOf('trace-rule', each))).toEqual([[], []])
    expect(second).toMatchObject({ attributes: { step: 2 } })
    expect(event).toMatchObject({
      ruleName: 'Ceiling',
      eventType: 'Purchase',
      eventId: 'P-1',
      attributes: { bucket: '900+', ip: '203.0.113.77' },
    })
  })

  it('sends a status that is sent again under a unique id of its own', async () => {
    await subscribe()
    await tracing.bench.sendStatus('P-1', 'APPROVED')
    tracing.bench.at('09:01')
    await tracing.bench.sendStatus('P-1', 'REJECTED')
    await tracing.deliver()
    const events = named('FraudProtection.Observe.PurchaseStatus')
    expect(events.map(event => faultsOf('transactional', event))).toEqual([[], []])
    expect(events.map(({ request }) => (request as { statusType: string }).statusType)).toEqual([
      'Approved',
      'Rejected',
    ])
    expect(new Set(events.map(({ uniqueId }) => uniqueId)).size).toBe(2)
  })

  it('sends a label', async () => {
    await subscribe()
    const { kind } = await tracing.bench.engine.ingestLabel({
      environmentId: caseIds.root,
      correlationId: null,
      receivedAt: tracing.bench.now(),
      body: {
        labelObjectType: 'Purchase',
        labelObjectId: 'P-1',
        labelSource: 'CustomerEscalation',
        labelState: 'Accepted',
        isFraud: true,
        eventTimeStamp: '2025-03-03T08:00:00Z',
        _metadata: {},
      },
    })
    expect(kind).toBe('accepted')
    await tracing.deliver()
    const [event] = named('FraudProtection.Observe.Label')
    expect(faultsOf('transactional', event)).toEqual([])
    expect(event).toMatchObject({ request: { labelObjectId: 'P-1', isFraud: true } })
  })

  it('sends changes to the activity log, and those of subscriptions of rules and lists as audit events, too', async () => {
    await subscribe()
    await tracing.db
      .insertInto('audit_log')
      .values([entry('DecisionRule', 'Create'), entry('CustomList', 'Update'), entry('Note', 'Delete')].map(row))
      .execute()
    await tracing.db
      .insertInto('event_outbox')
      .values(entries.map(id => ({ environment_id: caseIds.root, kind: 'audit', at: tracing.bench.now(), ref: id })))
      .execute()
    await tracing.deliver()
    const audits = named('FraudProtection.Audit')
    expect(audits.map(event => faultsOf('audit', event))).toEqual([[], []])
    expect(audits.map(({ audit }) => audit)).toEqual([
      {
        entityId: 'r-1',
        entityName: 'Ceiling rule',
        entityType: 'Rule',
        operationName: 'NewRule',
        userId: expect.any(String) as string,
      },
      expect.objectContaining({ entityType: 'List', operationName: 'EditList' }),
    ])
    // With the entry of the subscription itself.
    const log = named('FraudProtection.ActivityLog')
    expect(log.map(event => faultsOf('activity-log', event))).toEqual([[], [], [], []])
    expect(log.map(({ resourceType }) => resourceType)).toEqual([
      'EventSubscription',
      'DecisionRule',
      'CustomList',
      'Note',
    ])
  })

  it('sends the final decision of a case once it cannot be withdrawn any more', async () => {
    await subscribe(['caseManagement'])
    await tracing.bench.send({ id: 'P-9', amount: 900, review: true })
    tracing.bench.at('09:05:01')
    const queue = await tracing.db
      .selectFrom('case_queue')
      .select('id')
      .where('environment_id', '=', caseIds.root)
      .executeTakeFirstOrThrow()
    const found = await tracing.bench.next('Max', queue.id)
    const { status } = await tracing.bench.onCase('Max', 'P-9', '/decision', {
      leaseToken: found?.own.leaseToken,
      decision: 'Approve',
      reason: 'Verified customer',
      note: 'called',
    })
    expect(status).toBe(200)
    await tracing.deliver()
    expect(tracing.events()).toEqual([])
    tracing.bench.at('10:30')
    await tracing.deliver()
    const [event] = named('FraudProtection.CaseManagement.Events')
    expect(faultsOf('case-management', event)).toEqual([])
    expect(event).toMatchObject({ eventId: 'P-9', decision: 'Approve', status: 'Completed' })
  })
})

describe('what is traced', () => {
  it('is written for environments with a subscription and those below them, and for no others', async () => {
    await tracing.bench.send({ id: 'P-0', amount: 1 })
    const outbox = () => tracing.db.selectFrom('event_outbox').select(['environment_id', 'kind']).execute()
    expect(await outbox()).toEqual([])
    await tracing.create({ kinds: ['transactional', 'audit'] }, 'Pia', undefined, caseIds.eu)
    await tracing.bench.send({ id: 'P-1', amount: 1 })
    expect((await outbox()).map(({ kind }) => kind)).toEqual(['audit'])
    await tracing.create()
    await tracing.bench.send({ id: 'P-2', amount: 1, environmentId: caseIds.eu })
    await tracing.deliver()
    expect(tracing.events().map(({ uniqueId }) => uniqueId)).toEqual(['P-2', 'P-2'])
  })

  it('is each decision once, however often it is sent', async () => {
    await subscribe()
    await tracing.bench.send({ id: 'P-1', amount: 1 })
    await tracing.bench.send({ id: 'P-1', amount: 1 })
    await tracing.deliver()
    expect(named('FraudProtection.Assessment.Purchase')).toHaveLength(1)
  })

  it('is pulled in its order with a cursor, by name', async () => {
    await tracing.create({ sink: { kind: 'pull' }, name: 'Pull' })
    for (const id of ['P-1', 'P-2', 'P-3']) await tracing.bench.send({ id, amount: 1 })
    await tracing.deliver()
    const name = 'FraudProtection.Assessment.Purchase'
    const pull = async (query: string, as = 'Vera') =>
      tracing.bench.call<{ events: { uniqueId: string }[]; next: string }>(
        as,
        'GET',
        `${caseIds.root}/traced-events?name=${name}&limit=2${query}`,
      )
    const ids: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const { json } = await pull(cursor)
      ids.push(...json.events.map(({ uniqueId }) => uniqueId))
      cursor = `&after=${json.next}`
    }
    expect(ids).toEqual(['P-1', 'P-2', 'P-3'])
    expect((await pull('', 'Ana')).status).toBe(403)
    expect((await pull('&after=x')).status).toBe(422)
  })

  it('hides what the decision hides in its traces, whichever of them are pulled', async () => {
    await tracing.create({ sink: { kind: 'pull' }, name: 'Pull' })
    await addRule(tracing.bench.store, {
      name: 'Contact',
      text: 'OBSERVE Trace(contact = @"user.email")',
      type: 'decision',
      position: -1,
    })
    await tracing.bench.engine.reloadRules(caseIds.root)
    await tracing.bench.send({ id: 'P-1', amount: 1, email: 'kim@harbor.example' })
    await tracing.deliver()
    const pull = async () =>
      (
        await tracing.bench.call<{ events: { attributes: { contact: string } }[] }>(
          'Vera',
          'GET',
          `${caseIds.root}/traced-events?name=FraudProtection.Trace.Rule`,
        )
      ).json.events.map(({ attributes }) => attributes.contact)
    expect(await pull()).toEqual(['kim@harbor.example'])
    await tracing.maskEmailsFrom('AllAreasViewer')
    expect(await pull()).toEqual(['k***@harbor.example'])
  })

  it('waits with a decision without effects for as long as it can be undone', async () => {
    await subscribe(['caseManagement'])
    await tracing.bench.send({ id: 'P-8', amount: 900, review: true })
    tracing.bench.at('09:05:01')
    const queue = await tracing.db
      .selectFrom('case_queue')
      .select('id')
      .where('environment_id', '=', caseIds.root)
      .executeTakeFirstOrThrow()
    await tracing.bench.next('Max', queue.id)
    const found = await tracing.db.selectFrom('review_case').selectAll().executeTakeFirstOrThrow()
    const undoUntil = '2025-03-03T09:30:00.000Z'
    const at = tracing.bench.now()
    await writeChanges(tracing.db, randomUUID, [
      {
        found: found as StoredCase,
        change: {
          patch: { outcome: { undoUntil } as StoredCase['outcome'] },
          history: [{ kind: 'decided', at, by: null, details: {} }],
          followUps: [{ kind: 'trace', notBefore: null, payload: {} }],
        },
      },
    ])
    const outbox = await tracing.db.selectFrom('event_outbox').select('not_before').where('kind', '=', 'case').execute()
    expect(outbox.map(({ not_before }) => not_before?.toISOString())).toEqual([undoUntil])
  })
})

const entries: string[] = []
function entry(type: string, operation: string) {
  const id = randomUUID()
  entries.push(id)
  return { id, type, operation }
}
const row = ({ id, type, operation }: ReturnType<typeof entry>) => ({
  id,
  tenant_id: caseIds.tenant,
  environment_id: caseIds.root,
  at: tracing.bench.now(),
  actor_id: randomUUID(),
  actor_name: 'Dora',
  actor_roles: [],
  resource_type: type,
  resource_id: 'r-1',
  resource_name: 'Ceiling rule',
  operation,
  before: null,
  after: null,
  correlation_id: null,
})
