import { type Kysely, sql } from 'kysely'
import type { Dependency, Dependent, FunctionBody, VelocitySetBody } from '../contract/index.ts'
import { ancestorsOf, type EnvironmentTree, scopeOf } from '../environments/tree.ts'
import { functionAsRule, type Reference, referencesOf, velocitySetAsRule } from '../fql/references.ts'
import { Conflict, Missing } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { chainOf, type RuleReader } from './rules.ts'
import { findRule, publishedRules, type StoredRule } from './store.ts'

/** These are named in their own environment only; everything else reaches the environments below, too. */
const ownOnly: readonly Dependency['kind'][] = [
  'list',
  'supportList',
  'column',
  'velocity',
  'externalCall',
  'externalAssessment',
]

/** Something published that names other things. */
interface User {
  dependent: Dependent
  environmentId: string
  references: readonly Reference[]
}

/** The longest plain part of a name finds the few texts that are worth reading. */
const partOf = (name: string): string =>
  (name.toLowerCase().match(/[a-z0-9_ ]+/g) ?? []).reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
    '',
  )

/**
 * Published rules of any type and branch, velocity sets and functions of these environments whose texts hold one of the
 * words.
 */
async function usersIn(
  db: Kysely<Database>,
  tree: EnvironmentTree,
  environmentIds: readonly string[],
  words: readonly string[],
): Promise<User[]> {
  if (environmentIds.length === 0) return []
  const holds = sql<boolean>`exists (select 1 from unnest(${[...words]}::text[]) as w (word) where strpos(lower(body::text), word) > 0)`
  const [rules, sets, functions] = await Promise.all([
    db
      .selectFrom('rule')
      .selectAll()
      .where('environment_id', 'in', environmentIds)
      .where(holds)
      .orderBy('event_type')
      .orderBy('branch')
      .orderBy('type')
      .orderBy('position')
      .execute(),
    db
      .selectFrom('velocity_set')
      .selectAll()
      .where('environment_id', 'in', environmentIds)
      .where(holds)
      .orderBy('name')
      .execute(),
    db
      .selectFrom('function')
      .selectAll()
      .where('environment_id', 'in', environmentIds)
      .where(holds)
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
    ...(rules as StoredRule[]).map(rule => ({
      dependent: asDependent(tree, rule),
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

/** The environment in which a text of `environmentId` finds a function. */
export function functionPlace(tree: EnvironmentTree, environmentId: string, { place }: Reference): string | undefined {
  if (place === undefined) return environmentId
  const above = ancestorsOf(tree, environmentId)
  if (place === 'root') return above[0]?.id ?? environmentId
  return place === 'parent' ? above.at(-1)?.id : place.environmentId
}

/** How a text names a thing of `environmentId`. */
function mentions(tree: EnvironmentTree, environmentId: string, user: User, { kind, name }: Dependency): Reference[] {
  if (user.environmentId !== environmentId && ownOnly.includes(kind)) return []
  return user.references.filter(
    each =>
      !each.sets &&
      each.kind === kind &&
      each.name.toLowerCase() === name.toLowerCase() &&
      (kind !== 'function' || functionPlace(tree, user.environmentId, each) === environmentId),
  )
}
const doesName = (...names: Parameters<typeof mentions>): boolean => mentions(...names).length > 0

/** Reads all texts of the environments, and tells of each thing of `environmentId` whether one of them names it. */
export async function namedIn(
  db: Kysely<Database>,
  tree: EnvironmentTree,
  environmentId: string,
  environmentIds: readonly string[],
): Promise<(wanted: Dependency) => boolean> {
  const users = await usersIn(db, tree, environmentIds, [''])
  return wanted => users.some(user => doesName(tree, environmentId, user, wanted))
}

/**
 * Published rules, velocity sets and functions that name one of these. Drafts do not count: their publish is refused
 * instead.
 */
export async function dependentsOfAny(
  db: Kysely<Database>,
  tree: EnvironmentTree,
  environmentId: string,
  wanted: readonly Dependency[],
): Promise<Dependent[]> {
  if (wanted.length === 0) return []
  const scope = wanted.every(({ kind }) => ownOnly.includes(kind)) ? [environmentId] : scopeOf(tree, environmentId)
  const users = await usersIn(
    db,
    tree,
    scope,
    wanted.map(({ name }) => partOf(name)),
  )
  return users
    .filter(user => wanted.some(each => doesName(tree, environmentId, user, each)))
    .map(({ dependent }) => dependent)
}

/** The same for one thing. */
export function dependentsOf(
  db: Kysely<Database>,
  tree: EnvironmentTree,
  environmentId: string,
  wanted: Dependency,
): Promise<Dependent[]> {
  return dependentsOfAny(db, tree, environmentId, [wanted])
}

/** Those that call a function with another number of arguments than this. */
export async function callersOtherwise(
  db: Kysely<Database>,
  tree: EnvironmentTree,
  environmentId: string,
  name: string,
  args: number,
): Promise<Dependent[]> {
  const users = await usersIn(db, tree, scopeOf(tree, environmentId), [partOf(name)])
  return users
    .filter(user => mentions(tree, environmentId, user, { kind: 'function', name }).some(each => each.args !== args))
    .map(({ dependent }) => dependent)
}

const asDependent = (tree: EnvironmentTree, rule: StoredRule): Dependent => ({
  resource: 'rule',
  id: rule.id,
  name: rule.name,
  type: rule.type,
  environmentId: rule.environment_id,
  environment: tree.get(rule.environment_id)?.friendlyName ?? '',
  eventType: rule.event_type,
  branch: rule.branch,
})

/** Before something is removed: @throws Conflict that names who uses it, in the message and one by one */
export async function requireUnused(
  db: Kysely<Database>,
  tree: EnvironmentTree,
  environmentId: string,
  wanted: Dependency,
): Promise<void> {
  refuseUsed(wanted.name, await dependentsOf(db, tree, environmentId, wanted))
}

/** @throws Conflict with the users of `name`, when there are any */
export function refuseUsed(name: string, dependents: readonly Dependent[]): void {
  if (dependents.length === 0) return
  const names = [...new Set(dependents.map(each => each.name))]
  const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
  throw new Conflict(`${name} is used by ${shown}.`, { reason: 'resource.used', dependents: dependents.slice(0, 200) })
}

/** What the published version of a rule uses, and which rules read the variables that it sets. @throws Missing */
export async function dependenciesOf(
  db: Kysely<Database>,
  reader: Pick<RuleReader, 'environmentId' | 'tree'>,
  ruleId: string,
): Promise<{ uses: Dependency[]; readBy: Dependent[] }> {
  const rule = await findRule(db, ruleId)
  if (!rule || rule.type === 'routing' || !chainOf(reader).includes(rule.environment_id))
    throw new Missing('There is no such published rule in this environment.')
  const references = referencesOf(rule.body)
  const sets = new Set(references.flatMap(each => (each.sets ? [each.name.toLowerCase()] : [])))
  const readers =
    sets.size === 0
      ? []
      : await publishedRules(db, {
          environmentIds: scopeOf(reader.tree, rule.environment_id),
          types: ['decision', 'postDecision', 'routing'],
          eventType: rule.event_type,
        })
  const uses = new Map(
    references.filter(each => !each.sets).map(({ kind, name }) => [`${kind} ${name.toLowerCase()}`, { kind, name }]),
  )
  return {
    uses: [...uses.values()],
    readBy: readers
      .filter(
        each =>
          each.id !== rule.id &&
          (each.type === 'routing' || each.environment_id !== rule.environment_id || each.branch === rule.branch) &&
          referencesOf(each.body).some(
            found => found.kind === 'variable' && !found.sets && sets.has(found.name.toLowerCase()),
          ),
      )
      .map(each => asDependent(reader.tree, each)),
  }
}
