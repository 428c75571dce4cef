import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { type EvaluatedTransaction, RuleResults } from './rule-results.ts'

let bench: ConsoleBench
const chain = 'c0000000-0000-4000-8000-000000000001'
const [first, second] = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002']

beforeEach(async () => {
  bench = await openConsoleBench()
  await bench.store.db
    .insertInto('rule_chain')
    .values({
      id: chain,
      rules: JSON.stringify([
        { ruleId: first, rule: 'First', clauses: ['a', 'b', 'c'] },
        { ruleId: second, rule: 'Second', clauses: ['d'] },
      ]),
    })
    .execute()
})
afterEach(() => bench.close())

const transaction = (fields: Partial<EvaluatedTransaction>): EvaluatedTransaction => ({
  at: new Date('2025-11-01T10:00:00Z'),
  rule_id: null,
  rule: null,
  clause: null,
  chain,
  selected: '11',
  effects: null,
  ...fields,
})
const decidedByB = transaction({ rule_id: first, rule: 'First', clause: 'b', selected: '1' })

it('a clause is tested unless something before it had decided', async () => {
  const results = new RuleResults()
  const { db } = bench.store
  await results.add(db, 'purchase', [
    decidedByB,
    decidedByB,
    transaction({ selected: '01', effects: [[1, 'd', true]] }),
    transaction({ chain: null, selected: null }),
    transaction({ effects: [[0, 'c', false]] }),
  ])
  await results.store(db, places.eu)
  const rows = await db
    .selectFrom('report_clause_day')
    .select(['clause', 'events', 'tested', 'effects'])
    .orderBy('clause')
    .execute()
  expect(rows).toEqual([
    { clause: 'a', events: 4, tested: 4, effects: 0 },
    { clause: 'b', events: 4, tested: 4, effects: 2 },
    // It only set a variable, which is an effect and no observation.
    { clause: 'c', events: 4, tested: 2, effects: 1 },
    { clause: 'd', events: 4, tested: 2, effects: 1 },
  ])
})

it('transactions with the same results have one path, whatever the order of what was observed', async () => {
  const results = new RuleResults()
  const { db } = bench.store
  const both = [
    [1, 'd', true],
    [0, 'a', true],
  ] as const
  const paths = await results.add(db, 'purchase', [
    decidedByB,
    transaction({ effects: both }),
    transaction({ effects: [...both.toReversed(), [0, 'a', true], [0, 'c', false]] }),
    transaction({}),
    { ...decidedByB, at: new Date('2025-11-02T10:00:00Z') },
  ])
  expect(paths).toEqual([0, 1, 1, 2, 0])
  await results.store(db, places.eu)
  const rows = await db
    .selectFrom('report_path')
    .select(['path', 'rule', 'clause', 'observed'])
    .orderBy('path')
    .execute()
  expect(rows).toEqual([
    { path: 0, rule: 'First', clause: 'b', observed: [] },
    {
      path: 1,
      rule: null,
      clause: null,
      observed: [
        [first, 'First', 'a'],
        [second, 'Second', 'd'],
      ],
    },
    { path: 2, rule: null, clause: null, observed: [] },
  ])
})
