import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/** Names of the built-in assessments by their event type. */
export const builtInNames: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  signup: 'SignUp',
  signin: 'SignIn',
  accountcreation: 'AccountCreation',
  accountlogin: 'AccountLogin',
}

/** An assessment that a tenant made. */
export interface NamedAssessment {
  kind: 'wizard' | 'custom'
  name: string
}

/** Returns the tenant assessments of the tenants of some environments, by tenant and API name. */
export async function loadAssessmentNames(
  db: Db,
  environmentIds: readonly string[],
): Promise<(tenantId: string, apiName: string) => NamedAssessment | null> {
  if (environmentIds.length === 0) return () => null
  const { rows } = await sql<{
    tenant_id: string
    api_name: string
    kind: NamedAssessment['kind']
    friendly_name: string
  }>`
    select e.tenant_id, a.api_name, a.kind, a.friendly_name
    from assessment a join environment e on e.id = a.environment_id
    where e.tenant_id in (select tenant_id from environment where id = any(${[...new Set(environmentIds)]}::uuid[]))`.execute(
    db,
  )
  const byName = new Map(
    rows.map(({ tenant_id, api_name, kind, friendly_name }) => [
      `${tenant_id}\n${api_name}`,
      { kind, name: friendly_name },
    ]),
  )
  return (tenantId, apiName) => byName.get(`${tenantId}\n${apiName}`) ?? null
}
