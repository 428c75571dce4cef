import type { FunctionBody, RuleBody, VelocitySetBody } from '../../contract/index.ts'
import type { ListDependent } from '../../contract/lists/custom-lists.ts'
import { supportLists } from '../../contract/lists/list-definitions.ts'
import { findListReferences } from '../../engine/lists/list-references.ts'
import { functionAsRule, velocitySetAsRule } from '../../fql/check/references.ts'
import type { CheckEnvironment, RuleSource } from '../../fql/index.ts'
import type { Db } from '../../ports/database.ts'
import { loadListColumns, loadPublishedResourceBodies, loadPublishedRuleBodies } from './store.ts'

/**
 * Finds the dependents of the lists of an environment, by lower-cased name of the list: its published rules, active or
 * not, of every branch, its velocity sets and its functions.
 */
export async function findListDependents(db: Db, environmentId: string): Promise<Map<string, ListDependent[]>> {
  const users = new Map<string, ListDependent[]>()
  const add = (source: Pick<RuleBody, 'condition' | 'clauses'>, user: Omit<ListDependent, 'columns'>) => {
    for (const [list, { columns }] of findListReferences([source])) {
      const listUsers = users.get(list) ?? []
      users.set(list, listUsers)
      listUsers.push({ ...user, columns: [...columns] })
    }
  }
  for (const row of await loadPublishedRuleBodies(db, environmentId)) {
    add(row.body as RuleBody, {
      resource: 'rule',
      id: row.id,
      name: row.name,
      type: row.type,
      environmentId,
      environment: row.environment,
      eventType: row.event_type,
      branch: row.branch,
    })
  }
  for (const { resource, id, name, environment, body } of await loadPublishedResourceBodies(db, environmentId)) {
    add(resource === 'function' ? functionAsRule(body as FunctionBody) : velocitySetAsRule(body as VelocitySetBody), {
      resource,
      id,
      name,
      environmentId,
      environment,
    })
  }
  return users
}

/**
 * Returns the lists that a publish is checked with: those of the store, none of which can be deleted or lose a column
 * until the transaction ends. Undefined for texts that read no list, for which the state of the engine is enough.
 */
export async function lockReferencedLists(
  trx: Db,
  environmentId: string,
  texts: RuleSource,
): Promise<CheckEnvironment['lists']> {
  const named = findListReferences([texts])
  if (named.size === 0) return undefined
  const ids = (await loadListColumns(trx, environmentId))
    .filter(({ name }) => named.has(name.toLowerCase()))
    .map(({ id }) => id)
  if (ids.length > 0)
    await trx.selectFrom('list').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
  return {
    custom: new Map(
      (await loadListColumns(trx, environmentId)).map(({ id, name, columns, source }) => [
        name.toLowerCase(),
        { id, name, columns, ...(source === 'csv' ? {} : { remote: true as const }) },
      ]),
    ),
    support: new Map(Object.values(supportLists).map(({ name }) => [name.toLowerCase(), { name }])),
  }
}

/** Returns names for a message: a few, and the number of the rest. */
export function joinNames(users: readonly Pick<ListDependent, 'name'>[]): string {
  const names = [...new Set(users.map(({ name }) => name))]
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}
