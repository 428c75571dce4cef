import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueSettings } from '../../contract/cases/queue-entities.ts'
import type { QuickDecision } from '../../contract/cases/quick-decisions.ts'
import type { Case, SupportEntry } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

const lowRisk: QuickDecision = {
  key: '1',
  label: 'Low risk',
  decision: 'Approve',
  reason: 'Low risk',
  note: 'Checked {email}: {amount}, score {score}',
  lists: [],
  tag: null,
}
const watch: QuickDecision = {
  ...lowRisk,
  key: '2',
  label: 'Approve and watch',
  lists: [
    { list: 'email', status: 'Watch', days: 30 },
    { list: 'device', status: 'Watch', days: null },
  ],
  tag: 'watched',
}

let bench: CaseBench
let digital = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('support_entry').execute()
  digital = await bench.queue('Digital Goods', { quickDecisions: [watch, lowRisk] })
  await bench.route('R1', 'ROUTETO Queue("Digital Goods") WHEN @"purchase.request.productList.type" == "Digital"')
})

const send = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, index) => `D-${index}`)
  for (const id of ids)
    await bench.send({ id, product: 'Digital', email: `${id}@shop.example`, device: `device of ${id}` })
  bench.at('09:05:01')
  return ids
}
/** Decides a case as its quick decision says. */
const decide = async (as: string, id: string, { decision, reason, lists, tag }: QuickDecision) => {
  const { json } = await bench.onCase(as, id, '')
  const leaseToken = json.own.leaseToken ?? ''
  return bench.onCase(as, id, '/decision', { leaseToken, decision, reason, listUpdates: lists, tag })
}
const entries = async () =>
  (
    await bench.call<{ list: string; entry: SupportEntry }[]>('Max', 'POST', `${caseIds.root}/support-entries`, {
      entities: [
        { list: 'email', value: 'D-0@shop.example' },
        { list: 'device', value: 'device of D-0' },
      ],
    })
  ).json
/** Creates a queue with these settings. */
const save = (settings: Partial<QueueSettings>) =>
  bench.call('Max', 'PUT', `${caseIds.root}/casemanagement/queues/${randomUUID()}`, {
    assessment: 'purchase',
    settings: { name: 'Another', defaultAction: 'Approve', ...settings },
  })

describe('quick decisions', () => {
  it('[S62] decide one case after the other, each with its digit alone', async () => {
    await send(5)
    const done: string[] = []
    for (let row = await bench.next('Ben', digital); row !== null; row = await bench.next('Ben', digital)) {
      const quick = row.quickDecisions.find(({ key }) => key === '1') as QuickDecision
      expect((await decide('Ben', row.externalId, quick)).json.state).toBe('Decided')
      done.push(row.externalId)
    }
    expect(done).toEqual(['D-0', 'D-1', 'D-2', 'D-3', 'D-4'])
  })

  it('are offered by their keys, without those whose decision or reason is gone', async () => {
    const [id = ''] = await send(1)
    const keys = async () => (await bench.onCase('Ben', id, '')).json.quickDecisions.map(({ key }) => key)
    expect(await keys()).toEqual(['1', '2'])
    const decisions = [
      { name: 'Approve', caseAction: 'Approve', labelAction: 'None', reasons: ['Known'], buttonSentiment: null },
      { name: 'Reject', caseAction: 'Reject', labelAction: 'None', reasons: ['Abuse'], buttonSentiment: null },
    ]
    const saved = await bench.call('Pia', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
      baseVersion: 0,
      configuration: { queueDecisions: decisions, defaultDecisionName: 'Approve' },
    })
    expect(saved.status).toBe(200)
    expect(await keys()).toEqual([])
  })

  it.each([
    ['key', [lowRisk, { ...watch, key: '1' }], 1],
    ['key', [{ ...lowRisk, key: '10' }], 0],
    ['decision', [lowRisk, { ...watch, decision: 'Postpone' }], 1],
    ['reason', [{ ...lowRisk, reason: 'Stolen card' }], 0],
  ] as const)('are refused at the field %s', async (field, quickDecisions, index) => {
    const { status, json } = await save({ quickDecisions: quickDecisions as unknown as QuickDecision[] })
    expect([400, 422]).toContain(status)
    expect(json).toMatchObject({ details: { issues: [{ path: ['settings', 'quickDecisions', index, field] }] } })
  })

  it('name a placeholder that notes do not have', async () => {
    const { json } = await save({ quickDecisions: [{ ...lowRisk, note: '{amount} of {total}' }] })
    expect(JSON.stringify(json)).toContain('There is no placeholder {total}.')
  })

  it('cannot use a decision that the queue does not offer', async () => {
    const allowedDecisions = ['Approve', 'Reject']
    const decision = { caseAction: 'Approve', labelAction: 'None', reasons: ['Low risk'], buttonSentiment: null }
    await bench.call('Pia', 'PUT', `${caseIds.root}/casemanagement/configuration/purchase`, {
      baseVersion: 0,
      configuration: {
        queueDecisions: [
          { ...decision, name: 'Approve' },
          { ...decision, name: 'Reject', caseAction: 'Reject' },
          { ...decision, name: 'Dismiss', caseAction: 'None' },
        ],
        defaultDecisionName: 'Approve',
      },
    })
    const { json } = await save({ allowedDecisions, quickDecisions: [{ ...lowRisk, decision: 'Dismiss' }] })
    expect(json).toMatchObject({ details: { issues: [{ path: ['settings', 'quickDecisions', 0, 'decision'] }] } })
  })
})

describe('list updates of a decision', () => {
  it('are written with it, with their expiry, reason and author, and tag the case', async () => {
    await send(1)
    await bench.next('Ben', digital)
    const { json } = await decide('Ben', 'D-0', watch)
    expect(json).toMatchObject({ state: 'Decided', tags: ['watched'] })
    expect(await entries()).toMatchObject([
      {
        list: 'email',
        entry: { status: 'Watch', reason: 'Low risk', updatedBy: 'Ben', expiresAt: '2025-04-02T09:05:01.000Z' },
      },
      { list: 'device', entry: { status: 'Watch', expiresAt: null } },
    ])
    const audited = await bench.store.db.selectFrom('audit_log').select('resource_type').execute()
    expect(audited.filter(row => row.resource_type === 'SupportList')).toHaveLength(2)
  })

  it('are taken back with it: an entry from before is as it was', async () => {
    await send(1)
    await bench.call('Max', 'PUT', `${caseIds.root}/lists/support/email`, {
      values: ['d-0@shop.example'],
      status: 'Safe',
      reason: 'Known customer',
    })
    await bench.next('Ben', digital)
    await decide('Ben', 'D-0', watch)
    bench.at('09:05:03')
    expect((await bench.onCase('Ben', 'D-0', '/undo')).json).toMatchObject({ state: 'InReview', tags: [] })
    expect(await entries()).toMatchObject([
      { list: 'email', entry: { status: 'Safe', reason: 'Known customer', expiresAt: null } },
    ])
  })

  it('stay where somebody else changed the entry meanwhile', async () => {
    await send(1)
    await bench.next('Ben', digital)
    await decide('Ben', 'D-0', watch)
    bench.at('09:05:02')
    await bench.call('Max', 'PUT', `${caseIds.root}/lists/support/device`, {
      values: ['device of D-0'],
      status: 'Block',
    })
    bench.at('09:05:03')
    await bench.onCase('Ben', 'D-0', '/undo')
    expect(await entries()).toMatchObject([{ list: 'device', entry: { status: 'Block' } }])
  })

  it('wait for the second person', async () => {
    digital = await bench.queue('Two persons', {
      quickDecisions: [watch],
      fourEyes: { amountUsd: 0, decisions: [], randomPercent: 0, blind: false },
    })
    await bench.route('R2', 'ROUTETO Queue("Two persons") WHEN @"purchase.request.totalAmount" == 77')
    await bench.send({ id: 'D-0', amount: 77, email: 'D-0@shop.example', device: 'device of D-0' })
    bench.at('09:05:01')
    await bench.next('Ben', digital)
    expect((await decide('Ben', 'D-0', watch)).json).toMatchObject({ state: 'AwaitingApproval', tags: [] })
    expect(await entries()).toEqual([])
    const choice = { decision: 'Approve', reason: 'Low risk' }
    expect((await bench.onCase('Sofia', 'D-0', '/approval', choice)).json).toMatchObject({ tags: ['watched'] })
    expect((await entries()).map(({ list }) => list)).toEqual(['email', 'device'])
  })

  it('of a bulk decision concern each case on its own', async () => {
    await send(1)
    await bench.send({ id: 'D-9', product: 'Digital' })
    bench.at('09:11')
    const cases = ['D-0', 'D-9'].map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id }))
    const { decision, reason, lists } = watch
    const path = `${caseIds.root}/casemanagement/bulk-decisions`
    const { json } = await bench.call<{ result: string }[]>('Ben', 'POST', path, {
      cases,
      decision,
      reason,
      listUpdates: lists,
    })
    expect(json.map(({ result }) => result)).toEqual(['applied', 'case.forbidden'])
    expect((await entries()).map(({ list }) => list)).toEqual(['email', 'device'])
  })

  it('are refused for a value that the event does not have, and nothing is decided', async () => {
    await bench.send({ id: 'D-9', product: 'Digital' })
    bench.at('09:05:01')
    await bench.next('Ben', digital)
    const refused = await decide('Ben', 'D-9', watch)
    expect(refused.status).toBe(422)
    expect(refused.json).toMatchObject({ details: { issues: [{ path: ['listUpdates', 0, 'list'] }] } })
    expect((await bench.onCase<Case>('Ben', 'D-9', '')).json).toMatchObject({
      state: 'InReview',
      listedValues: [{ list: 'user', value: 'user of D-9' }],
    })
  })
})

it('queues of earlier releases have no quick decisions, and General of a new environment neither', async () => {
  const id = randomUUID()
  await bench.store.db
    .insertInto('environment')
    .values({
      id,
      tenant_id: caseIds.tenant,
      parent_id: caseIds.root,
      name: 'late',
      friendly_name: 'late',
      api_id: 'late',
      kind: 'production',
      geography: 'Europe',
      status: 'Active',
    })
    .execute()
  const rows = await bench.store.db.selectFrom('case_queue').select('settings').where('kind', '=', 'System').execute()
  expect(rows.length).toBeGreaterThan(2)
  for (const { settings } of rows) expect(settings).toMatchObject({ quickDecisions: [] })
})
