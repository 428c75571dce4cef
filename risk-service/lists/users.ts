import type { Kysely } from 'kysely'
import type { RuleBody } from '../contract/index.ts'
import type { ListUser } from '../contract/lists.ts'
import { listUses } from '../engine/lists/uses.ts'
import type { Database } from '../store/schema.ts'
import { publishedBodies } from './store.ts'

/** Who uses the lists of an environment, by lower-cased name of the list: its published rules, active or not, of every branch. */
export async function usersOfLists(db: Kysely<Database>, environmentId: string): Promise<Map<string, ListUser[]>> {
  const users = new Map<string, ListUser[]>()
  for (const row of await publishedBodies(db, environmentId)) {
    for (const [list, { columns }] of listUses([row.body as RuleBody])) {
      const known = users.get(list) ?? []
      users.set(list, known)
      known.push({
        resource: 'rule', id: row.id, name: row.name, type: row.type, environmentId, environment: row.environment, eventType: row.event_type,
        branch: row.branch, columns: [...columns],
      })
    }
  }
  return users
}

/** Names for a message: a few, and how many more. */
export function namesOf(users: readonly Pick<ListUser, 'name'>[]): string {
  const names = [...new Set(users.map(({ name }) => name))]
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}
