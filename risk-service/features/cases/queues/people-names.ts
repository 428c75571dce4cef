import type { Person } from '../../../contract/cases/queue-entities.ts'
import type { Db } from '../../../ports/database.ts'

/** Returns people by their ids, with their names. */
export const peopleOf = (ids: readonly string[], names: ReadonlyMap<string, string>): Person[] =>
  ids.flatMap(id => {
    const name = names.get(id)
    // A person who left the tenant is no longer in its directory.
    return name === undefined ? [] : [{ id, name }]
  })

/** Returns the names of users of a tenant by their ids. */
export async function loadNames(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('principal')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
