import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../contract/index.ts'
import {
  type CheckEnvironment,
  checkRule,
  compileRules,
  createScope,
  FqlError,
  type RuleSource,
  toText,
} from '../../fql/index.ts'
import { inRunOrder } from './compile-rule-set.ts'
import { emptyChain, type PublishedChain, type PublishedRule, type RuleSet, waits } from './published-chain.ts'
import { createRoutingEvent, routeEvent } from './route-event.ts'
import { runChain } from './run-rules.ts'

interface CaseRule {
  name?: string
  env?: string
  status?: string
  condition?: string
  clauses: { name: string; section?: 'prior' | 'postBot' | 'postRisk'; code: string }[]
}
interface Case {
  name: string
  event: unknown
  rule: string | CaseRule | CaseRule[]
  expect: Record<string, unknown>
  kind?: 'decision' | 'postDecision' | 'routing' | 'velocity'
  lists?: object
  variables?: Record<string, unknown>
  now?: string
  evaluation?: string | Record<string, string>
  assessment?: string
  scores?: { risk?: number; bot?: number }
  decision?: 'Approve' | 'Reject' | 'Review'
  queues?: string[]
  external?: unknown
}
/** Returns true for cases that the engine runs without resources; the rest of the language is tested elsewhere. */
const isPlain = (each: Case): boolean =>
  each.kind !== 'velocity' &&
  each.expect['outputRange'] === undefined &&
  Object.keys(each.lists ?? {}).length === 0 &&
  ['external', 'assessments', 'functions', 'velocities', 'geo', 'bin', 'devices', 'correlationId', 'template'].every(
    name => !(name in each),
  ) &&
  !/model\./i.test(JSON.stringify(each.rule))
const cases = ['fql-cases', 'more-cases']
  .flatMap(name => JSON.parse(readFileSync(new URL(`../../fql/cases/${name}.json`, import.meta.url), 'utf8')) as Case[])
  .filter(isPlain)

const sourceOf = (rule: CaseRule): RuleSource => ({
  condition: rule.condition ?? '',
  clauses: rule.clauses.map(clause => ({ name: clause.name, section: clause.section ?? 'prior', text: clause.code })),
})
const listed = ({ rule }: Case): CaseRule[] =>
  typeof rule === 'string' ? [{ clauses: [{ name: 'clause1', code: rule }] }] : [rule].flat()

/**
 * Returns the chain as the registry would assemble it: environments from the root, cut below one that uses only the
 * first matching rule.
 */
function chainOf(each: Case, env: CheckEnvironment): PublishedChain {
  const all = listed(each).map((rule, index) => ({ ...rule, name: rule.name ?? `rule${index + 1}` }))
  const rules = all.filter(rule => /^active/i.test(rule.status ?? 'active'))
  const environments = [...new Set(all.map(rule => rule.env ?? 'root'))]
  const mode = (environment: string) =>
    (typeof each.evaluation === 'object' ? each.evaluation[environment] : each.evaluation) ?? 'all'
  const sets = environments.map(
    (environmentId): RuleSet => ({
      environmentId,
      firstMatch: mode(environmentId) === 'first',
      rules: rules
        .filter(rule => (rule.env ?? 'root') === environmentId)
        .map((rule, index): PublishedRule => {
          const [compiled] = compileRules([sourceOf(rule)], env)
          if (compiled === undefined) throw new Error('not compiled')
          return {
            id: rule.name,
            name: rule.name,
            environmentId,
            version: 1,
            position: index + 1,
            compiled,
            clauses: inRunOrder(compiled.clauses),
          }
        }),
    }),
  )
  const end = sets.findIndex(set => set.firstMatch)
  const reached = each.kind === undefined && end >= 0 ? sets.slice(0, end + 1) : sets
  const part = each.kind === 'postDecision' ? 'actions' : each.kind === 'routing' ? 'routing' : 'sets'
  return { ...emptyChain, [part]: reached, waits: sets.some(set => set.rules.some(waits)) }
}

const placeOf = ({ clause, code, line, column }: Explanation['runtimeErrors'][number]) => ({
  clause: clause === '' ? 'condition' : clause,
  code,
  line,
  column,
})

async function outcome(each: Case): Promise<Record<string, unknown>> {
  const env: CheckEnvironment = {
    attributes: new Map(),
    kind: each.kind ?? 'decision',
    ...(each.assessment === undefined
      ? {}
      : { legacyScores: each.assessment === 'Purchase' ? ('risk' as const) : ('riskAndBot' as const) }),
    valueLists: new Set(each.assessment === 'Purchase' ? ['shippingmethod', 'productlist.type'] : []),
    queues: new Set(['general', ...(each.queues?.map(name => name.toLowerCase()) ?? [])]),
  }
  let chain: PublishedChain
  try {
    chain = chainOf(each, env)
  } catch (error) {
    if (!(error instanceof FqlError)) throw error
    const { code, line, column } = error.diagnostics[0]?.diagnostic ?? { code: '', line: 0, column: 0 }
    return { error: { code, line, column } }
  }
  const scope = createScope({
    event: each.event,
    now: new Date(each.now ?? '2025-06-15T11:04:00Z'),
    variables: new Map(Object.entries(each.variables ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  })
  if (each.kind === 'routing') {
    const errors: Explanation['runtimeErrors'] = []
    const { purchase } = each.event as { purchase?: Record<'request' | 'response', Record<string, unknown>> }
    const { queue, rule, clause } = await routeEvent(
      chain,
      scope,
      () => createRoutingEvent('purchase', purchase?.request ?? {}, purchase?.response ?? {}),
      errors,
    )
    return {
      queue: ['General', ...(each.queues ?? [])].find(name => name.toLowerCase() === queue.toLowerCase()),
      rule: rule ?? '',
      clause: clause ?? '',
      runtimeErrors: errors.map(placeOf),
    }
  }
  // A decision before the actions, as a production rule would have made it.
  const decided =
    each.kind === 'postDecision' && each.decision !== undefined
      ? compileRules(
          [{ condition: '', clauses: [{ name: 'd', section: 'prior', text: `RETURN ${each.decision}()` }] }],
          { attributes: new Map() },
        )
      : []
  const run = await runChain(
    decided[0] === undefined
      ? chain
      : {
          ...chain,
          sets: [
            {
              environmentId: 'root',
              firstMatch: false,
              rules: [
                {
                  id: 'd',
                  name: 'd',
                  environmentId: 'root',
                  version: 1,
                  position: 1,
                  compiled: decided[0],
                  clauses: decided[0].clauses,
                },
              ],
            },
          ],
        },
    scope,
    { risk: each.scores?.risk, bot: each.scores?.bot },
  )
  const asText = (value: unknown) =>
    each.assessment === 'Purchase'
      ? Object.fromEntries(
          Object.entries(value as object).map(([clause, pairs]) => [
            clause,
            Object.fromEntries(Object.entries(pairs as object).map(([key, pair]) => [key, toText(pair)])),
          ]),
        )
      : value
  return {
    decision: run.decision,
    reason: run.reason,
    rule: run.rule?.name ?? '',
    clause: run.clause ?? '',
    output: asText(run.outputs),
    response: run.response,
    supportMessage: run.supportMessage ?? '',
    challengeType: run.challengeType ?? '',
    trace: run.traces,
    calls: [],
    runtimeErrors: run.explanation.runtimeErrors.map(placeOf),
    warnings: listed(each)
      .flatMap(rule => checkRule(sourceOf(rule), env))
      .filter(({ diagnostic }) => diagnostic.severity === 'warning')
      .map(({ diagnostic: { code, line, column } }) => ({ code, line, column })),
  }
}

describe('acceptance cases of the rule engine', () => {
  test.each(cases.map(each => [each.name, each] as const))('%s', async (_name, each) => {
    const { error, ...found } = await outcome(each)
    // A problem names its part only in cases that do.
    expect(error === undefined ? found : { error }).toMatchObject(
      each.expect['error'] === undefined
        ? each.expect
        : {
            error: Object.fromEntries(
              Object.entries(each.expect['error'] as object).filter(([name]) => name !== 'part'),
            ),
          },
    )
  })
  test('acceptance cases of the rule engine are all there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150)
  })
})

const chain = (part: 'sets' | 'actions', ...texts: [environment: string, ...clauses: string[]][]): PublishedChain => ({
  ...emptyChain,
  [part]: texts.map(([environmentId, ...clauses]): RuleSet => {
    const [compiled] = compileRules(
      [{ condition: '', clauses: clauses.map((text, index) => ({ name: `c${index}`, section: 'prior', text })) }],
      { attributes: new Map(), kind: part === 'sets' ? 'decision' : 'postDecision' },
    )
    if (compiled === undefined) throw new Error('not compiled')
    return {
      environmentId,
      firstMatch: false,
      rules: [
        {
          id: environmentId,
          name: environmentId,
          environmentId,
          version: 1,
          position: 1,
          compiled,
          clauses: compiled.clauses,
        },
      ],
    }
  }),
})
const scopeOf = (event: unknown) => createScope({ event, now: new Date('2025-06-15T11:04:00Z') })

describe('post-decision actions', () => {
  const decisions = chain('sets', ['root', 'DO SetVariables(tier = "gold")', 'RETURN Reject("r")'])
  test('post-decision actions run after the decision, parents first, and see what decision rules set', async () => {
    const actions = chain(
      'actions',
      [
        'root',
        'DO SetResponse(by = "root", tier = GetVariable("tier").AsString()) WHEN Response.Decision() == "reject"',
        'DO SetResponse("kyc", level = 1, kept = true)',
      ],
      ['child', 'DO SetResponse(by = "child")', 'DO SetResponse("kyc", level = 2)'],
    )
    const run = await runChain({ ...decisions, actions: actions.actions }, scopeOf({}), {})
    expect(run).toMatchObject({
      decision: 'Reject',
      response: { by: 'child', tier: 'gold', kyc: { level: 2, kept: true } },
    })
  })
  test('an action that fails does not keep the others from running', async () => {
    const actions = chain('actions', ['root', 'DO SetResponse(x = @"a".ToInt32())', 'DO SetResponse(y = 1)'])
    const run = await runChain({ ...decisions, actions: actions.actions }, scopeOf({ a: 'no' }), {})
    expect(run.response).toEqual({ y: 1 })
    expect(run.explanation.runtimeErrors).toMatchObject([{ clause: 'c0', code: 'FQL4003' }])
  })
  test('post-decision actions name calls that are not there as missing', () => {
    const problems = checkRule(
      { condition: '', clauses: [{ name: 'c', section: 'prior', text: 'DO External.notify(@"a")' }] },
      { attributes: new Map(), kind: 'postDecision' },
    )
    expect(problems).toMatchObject([{ diagnostic: { code: 'FQL2007', severity: 'error', params: { n: 'notify' } } }])
  })
})

test('a chain that may wait comes to the same as one that does not', async () => {
  const plain = chain(
    'sets',
    ['root', 'OBSERVE Output(a = @"n")', 'RETURN Reject("x") WHEN @"n" > 5'],
    ['child', 'RETURN Review("y") WHEN @"n" > 1'],
  )
  for (const n of [0, 3, 9]) {
    const [now, later] = await Promise.all([
      runChain(plain, scopeOf({ n }), {}),
      runChain({ ...plain, waits: true }, scopeOf({ n }), {}),
    ])
    expect(later).toEqual(now)
  }
})

test('a clause may have any name: its outputs are there under it', async () => {
  const [compiled] = compileRules(
    [
      {
        condition: '',
        clauses: ['__proto__', 'constructor'].map(name => ({
          name,
          section: 'prior' as const,
          text: 'OBSERVE Output(a = 1)',
        })),
      },
    ],
    { attributes: new Map() },
  )
  if (compiled === undefined) throw new Error('not compiled')
  const rule: PublishedRule = {
    id: 'r',
    name: 'r',
    environmentId: 'e',
    version: 1,
    position: 1,
    compiled,
    clauses: inRunOrder(compiled.clauses),
  }
  const { outputs } = await runChain(
    { ...emptyChain, sets: [{ environmentId: 'e', firstMatch: false, rules: [rule] }], waits: false },
    createScope({ event: {}, now: new Date() }),
    {},
  )
  expect(JSON.stringify(outputs)).toBe('{"__proto__":{"a":1},"constructor":{"a":1}}')
})

test('a reason can be stored, whatever characters it is made of', async () => {
  const run = await runChain(chain('sets', ['root', 'RETURN Reject("a\\u0000b" + "\\ud83d")']), scopeOf({}), {})
  expect(run).toMatchObject({ decision: 'Reject', reason: 'a\ufffdb\ufffd' })
})
