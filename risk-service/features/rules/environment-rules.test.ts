import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ConsoleBench,
  now,
  openConsoleBench,
  places,
  ruleBody,
} from '../../http/console-api/testing/console-bench.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { loadEnvironmentRules } from './environment-rules.ts'
import { publishBodyIn, removeIn } from './lifecycle/publish.ts'
import { reorderIn } from './lifecycle/run-order.ts'
import type { RuleActionContext } from './rule-action-context.ts'
import { saveRuleSettingsIn } from './settings.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

test('the rules and settings of an environment can be changed in one transaction from outside, whole or not at all', async () => {
  const { db } = bench.store
  const publisher: RuleActionContext = {
    ports: { db, clock: () => now, newId: () => randomUUID() },
    principal: bench.person('engineer'),
    environmentId: places.root,
    tree: await loadEnvironmentTree(db, places.tenant),
    engine: bench.engine,
    roles: ['FraudEngineer'],
    correlationId: 'c',
  }
  const purchase = { eventType: 'purchase', type: 'decision', branch: 'production', status: 'active' } as const
  const [a, b] = await db.transaction().execute(async trx => {
    const first = await publishBodyIn(trx, publisher, { ...purchase, ruleId: null, body: ruleBody('A') })
    const second = await publishBodyIn(trx, publisher, { ...purchase, ruleId: null, body: ruleBody('B') })
    await reorderIn(trx, publisher, { environmentId: places.root, ...purchase }, [second.id, first.id])
    expect(await saveRuleSettingsIn(trx, publisher, 'purchase', { evaluation: 'first' })).toBe(true)
    expect(await saveRuleSettingsIn(trx, publisher, 'purchase', { evaluation: 'first' })).toBe(false)
    return [first, second]
  })
  expect(bench.engine.reloaded).toEqual([])
  expect(await loadEnvironmentRules(db, places.root)).toMatchObject({
    rules: [
      { name: 'B', position: 1 },
      { name: 'A', position: 2 },
    ],
    settings: [{ eventType: 'purchase', evaluation: 'first', payload: null }],
  })
  // A repeat creates no new version; an error rolls everything back.
  expect(await publishBodyIn(db, publisher, { ...purchase, ruleId: a.id, body: ruleBody('A') })).toMatchObject({
    version: 1,
  })
  await expect(
    db.transaction().execute(async trx => {
      await removeIn(trx, publisher, b.id)
      await publishBodyIn(trx, publisher, {
        ...purchase,
        ruleId: a.id,
        body: ruleBody('A', { clauses: [{ name: 'c', section: 'prior', text: 'BROKEN' }] }),
      })
    }),
  ).rejects.toThrow('The rule has errors')
  expect((await loadEnvironmentRules(db, places.root)).rules.map(rule => [rule.name, rule.version])).toEqual([
    ['B', 1],
    ['A', 1],
  ])
  await expect(
    publishBodyIn(
      db,
      { ...publisher, environmentId: places.foreign },
      { ...purchase, ruleId: a.id, body: ruleBody('A', { description: 'x' }) },
    ),
  ).rejects.toThrow('no such rule')
  expect(await loadEnvironmentRules(db, places.eu)).toEqual({ rules: [], settings: [] })
})
