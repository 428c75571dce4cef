import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../../engine/index.ts'
import type { RuleLists } from '../../../engine/lists/types.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { EventWriter } from '../../../ports/index.ts'
import { insertDefaultRules, supportListRule } from './default-rules.ts'

const names = [
  'Email Support List',
  'User Support List',
  'Payment Support List',
  'IP Support List',
  'Device Support List',
]
const entries = new Map<string, 'Safe' | 'Block' | 'Watch'>()
const lists: RuleLists = {
  reload: () => Promise.resolve(),
  loadForRules: () => Promise.resolve(),
  loadForTrial: () => Promise.resolve(),
  signature: () => '1',
  checkLists: () => ({ custom: new Map(), support: new Map(names.map(name => [name.toLowerCase(), { name }])) }),
  reader: {
    containsKey: () => false,
    lookup: () => undefined,
    lookupClosest: () => undefined,
    supportStatus: (list, value) => entries.get(`${list}: ${value}`),
  },
}
const writer: EventWriter = {
  write: event => Promise.resolve({ answer: event.answer, replayed: false }),
  label: () => Promise.resolve(),
  data: () => Promise.resolve({ fresh: true, transaction: 1 }),
  unavailableReason: () => null,
  close: () => Promise.resolve(),
}

let bench: ConsoleBench
let engine: Engine
let ids = 0
const newId = () => `60000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`
beforeAll(async () => {
  bench = await openConsoleBench()
  const { db } = bench.store
  await insertDefaultRules(db, { clock: () => now, newId }, { id: places.tenant, name: 'Assay' }, places.root)
  engine = await createEngine({ db, clock: () => now, newId, log: silentLog, writer, countryOf: () => null, lists })
})
afterAll(() => bench.close())

const decide = async (more: object) => {
  const result = await engine.decide({
    environmentId: places.eu,
    eventType: 'purchase',
    correlationId: null,
    receivedAt: now,
    backfill: false,
    diagnostics: false,
    body: { purchaseId: newId(), merchantLocalDate: now.toISOString(), _metadata: { trackingId: 't' }, ...more },
  })
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
  return (JSON.parse(result.answer) as { resultDetails: Record<string, unknown> }).resultDetails
}

test('a new root environment starts with a default support rule for each of the older assessments, once', async () => {
  const rows = () =>
    bench.store.db
      .selectFrom('rule')
      .select(['event_type', 'name', 'status', 'position', 'published_by_name'])
      .orderBy('event_type')
      .execute()
  expect(await rows()).toEqual(
    ['accountcreation', 'accountlogin', 'purchase'].map(event_type => ({
      event_type,
      name: 'Default Support Rule',
      status: 'active',
      position: 1,
      published_by_name: 'Assay',
    })),
  )
  const purchase = await bench.store.db
    .selectFrom('rule')
    .select('id')
    .where('event_type', '=', 'purchase')
    .executeTakeFirstOrThrow()
  await bench.call('engineer', 'DELETE', `/environments/${places.root}/rules/${purchase.id}`)
  await insertDefaultRules(
    bench.store.db,
    { clock: () => now, newId },
    { id: places.tenant, name: 'Assay' },
    places.root,
  )
  expect((await rows()).map(row => row.event_type)).toEqual(['accountcreation', 'accountlogin'])
  await bench.store.db.deleteFrom('rule_version').where('event_type', '=', 'purchase').execute()
  await insertDefaultRules(
    bench.store.db,
    { clock: () => now, newId },
    { id: places.tenant, name: 'Assay' },
    places.root,
  )
  await engine.reloadRules()
})

test('the default rules reject blocked values, then approve safe ones, and leave the rest to other rules', async () => {
  entries
    .set('Email Support List: bad@shop.example', 'Block')
    .set('User Support List: good', 'Safe')
    .set('IP Support List: 203.0.113.9', 'Watch')
  expect(await decide({ user: { userId: 'x', email: 'bad@shop.example' } })).toMatchObject({
    MerchantRuleDecision: 'Reject',
    MerchantRuleReason: 'Blocked email',
    PolicyApplied: 'Default Support Rule',
    ClauseName: 'Blocked email',
  })
  expect(await decide({ user: { userId: 'good', email: 'a@shop.example' } })).toMatchObject({
    MerchantRuleDecision: 'Approve',
    MerchantRuleReason: 'Safe user',
  })
  expect(await decide({ user: { userId: 'good', email: 'bad@shop.example' } })).toMatchObject({
    MerchantRuleDecision: 'Reject',
  })
  expect(await decide({ deviceContext: { deviceContextId: 'd', ipAddress: '203.0.113.9' } })).toMatchObject({
    MerchantRuleDecision: 'Approve',
    MerchantRuleReason: 'NO_CLAUSE_HIT',
    PolicyApplied: 'Default',
  })
})

test('the rules of all older assessments have no errors, and the rule of wizard assessments watches, too', async () => {
  const rows = await bench.store.db.selectFrom('rule').select(['event_type', 'body']).execute()
  for (const row of rows)
    expect(
      (await engine.checkRule(places.root, row.event_type, row.body as never)).map(({ code, message }) => [
        row.event_type,
        code,
        message,
      ]),
    ).toEqual([])
  const rule = supportListRule('Support lists', ['user.email', null, null, null, 'deviceFingerprinting.id'], {}, true)
  expect(rule.clauses.map(clause => clause.name)).toEqual([
    'Blocked email',
    'Blocked device',
    'Safe email',
    'Safe device',
    'Watched email',
    'Watched device',
  ])
  expect(rule.clauses[4]?.text).toBe(
    'RETURN Review("Watched email", "Entry on the email support list")\nWHEN IsWatch("Email Support List", @"user.email")',
  )
})
