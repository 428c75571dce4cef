import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RuleBody } from '../../../contract/index.ts'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { loadRecordedEvent, loadRuleBodies } from '../../../features/review/stored-decisions.ts'
import { findFailures } from '../../../fql/cases/compare-outcome.ts'
import { minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi({ velocities: ports => openVelocityStore(ports, { foldIntervalMs: 50, timeoutMs: 5000 }) })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.store.db.deleteFrom('rule').execute()
  await api.engine.reloadRules()
})

const rule = (text: string): RuleBody => ({
  name: 'Often',
  description: '',
  condition: '',
  sample: { payload: {}, riskScore: 0 },
  clauses: [{ name: 'c', text, section: 'postRisk' }],
})
async function send(email: string): Promise<string> {
  const { json } = await api.send(
    minimalPurchase({ user: { userId: `u-${email}`, email }, deviceContext: { deviceContextId: 'd' } }),
    { headers: { 'content-length': '321' } },
  )
  return String((json.resultDetails as Record<string, unknown>).PurchaseId)
}
async function recorded(id: string) {
  const event = await loadRecordedEvent(api.store.db, { environmentId: api.ids.root, eventType: 'purchase', id })
  if (event === null) throw new Error('There is no event.')
  return event
}
const often = 'RETURN Reject("often") WHEN Velocity.emailAttempts(@"user.email", 1d) >= 2'

test('a velocity is named with the value that its rule read, whatever was counted since', async () => {
  await api.addRule(api.ids.root, rule(often))
  const first = await send('a@example.com')
  await send('a@example.com')
  const third = await send('a@example.com')
  await send('a@example.com')
  const read = (value: number) => [
    { kind: 'velocity', resource: 'emailAttempts', window: '1d', args: ['a@example.com'], value },
  ]
  expect((await api.engine.replayStored((await recorded(first)).decision)).run?.reads).toMatchObject(read(0))
  const event = await recorded(third)
  const replay = await api.engine.replayStored(event.decision)
  expect(replay).toMatchObject({ state: 'ready', run: { decision: 'Reject' } })
  expect(replay.run?.reads).toMatchObject(read(2))
  expect(event.timings).toEqual({ bytes: 321, phases: [0, 0, 0, 0].map(() => expect.any(Number)) })
})

test('today’s rules read the recorded velocity, and one that was not read then as it is now', async () => {
  const ruleId = await api.addRule(api.ids.root, rule(often))
  await send('b@example.com')
  const second = await send('b@example.com')
  await send('b@example.com')
  const { decision } = await recorded(second)
  expect(decision.decision).toBe('Approve')
  let version = 1
  const publish = async (text: string) => {
    version += 1
    await api.store.db
      .updateTable('rule')
      .set({ body: JSON.stringify(rule(text)), version })
      .where('id', '=', ruleId)
      .execute()
    await api.engine.reloadRules()
  }
  await publish(often.replace('>= 2', '>= 1'))
  expect(await api.engine.rerunStored(decision)).toMatchObject({
    replay: { state: 'ready', run: { decision: 'Approve' } },
    inputs: 'recorded',
    now: { decision: 'Reject', reads: [{ value: 1 }] },
  })
  await publish('RETURN Review("seen") WHEN Velocity.emailAttempts(@"user.email", 7d) >= 1')
  expect(await api.engine.rerunStored(decision)).toMatchObject({ inputs: 'today', now: { decision: 'Review' } })
})

test('a case of the query language has the velocities that the rules read', async () => {
  await api.addRule(api.ids.root, rule(often))
  await send('c@example.com')
  await send('c@example.com')
  const { decision } = await recorded(await send('c@example.com'))
  const { rules, now } = await api.engine.rerunStored(decision)
  const draft = await api.engine.caseOfStored(decision, await loadRuleBodies(api.store.db, rules))
  expect(draft?.velocities).toEqual({ emailAttempts: { 'c@example.com|1d': 2 } })
  expect(now?.decision).toBe('Reject')
  const expected = { decision: 'Reject', reason: 'often', rule: 'Often', clause: 'c' }
  for (const mode of ['code', 'closures'] as const)
    expect(await findFailures({ ...draft, expect: expected } as never, mode)).toEqual([])
})

test('a refused call is logged with all its faults, without values of the request', async () => {
  const { status } = await api.send(
    { purchaseId: 5, user: { email: { a: 'secret@example.com' } } },
    { headers: { 'x-ms-correlation-id': 'refused-1' } },
  )
  expect(status).toBe(400)
  await expect
    .poll(async () =>
      api.store.db.selectFrom('api_error').selectAll().where('correlation_id', '=', 'refused-1').execute(),
    )
    .toMatchObject([{ status: 400, message: expect.stringMatching(/merchantLocalDate[\s\S]*\n[\s\S]*user\.email/) }])
  const rows = await api.store.db.selectFrom('api_error').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('a refused call is logged without names that the sender chose', async () => {
  const { status, json } = await api.send(minimalPurchase({ customData: { 'jane.doe@example.com': {} } }), {
    headers: { 'x-ms-correlation-id': 'refused-2' },
  })
  expect(status).toBe(400)
  // The sender reads its own name.
  expect(JSON.stringify(json)).toContain('customData.jane.doe@example.com')
  await expect
    .poll(async () =>
      api.store.db.selectFrom('api_error').selectAll().where('correlation_id', '=', 'refused-2').execute(),
    )
    .toMatchObject([{ message: expect.stringMatching(/Invalid value at customData\.\*: expected [^\n]+$/) }])
  const rows = await api.store.db.selectFrom('api_error').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('jane')
})
