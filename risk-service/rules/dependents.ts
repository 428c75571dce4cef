import { sql, type Kysely } from 'kysely'
import type { Dependency, Dependent } from '../contract/index.ts'
import { scopeOf, type EnvironmentTree } from '../environments/tree.ts'
import { Conflict, Missing } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { referencesOf } from './references.ts'
import { chainOf, type RuleReader } from './rules.ts'
import { findRule, publishedRules, type StoredRule } from './store.ts'

/** Rules read the lists of their own environment only; everything else reaches the environments below, too. */
const ownOnly: readonly Dependency['kind'][] = ['list', 'supportList', 'column']

/** Published rules, of any type and branch, that name something. Drafts do not count: their publish is refused instead. */
export async function dependentsOf(db: Kysely<Database>, tree: EnvironmentTree, environmentId: string, wanted: Dependency): Promise<Dependent[]> {
  const scope = ownOnly.includes(wanted.kind) ? [environmentId] : scopeOf(tree, environmentId)
  const name = wanted.name.toLowerCase()
  // The longest plain part of the name finds the few texts that are worth reading.
  const part = (name.match(/[a-z0-9_ ]+/g) ?? []).reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  const rows = await db.selectFrom('rule').selectAll().where('environment_id', 'in', scope).where(sql<boolean>`strpos(lower(body::text), ${part}) > 0`)
    .orderBy('event_type').orderBy('branch').orderBy('type').orderBy('position').execute()
  return (rows as StoredRule[]).filter(rule => referencesOf(rule.body).some(each => !each.sets && each.kind === wanted.kind && each.name.toLowerCase() === name))
    .map(rule => asDependent(tree, rule))
}

const asDependent = (tree: EnvironmentTree, rule: StoredRule): Dependent => ({
  resource: 'rule', id: rule.id, name: rule.name, type: rule.type, environmentId: rule.environment_id, environment: tree.get(rule.environment_id)?.friendlyName ?? '',
  eventType: rule.event_type, branch: rule.branch,
})

/** Before something is removed: @throws Conflict that names who uses it, in the message and one by one */
export async function requireUnused(db: Kysely<Database>, tree: EnvironmentTree, environmentId: string, wanted: Dependency): Promise<void> {
  const dependents = await dependentsOf(db, tree, environmentId, wanted)
  if (dependents.length === 0) return
  const names = [...new Set(dependents.map(each => each.name))]
  const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
  throw new Conflict(`${wanted.name} is used by ${shown}.`, { reason: 'resource.used', dependents: dependents.slice(0, 200) })
}

/** What the published version of a rule uses, and which rules read the variables that it sets. @throws Missing */
export async function dependenciesOf(db: Kysely<Database>, reader: Pick<RuleReader, 'environmentId' | 'tree'>, ruleId: string): Promise<{ uses: Dependency[]; readBy: Dependent[] }> {
  const rule = await findRule(db, ruleId)
  if (!rule || rule.type === 'routing' || !chainOf(reader).includes(rule.environment_id)) throw new Missing('There is no such published rule in this environment.')
  const references = referencesOf(rule.body)
  const sets = new Set(references.flatMap(each => (each.sets ? [each.name.toLowerCase()] : [])))
  const readers = sets.size === 0 ? [] : await publishedRules(db, {
    environmentIds: scopeOf(reader.tree, rule.environment_id), types: ['decision', 'postDecision', 'routing'], eventType: rule.event_type,
  })
  return {
    uses: references.filter(each => !each.sets).map(({ kind, name }) => ({ kind, name })),
    readBy: readers.filter(each => each.id !== rule.id && (each.type === 'routing' || each.environment_id !== rule.environment_id || each.branch === rule.branch)
      && referencesOf(each.body).some(found => found.kind === 'variable' && !found.sets && sets.has(found.name.toLowerCase())))
      .map(each => asDependent(reader.tree, each)),
  }
}

export interface ListUser { type: StoredRule['type']; id: string; name: string; environmentId: string; lists: { name: string; columns: string[] }[] }

/** Published rules of an environment, of any type and branch, with the custom lists and columns they name. */
export async function listUsers(db: Kysely<Database>, environmentId: string): Promise<ListUser[]> {
  const rules = await publishedRules(db, { environmentIds: [environmentId], types: ['decision', 'postDecision', 'routing'] })
  return rules.flatMap((rule): ListUser[] => {
    const references = referencesOf(rule.body)
    const lists = references.filter(each => each.kind === 'list').map(({ name }) => ({
      name, columns: references.flatMap(each => (each.kind === 'column' && each.name.toLowerCase().startsWith(`${name.toLowerCase()}.`) ? [each.name.slice(name.length + 1)] : [])),
    }))
    return lists.length === 0 ? [] : [{ type: rule.type, id: rule.id, name: rule.name, environmentId, lists }]
  })
}
