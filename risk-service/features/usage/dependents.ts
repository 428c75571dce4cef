import { sql } from 'kysely'
import type {
  CaseConfiguration,
  Dependency,
  Dependent,
  FunctionBody,
  RuleBody,
  RuleType,
  VelocitySetBody,
} from '../../contract/index.ts'
import {
  functionAsRule,
  type Reference,
  referencesOf,
  statementsAsRule,
  velocitySetAsRule,
} from '../../fql/check/references.ts'
import { assessmentOfDecisions, decisionsSettings } from '../../kernel/case-options/decisions-setting.ts'
import { ancestorsOf, type EnvironmentTree, scopeOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'

/** These are named in their own environment only; all other kinds are visible to the environments below, too. */
const localKinds: readonly Dependency['kind'][] = [
  'list',
  'supportList',
  'column',
  'velocity',
  'externalCall',
  'externalAssessment',
]

/** A row of `rule`, with the fields of a dependent. */
interface DependentRule {
  id: string
  name: string
  type: RuleType
  environment_id: string
  event_type: string
  branch: string
}

/** A published resource that names others. */
interface Referrer {
  dependent: Dependent
  environmentId: string
  references: readonly Reference[]
}

/** Returns the longest literal part of a name, which selects the few texts that are worth parsing. */
const searchablePart = (name: string): string =>
  (name.toLowerCase().match(/[a-z0-9_ ]+/g) ?? []).reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
    '',
  )

/**
 * Finds published rules of any type and branch, velocity sets and functions of these environments whose texts contain
 * one of the words.
 */
async function findReferrers(
  db: Db,
  tree: EnvironmentTree,
  environmentIds: readonly string[],
  words: readonly string[],
): Promise<Referrer[]> {
  if (environmentIds.length === 0) return []
  const containsWord = sql<boolean>`exists (select 1 from unnest(${[...words]}::text[]) as w (word) where strpos(lower(body::text), word) > 0)`
  const [rules, sets, functions] = await Promise.all([
    db
      .selectFrom('rule')
      .selectAll()
      .where('environment_id', 'in', environmentIds)
      .where(containsWord)
      .orderBy('event_type')
      .orderBy('branch')
      .orderBy('type')
      .orderBy('position')
      .execute(),
    db
      .selectFrom('velocity_set')
      .selectAll()
      .where('environment_id', 'in', environmentIds)
      .where(containsWord)
      .orderBy('name')
      .execute(),
    db
      .selectFrom('function')
      .selectAll()
      .where('environment_id', 'in', environmentIds)
      .where(containsWord)
      .orderBy('name')
      .execute(),
  ])
  const resource = (
    kind: 'velocity' | 'function',
    row: { id: string; name: string; environment_id: string },
  ): Dependent => ({
    resource: kind,
    id: row.id,
    name: row.name,
    environmentId: row.environment_id,
    environment: tree.get(row.environment_id)?.friendlyName ?? '',
  })
  return [
    ...(rules as (DependentRule & { body: RuleBody })[]).map(rule => ({
      dependent: toDependent(tree, rule),
      environmentId: rule.environment_id,
      references: referencesOf(rule.body),
    })),
    ...sets.map(row => ({
      dependent: resource('velocity', row),
      environmentId: row.environment_id,
      references: referencesOf(velocitySetAsRule(row.body as VelocitySetBody)),
    })),
    ...functions.map(row => ({
      dependent: resource('function', row),
      environmentId: row.environment_id,
      references: referencesOf(functionAsRule(row.body as FunctionBody)),
    })),
  ]
}

/** Returns the environment in which a text of `environmentId` finds a function. */
export function functionEnvironmentId(
  tree: EnvironmentTree,
  environmentId: string,
  { scope: place }: Reference,
): string | undefined {
  if (place === undefined) return environmentId
  const above = ancestorsOf(tree, environmentId)
  if (place === 'root') return above[0]?.id ?? environmentId
  return place === 'parent' ? above.at(-1)?.id : place.environmentId
}

/** Returns how a text names a resource of `environmentId`. */
function referencesTo(
  tree: EnvironmentTree,
  environmentId: string,
  user: Pick<Referrer, 'environmentId' | 'references'>,
  { kind, name }: Dependency,
): Reference[] {
  if (user.environmentId !== environmentId && localKinds.includes(kind)) return []
  return user.references.filter(
    each =>
      !each.setsOnly &&
      each.kind === kind &&
      each.name.toLowerCase() === name.toLowerCase() &&
      (kind !== 'function' || functionEnvironmentId(tree, user.environmentId, each) === environmentId),
  )
}
const hasReferenceTo = (...names: Parameters<typeof referencesTo>): boolean => referencesTo(...names).length > 0

/** Finds the decisions of cases whose statements name something; the challenge of an assessment is one of them. */
async function findDecisionReferrers(
  db: Db,
  tree: EnvironmentTree,
  environmentIds: readonly string[],
): Promise<Referrer[]> {
  const rows = await db
    .selectFrom('setting')
    .select(['scope', 'key', 'value'])
    .where('scope', 'in', environmentIds)
    .where('key', 'like', decisionsSettings)
    .orderBy('key')
    .execute()
  return rows.flatMap(({ scope, key, value }) => {
    const { queueDecisions, challengeAction } = (value as { configuration: CaseConfiguration }).configuration
    const eventType = assessmentOfDecisions(key)
    const statements = [
      ...queueDecisions.map(({ name, fqlAction }) => ({ name, text: fqlAction })),
      { name: 'Challenge', text: challengeAction },
    ]
    return statements.flatMap(({ name, text }) =>
      text == null
        ? []
        : [
            {
              dependent: {
                resource: 'decision' as const,
                id: `${eventType} ${name}`,
                name,
                environmentId: scope,
                environment: tree.get(scope)?.friendlyName ?? '',
                eventType,
              },
              environmentId: scope,
              references: referencesOf(statementsAsRule([text])),
            },
          ],
    )
  })
}

/** Reads all texts of the environments, and returns a check whether one of them names a resource of `environmentId`. */
export async function loadReferenceCheck(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  environmentIds: readonly string[],
): Promise<(dependency: Dependency) => boolean> {
  const users = [
    ...(await findReferrers(db, tree, environmentIds, [''])),
    ...(await findDecisionReferrers(db, tree, environmentIds)),
  ]
  return dependency => users.some(user => hasReferenceTo(tree, environmentId, user, dependency))
}

/**
 * Finds published rules, velocity sets, functions and decisions of cases that name one of these. Drafts do not count: their publish is
 * refused instead.
 */
export async function findDependentsOfAny(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  dependencies: readonly Dependency[],
): Promise<Dependent[]> {
  if (dependencies.length === 0) return []
  const scope = dependencies.every(({ kind }) => localKinds.includes(kind))
    ? [environmentId]
    : scopeOf(tree, environmentId)
  const words = dependencies.map(({ name }) => searchablePart(name))
  const users = await Promise.all([findReferrers(db, tree, scope, words), findDecisionReferrers(db, tree, scope)])
  return users
    .flat()
    .filter(user => dependencies.some(each => hasReferenceTo(tree, environmentId, user, each)))
    .map(({ dependent }) => dependent)
}

/** Finds published rules, velocity sets, functions and decisions of cases that name a resource. */
export function findDependents(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  dependency: Dependency,
): Promise<Dependent[]> {
  return findDependentsOfAny(db, tree, environmentId, [dependency])
}

/** Finds callers of a function with a different number of arguments. */
export async function findCallersWithOtherArity(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  name: string,
  args: number,
): Promise<Dependent[]> {
  const users = await findReferrers(db, tree, scopeOf(tree, environmentId), [searchablePart(name)])
  return users
    .filter(user =>
      referencesTo(tree, environmentId, user, { kind: 'function', name }).some(each => each.args !== args),
    )
    .map(({ dependent }) => dependent)
}

export const toDependent = (tree: EnvironmentTree, rule: DependentRule): Dependent => ({
  resource: 'rule',
  id: rule.id,
  name: rule.name,
  type: rule.type,
  environmentId: rule.environment_id,
  environment: tree.get(rule.environment_id)?.friendlyName ?? '',
  eventType: rule.event_type,
  branch: rule.branch,
})

/**
 * Checks that a resource is unused before its removal. @throws ConflictError with its dependents, in the message and
 * one by one
 */
export async function assertUnused(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  dependency: Dependency,
): Promise<void> {
  assertNoDependents(dependency.name, await findDependents(db, tree, environmentId, dependency))
}

/** @throws ConflictError with the dependents of `name`, if any */
export function assertNoDependents(name: string, dependents: readonly Dependent[]): void {
  if (dependents.length === 0) return
  const names = [...new Set(dependents.map(each => each.name))]
  const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
  throw new ConflictError(`${name} is used by ${shown}.`, {
    reason: 'resource.used',
    dependents: dependents.slice(0, 200),
  })
}
