import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** Where a call is counted. */
export interface CallPlace {
  /** Null: the call was refused before its environment was known. */
  environmentId: string | null
  tenantId: string
  clientId: string
}

interface PlacedSum {
  environment_id: string | null
  tenant_id: string
  client_id: string
}

/**
 * Gives an environment to calls that were refused before it was known: the one in which their application was created,
 * else the oldest root of their tenant. Those of a tenant without environments are left out.
 */
export async function placeCalls<Sum extends PlacedSum>(db: Db, sums: readonly Sum[]): Promise<Sum[]> {
  const unplaced = new Map<string, Pick<PlacedSum, 'tenant_id' | 'client_id'>>()
  for (const { environment_id, tenant_id, client_id } of sums)
    if (environment_id === null) unplaced.set(`${tenant_id} ${client_id}`, { tenant_id, client_id })
  if (unplaced.size === 0) return [...sums]
  const { rows } = await sql<{ tenant_id: string; client_id: string; environment_id: string | null }>`
    select x.tenant_id, x.client_id, coalesce(c.environment_id, (select e.id from environment e
      where e.tenant_id = x.tenant_id and e.parent_id is null order by e.created_at, e.id limit 1)) as environment_id
    from jsonb_to_recordset(${JSON.stringify([...unplaced.values()])}::jsonb) as x(tenant_id uuid, client_id text)
    left join api_client c on c.client_id = x.client_id and c.tenant_id = x.tenant_id`.execute(db)
  const places = new Map(rows.map(row => [`${row.tenant_id} ${row.client_id}`, row.environment_id]))
  return sums
    .map(sum => ({
      ...sum,
      environment_id: sum.environment_id ?? places.get(`${sum.tenant_id} ${sum.client_id}`) ?? null,
    }))
    .filter(sum => sum.environment_id !== null)
}
