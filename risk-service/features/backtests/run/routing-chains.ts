import type { RuleBody } from '../../../contract/index.ts'
import { inRunOrder } from '../../../engine/rules/compile-rule-set.ts'
import {
  emptyChain,
  type PublishedChain,
  type PublishedRule,
  type RuleSet,
} from '../../../engine/rules/published-chain.ts'
import type { RuleRegistry } from '../../../engine/rules/rule-registry.ts'
import { rulesOf } from '../../../engine/rules/run-rules.ts'
import { type CheckEnvironment, type CompileOptions, compileRules, type RuleReads } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import { SubjectNotFoundError } from './candidate-chain.ts'
import type { RoutingRunInput } from './run-types.ts'

/** The routing rules of an environment: the published ones, and with the change. */
interface RoutingChains {
  before: PublishedChain
  after: PublishedChain
}
export interface RoutingCandidates {
  chainsOf: (environmentId: string) => RoutingChains
  /** Routing rules read variables, which decision rules set: those have to run first. */
  readsVariables: boolean
  reads: readonly RuleReads[]
  /** The texts of all rules that run, in lower case. */
  texts: string
  checks: readonly CheckEnvironment[]
  /** Environments whose rules run. */
  environmentIds: readonly string[]
}

/**
 * Loads the published routing rules of an environment, and of those below it (`scope`), and the same with a change of one
 * rule of the environment. The rule keeps its place among the others; one that was not active is added at its own.
 * Throws `FqlError` for a text with errors, `SubjectNotFoundError` for an assessment that no longer exists.
 */
export async function loadRoutingChains(
  db: Db,
  book: RuleRegistry,
  { environmentId, eventType, ruleId, body }: RoutingRunInput,
  paths: (environmentId: string) => readonly string[],
  scope: readonly string[],
  mode: CompileOptions['mode'],
): Promise<RoutingCandidates> {
  const environmentIds = [...new Set([...scope, ...paths(environmentId)])]
  const check = book.checkOf(environmentId, eventType, 'routing')
  if (check === null) throw new SubjectNotFoundError()
  const stored = await db
    .selectFrom('rule')
    .select(['id', 'type', 'position', 'body'])
    .where('environment_id', 'in', environmentIds)
    .where('event_type', '=', eventType)
    .where('status', '=', 'active')
    .where('type', 'in', ['routing', 'decision'])
    .execute()
  const position = (await db.selectFrom('rule').select('position').where('id', '=', ruleId).executeTakeFirst())
    ?.position
  const candidate = body === null ? null : compileCandidate(body, check, mode)
  const change = (rules: readonly PublishedRule[]): PublishedRule[] =>
    [
      ...rules.filter(rule => rule.id !== ruleId),
      ...(candidate === null
        ? []
        : [{ ...candidate, id: ruleId, environmentId, position: position ?? Number.POSITIVE_INFINITY }]),
    ].toSorted((a, b) => a.position - b.position)

  const chains = new Map<string, RoutingChains>()
  for (const id of scope) {
    const published = (await book.loadChain(id, eventType)) ?? emptyChain
    const sets = new Map(published.routing.map(set => [set.environmentId, set]))
    const after = paths(id).flatMap((each): RuleSet[] => {
      const set = sets.get(each)
      if (each === environmentId) return [{ environmentId, firstMatch: false, rules: change(set?.rules ?? []) }]
      return set === undefined ? [] : [set]
    })
    // Everything that rules read is at hand: nothing waits.
    const before = { ...published, waits: false }
    chains.set(id, { before, after: { ...before, routing: after } })
  }
  const routingTexts = textsOf([
    ...stored.flatMap(row => (row.type === 'routing' ? [row.body as RuleBody] : [])),
    ...(body === null ? [] : [body]),
  ])
  const readsVariables = routingTexts.includes('getvariable')
  const rules = [...chains.values()].flatMap(({ before, after }) => [
    ...rulesOf(after.routing),
    ...rulesOf(before.routing),
    ...(readsVariables ? rulesOf(before.sets) : []),
  ])
  return {
    chainsOf: id => chains.get(id) ?? { before: emptyChain, after: emptyChain },
    readsVariables,
    reads: [...new Set(rules.map(rule => rule.compiled.reads))],
    texts: readsVariables
      ? textsOf([...stored.map(row => row.body as RuleBody), ...(body === null ? [] : [body])])
      : routingTexts,
    checks: environmentIds.flatMap(id => book.checkOf(id, eventType, 'routing') ?? []),
    environmentIds,
  }
}

function compileCandidate(body: RuleBody, check: CheckEnvironment, mode: CompileOptions['mode']) {
  const [compiled] = compileRules([body], check, { mode })
  if (compiled === undefined) throw new SubjectNotFoundError()
  return { name: body.name, version: 0, compiled, clauses: inRunOrder(compiled.clauses) }
}

const textsOf = (bodies: readonly RuleBody[]): string =>
  bodies
    .flatMap(body => [body.condition, ...body.clauses.map(clause => clause.text)])
    .join('\n')
    .toLowerCase()
