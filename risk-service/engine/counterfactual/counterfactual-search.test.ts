import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Counterfactual, Decision } from '../../contract/index.ts'
import {
  type CheckEnvironment,
  compileRules,
  createScope,
  decidingClauses,
  type ListReader,
  type RuleSource,
} from '../../fql/index.ts'
import { type RecordedInputs } from '../../ports/stored-explanation.ts'
import { RecordingListReader, serialiseInputs } from '../replay/recorded-inputs.ts'
import { inRunOrder } from '../rules/compile-rule-set.ts'
import { emptyChain, type PublishedChain, type PublishedRule, waits } from '../rules/published-chain.ts'
import { runChain } from '../rules/run-rules.ts'
import { type CounterfactualSearchInput, searchCounterfactuals } from './counterfactual-search.ts'

const at = new Date('2025-06-15T11:04:00Z')
const env: CheckEnvironment = {
  attributes: new Map([['cvv', { path: 'cvv', type: 'string', values: ['Y', 'N'] }]]),
  legacyScores: 'risk',
  velocities: new Map([['tries', { name: 'tries', id: 'v1' }]]),
  lists: {
    custom: new Map([
      ['bad', { name: 'Bad', columns: ['key'], id: 'l1' }],
      ['far', { name: 'Far', columns: ['key'], id: 'remote:l2', remote: true }],
    ]),
    support: new Map([['emails', { name: 'Emails', id: 's1' }]]),
  },
}
type Source = [name: string, condition: string, ...clauses: string[]]

interface World {
  lists?: Record<string, boolean>
  statuses?: Record<string, 'Safe' | 'Block' | 'Watch'>
  velocities?: Record<string, number>
}
const listsOf = ({ lists = {}, statuses = {} }: World): ListReader => ({
  containsKey: (_list, _column, key) => lists[key] === true,
  lookup: () => undefined,
  lookupClosest: () => undefined,
  supportStatus: (_list, value) => statuses[value],
})
function chainOf(sources: readonly Source[]): Pick<CounterfactualSearchInput, 'chain' | 'clauses'> {
  const bodies = sources.map(
    ([, condition, ...texts]): RuleSource => ({
      condition,
      clauses: texts.map((text, index) => ({ name: `c${index}`, section: 'postRisk', text })),
    }),
  )
  const compiled = compileRules(bodies, env, { mode: 'closures' })
  const rules = sources.map(([name], index): PublishedRule => {
    const rule = compiled[index]
    if (rule === undefined) throw new Error('not compiled')
    return {
      id: name,
      name,
      environmentId: 'e',
      version: 1,
      position: index,
      compiled: rule,
      clauses: inRunOrder(rule.clauses),
    }
  })
  const chain: PublishedChain = {
    ...emptyChain,
    sets: [{ environmentId: 'e', firstMatch: false, rules }],
    waits: rules.some(waits),
  }
  return {
    chain,
    clauses: new Map(
      rules.map((rule, index) => [rule, decidingClauses(bodies[index] ?? { condition: '', clauses: [] }, env)]),
    ),
  }
}
async function decide(chain: PublishedChain, event: unknown, risk: number, world: World) {
  const witness = new RecordingListReader(listsOf(world))
  const scope = createScope({
    event,
    now: at,
    lists: witness,
    velocities: {
      read: (_velocity, key, window) =>
        Promise.resolve(world.velocities?.[`${key} ${window.count}${window.unit}`] ?? 0),
    },
  })
  const run = await runChain(chain, scope, { risk })
  return { run, kept: JSON.parse(serialiseInputs(scope, witness, undefined) ?? '{}') as RecordedInputs }
}
/** Decides with one set of resources, and searches counterfactuals with another: the recorded inputs must suffice. */
async function search(
  sources: readonly Source[],
  event: Record<string, unknown>,
  risk = 500,
  world: World = {},
  today: World = {},
): Promise<{ decision: Decision; counterfactuals: Counterfactual[] | null }> {
  const made = chainOf(sources)
  const { run, kept } = await decide(made.chain, event, risk, world)
  const found = await searchCounterfactuals({
    ...made,
    createRuleInput: (request = event) => request,
    request: event,
    at,
    correlationId: null,
    scores: { risk },
    recorded: kept,
    live: { lists: listsOf(today) },
    listName: id => (id === 'l1' ? 'Bad' : id === 'remote:l2' ? 'Far' : 'Emails'),
    decision: run.decision,
    ruleId: run.rule?.id ?? null,
  })
  return { decision: run.decision, counterfactuals: found }
}
const brief = ({ decision, changes }: Counterfactual) => [
  decision,
  ...changes.map(({ name, now, to, how }) =>
    how === 'value' ? `${name} ${now} → ${to}` : `${name} ${now} → ${how === 'status' ? to : how}`,
  ),
]

describe('what would have changed a decision', () => {
  it('the counterfactual search names the thresholds of the clause that decided, nearest first', async () => {
    const { counterfactuals: found } = await search(
      [
        [
          'Big',
          'WHEN @"isGuest" == true',
          'RETURN Reject() WHEN @"amount" > 100 && @"riskScore" >= 700 && @"country" == "US"',
        ],
      ],
      { isGuest: true, amount: 120.5, country: 'US' },
      710,
    )
    expect(found?.map(brief)).toEqual([
      ['Approve', 'risk 710 → 699'],
      ['Approve', 'amount 120.5 → 100'],
      ['Approve', 'isGuest true → false'],
      ['Approve', 'country US → other'],
    ])
  })
  it('the counterfactual search names texts as the rule writes them, though letter case does not matter', async () => {
    const { counterfactuals: found } = await search([['Card', '', 'RETURN Review() WHEN @"cvv" == "N"']], { cvv: 'Y' })
    expect(found?.map(brief)).toEqual([['Review', 'cvv Y → N']])
  })
  it('the counterfactual search names what makes the nearest clauses decide when none did', async () => {
    const { decision, counterfactuals: found } = await search(
      [
        [
          'Far',
          '',
          'RETURN Reject() WHEN @"amount" > 100 && @"country" == "US" && @"items" > 5 && @"x" > 5 && @"y" > 5',
        ],
        ['Near', '', 'RETURN Review() WHEN @"amount" > 100 && @"country" == "US"'],
        ['Two', '', 'RETURN Challenge("SMS") WHEN @"amount" > 100 && @"country" == "DE"'],
      ],
      { amount: 90, country: 'US', items: 1 },
    )
    expect(decision).toBe('Approve')
    expect(found?.map(brief).slice(0, 2)).toEqual([
      ['Review', 'amount 90 → 100.01'],
      ['Challenge', 'amount 90 → 100.01', 'country US → DE'],
    ])
  })
  it('the counterfactual search reads velocities and lists as they were, and says when others had to be read as they are today', async () => {
    const rules: Source[] = [
      ['Fast', '', 'LET $n = Velocity.tries(@"user", 1h)\nRETURN Reject() WHEN $n >= 3 && !IsSafe("Emails", @"email")'],
      ['Listed', '', 'RETURN Review() WHEN ContainsKey("Bad", "key", @"user")'],
    ]
    const first = await search(
      rules,
      { user: 'u', email: 'e' },
      0,
      { velocities: { 'u 1h': 5 }, statuses: { e: 'Watch' } },
      { lists: { u: true } },
    )
    expect(first.decision).toBe('Reject')
    expect(
      first.counterfactuals?.map(counterfactual => [
        ...brief(counterfactual),
        counterfactual.today,
        counterfactual.changes[0]?.window,
      ]),
    ).toEqual([
      ['Review', 'tries 5 → 2', true, '1h'],
      ['Approve', 'user u → missing', false, null],
      ['Review', 'Emails Watch → Safe', true, null],
    ])
    const second = await search(rules, { user: 'u', email: 'e' }, 0, { lists: { u: true } })
    expect(second.decision).toBe('Review')
    expect(second.counterfactuals?.map(brief)).toContainEqual(['Approve', 'Bad true → unlisted'])
    expect(second.counterfactuals?.map(brief)).toContainEqual(['Reject', 'tries 0 → 3'])
  })
  it('the counterfactual search never proposes the id of a list, nor the name of a column, as a value', async () => {
    const rules: Source[] = [
      ['Support', '', 'RETURN Reject() WHEN IsBlock("Emails", @"email")'],
      ['Listed', '', 'RETURN Review() WHEN ContainsKey("Bad", "key", @"user") && @"country" == "US"'],
    ]
    const blocked = await search(rules, { email: 'e', user: 'u' }, 0, { statuses: { e: 'Block' } })
    expect(blocked.counterfactuals?.map(brief)).toEqual([
      ['Approve', 'email e → other'],
      ['Approve', 'Emails Block → unlisted'],
    ])
    const listed = await search(rules, { email: 'e', user: 'u', country: 'US' }, 0, { lists: { u: true } })
    const tried = [...(blocked.counterfactuals ?? []), ...(listed.counterfactuals ?? [])].flatMap(({ changes }) =>
      changes.map(({ to }) => to),
    )
    for (const key of ['s1', 'l1', 'key']) expect(tried).not.toContain(key)
  })
  it('the counterfactual search names nothing that hangs on a list in a database that was not asked then', async () => {
    const rules: Source[] = [
      ['Small', '', 'RETURN Approve("small") WHEN @"amount" < 10'],
      ['Afar', '', 'RETURN Reject() WHEN !ContainsKey("Far", "key", @"user")'],
    ]
    const { decision, counterfactuals: found } = await search(
      rules,
      { user: 'u', amount: 5 },
      0,
      { lists: { u: true } },
      {},
    )
    expect(decision).toBe('Approve')
    expect(found).toEqual([])
    // A recorded read keeps its value.
    const other = await search(rules, { user: 'u', amount: 50 }, 0, {}, {})
    expect([other.decision, other.counterfactuals?.map(brief)]).toEqual([
      'Reject',
      expect.arrayContaining([
        ['Approve', 'amount 50 → 9.99'],
        ['Approve', 'Far false → listed'],
      ]),
    ])
  })
  it('the counterfactual search is not reproduced where a list said more than is kept', async () => {
    const rules: Source[] = [
      ['Note', '', 'RETURN Reject() WHEN Lookup("Bad", "key", @"user", "key") == "x"'],
      ['Size', '', 'RETURN Review() WHEN @"amount" > 1'],
    ]
    const made = chainOf(rules)
    const long: ListReader = { ...listsOf({}), lookup: () => 'y'.repeat(5000) }
    const witness = new RecordingListReader(long)
    const scope = createScope({ event: { user: 'u', amount: 5 }, now: at, lists: witness })
    const run = await runChain(made.chain, scope, { risk: 0 })
    const kept = JSON.parse(serialiseInputs(scope, witness, undefined) ?? '{}') as RecordedInputs
    expect(JSON.stringify(kept).length).toBeLessThan(100)
    expect(
      await searchCounterfactuals({
        ...made,
        createRuleInput: (request = { user: 'u', amount: 5 }) => request,
        request: { user: 'u', amount: 5 },
        at,
        correlationId: null,
        scores: { risk: 0 },
        recorded: kept,
        live: { lists: long },
        listName: id => id,
        decision: run.decision,
        ruleId: run.rule?.id ?? null,
      }),
    ).toBeNull()
  })
  it('the counterfactual search leaves room for other rules beside one that would fill it alone', async () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => `RETURN Reject() WHEN @"${name}" == "x"`)
    const { counterfactuals: found } = await search(
      [
        ['Many', '', ...many],
        ['Far', '', 'RETURN Review() WHEN @"amount" > 10 && @"items" > 10'],
      ],
      { amount: 1, items: 1 },
      0,
      {},
    )
    expect(found).toHaveLength(6)
    expect(found?.map(({ rule }) => rule)).toEqual(['Many', 'Many', 'Many', 'Many', 'Many', 'Far'])
  })
  it('the counterfactual search says nothing when the rules cannot be run as they ran', async () => {
    const made = chainOf([['A', '', 'RETURN Reject() WHEN @"amount" > 1']])
    expect(
      await searchCounterfactuals({
        ...made,
        createRuleInput: () => ({}),
        request: {},
        at,
        correlationId: null,
        scores: {},
        recorded: {},
        live: {},
        listName: id => id,
        decision: 'Reject',
        ruleId: 'A',
      }),
    ).toBeNull()
  })
})

/** Random rules over a few attributes. */
const comparison = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('amount', 'items', 'riskScore'),
      fc.constantFrom('>', '<', '>=', '<=', '=='),
      fc.integer({ min: 0, max: 20 }),
    )
    .map(([name, op, value]) => `@"${name}" ${op} ${value}`),
  fc
    .tuple(fc.constantFrom('country', 'kind'), fc.constantFrom('==', '!='), fc.constantFrom('a', 'b', 'c'))
    .map(([name, op, value]) => `@"${name}" ${op} "${value}"`),
  fc.constantFrom(
    '@"guest" == true',
    'Exists(@"extra")',
    'ContainsKey("Bad", "key", @"country")',
    '@"amount" * 2 + @"items" > 25',
    '@"lines.price" > 10',
  ),
  fc.integer({ min: 1, max: 6 }).map(value => `Velocity.tries(@"country", 1h) >= ${value}`),
)
const clause = fc
  .tuple(
    fc.constantFrom('Reject()', 'Review()', 'Approve()', 'Challenge("SMS")'),
    fc.array(comparison, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([decision, operands, either]) => `RETURN ${decision} WHEN ${operands.join(either ? ' || ' : ' && ')}`)
const rule = fc.tuple(
  fc.oneof(
    fc.constant(''),
    comparison.filter(text => !text.includes('riskScore')).map(text => `WHEN ${text}`),
  ),
  fc.array(clause, { minLength: 1, maxLength: 2 }),
)
const event = fc.record({
  amount: fc.integer({ min: 0, max: 20 }),
  items: fc.integer({ min: 0, max: 20 }),
  country: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom('a', 'b'),
  guest: fc.boolean(),
  lines: fc.array(fc.record({ price: fc.integer({ min: 0, max: 20 }) }), { maxLength: 3 }),
})

it('every counterfactual is true: with its change in place from the start, the rules decide as it says', async () => {
  let shown = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      event,
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 6 }),
      fc.boolean(),
      async (rules, sent, risk, tries, listed) => {
        const sources = rules.map(([condition, clauses], index): Source => [`r${index}`, condition, ...clauses])
        const { chain } = chainOf(sources)
        const world: World = { velocities: { [`${sent.country} 1h`]: tries }, lists: { [sent.country]: listed } }
        const { decision, counterfactuals: found } = await search(sources, sent, risk, world, world)
        for (const counterfactual of found ?? []) {
          shown += 1
          expect(counterfactual.decision).not.toBe(decision)
          const [event, changed] = [
            JSON.parse(JSON.stringify(sent)) as Record<string, unknown>,
            JSON.parse(JSON.stringify(world)) as Required<World>,
          ]
          let score = risk
          for (const { kind, name, to, how } of counterfactual.changes) {
            if (kind === 'score') score = Number(to)
            else if (kind === 'velocity')
              changed.velocities = Object.fromEntries(
                Object.keys({ ...changed.velocities, [`${String(event.country)} 1h`]: 0 }).map(key => [
                  key,
                  Number(to),
                ]),
              )
            else if (kind === 'list')
              changed.lists = { a: how === 'listed', b: how === 'listed', c: how === 'listed', d: how === 'listed' }
            else if (name === 'lines.price') event.lines = (event.lines as object[]).map(() => ({ price: to }))
            else if (how === 'missing') delete event[name]
            else event[name] = how === 'other' ? '…' : to
          }
          // A changed country reads other keys, for which nothing was counted or listed: counterfactuals read those as
          // they were then.
          if (event.country !== sent.country) continue
          const { run } = await decide(chain, event, score, changed)
          expect(
            [run.decision, run.rule?.name ?? null, run.clause],
            JSON.stringify([sources, sent, risk, world, counterfactual]),
          ).toEqual([counterfactual.decision, counterfactual.rule, counterfactual.clause])
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(shown).toBeGreaterThan(200)
})
