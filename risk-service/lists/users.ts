import type { Kysely } from 'kysely'
import type { FunctionBody, RuleBody, VelocitySetBody } from '../contract/index.ts'
import { supportLists } from '../contract/list-rules.ts'
import type { ListUser } from '../contract/lists.ts'
import { listUses } from '../engine/lists/uses.ts'
import type { CheckEnvironment, RuleSource } from '../fql/index.ts'
import { functionAsRule, velocitySetAsRule } from '../fql/references.ts'
import type { Database } from '../store/schema.ts'
import { listsOf, publishedBodies, publishedResources } from './store.ts'

/**
 * Who uses the lists of an environment, by lower-cased name of the list: its published rules, active or not, of every
 * branch, its velocity sets and its functions.
 */
export async function usersOfLists(db: Kysely<Database>, environmentId: string): Promise<Map<string, ListUser[]>> {
  const users = new Map<string, ListUser[]>()
  const add = (source: Pick<RuleBody, 'condition' | 'clauses'>, user: Omit<ListUser, 'columns'>) => {
    for (const [list, { columns }] of listUses([source])) {
      const known = users.get(list) ?? []
      users.set(list, known)
      known.push({ ...user, columns: [...columns] })
    }
  }
  for (const row of await publishedBodies(db, environmentId)) {
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
  for (const { resource, id, name, environment, body } of await publishedResources(db, environmentId)) {
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
 * The lists that a publish is checked with: those of the store, none of which can be deleted or lose a column until the
 * transaction ends. Undefined for texts that ask no list: what the engine knows is enough for them.
 */
export async function heldLists(
  trx: Kysely<Database>,
  environmentId: string,
  texts: RuleSource,
): Promise<CheckEnvironment['lists']> {
  const named = listUses([texts])
  if (named.size === 0) return undefined
  const ids = (await listsOf(trx, environmentId))
    .filter(({ name }) => named.has(name.toLowerCase()))
    .map(({ id }) => id)
  if (ids.length > 0)
    await trx.selectFrom('list').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
  return {
    custom: new Map(
      (await listsOf(trx, environmentId)).map(({ id, name, columns, source }) => [
        name.toLowerCase(),
        { id, name, columns, ...(source === 'csv' ? {} : { remote: true as const }) },
      ]),
    ),
    support: new Map(Object.values(supportLists).map(({ name }) => [name.toLowerCase(), { name }])),
  }
}

/** Names for a message: a few, and how many more. */
export function namesOf(users: readonly Pick<ListUser, 'name'>[]): string {
  const names = [...new Set(users.map(({ name }) => name))]
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}
