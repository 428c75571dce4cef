import type { Db } from '../../ports/database.ts'

export interface EnvironmentAddress {
  id: string
  tenantId: string
  path: string
}

/**
 * Finds an environment by id, by customer API id, or by its path of names; without a search, the only environment.
 * Otherwise returns a sentence with the remedy.
 */
export async function findEnvironment(db: Db, search: string | undefined): Promise<EnvironmentAddress | string> {
  const rows = await db
    .selectFrom('environment')
    .select(['id', 'tenant_id', 'parent_id', 'name', 'api_id'])
    .where('status', '=', 'Active')
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const pathOf = (id: string): string => {
    const row = byId.get(id)
    return row
      ? `${row.parent_id === null || !byId.has(row.parent_id) ? '' : `${pathOf(row.parent_id)}/`}${row.name}`
      : ''
  }
  const all = rows.map(({ id, tenant_id, api_id }) => ({ id, tenantId: tenant_id, path: pathOf(id), apiId: api_id }))
  if (all.length === 0) return 'There is no environment yet: start the service and make one in the console.'
  const available = `Environments: ${all
    .map(each => each.path)
    .sort()
    .join(', ')}`
  if (search === undefined) {
    const [only] = all
    return all.length === 1 && only ? only : `Name the environment: --environment PATH. ${available}`
  }
  const key = search
    .trim()
    .replace(/^\/|\/$/g, '')
    .toLowerCase()
  const found = all.filter(each => [each.id, each.path, each.apiId].some(name => name?.toLowerCase() === key))
  const [only] = found
  return found.length === 1 && only
    ? only
    : found.length === 0
      ? `There is no environment ${search}. ${available}`
      : `${search} is the name of ${found.length} environments: give the id (${found.map(each => each.id).join(', ')}).`
}
