import type { Db } from '../../../ports/database.ts'
import type { ApiCaller, BrownOut } from '../../../ports/index.ts'

/** Claim of tokens that this service issues to applications: the id of the credential that proved the application. */
export const credentialClaim = 'credential'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Returns the registered application of a token, with the credential for which the token was issued. */
export async function findClient(
  db: Db,
  { tenantId, clientId, credentialId }: { tenantId: string; clientId: string; credentialId: string | undefined },
  now: Date,
): Promise<Pick<ApiCaller, 'principalId' | 'homeEnvironmentId' | 'credential'> | null> {
  const client = await db
    .selectFrom('api_client')
    .select(['principal_id', 'environment_id'])
    .where('client_id', '=', clientId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (client === undefined) return null
  const found = { principalId: client.principal_id, homeEnvironmentId: client.environment_id }
  if (credentialId === undefined || !uuid.test(credentialId)) return found
  return {
    ...found,
    credential: { id: credentialId, brownOut: await findBrownOut(db, { clientId, credentialId }, now) },
  }
}

/** Returns the brown-out of a credential of a client that has not ended. */
export async function findBrownOut(
  db: Db,
  { clientId, credentialId }: { clientId: string; credentialId: string },
  now: Date,
): Promise<BrownOut | null> {
  const row = await db
    .selectFrom('credential_brown_out as b')
    .innerJoin('api_client_credential as c', 'c.id', 'b.credential_id')
    .select(['b.id', 'b.percent', 'b.ends_at'])
    .where('b.credential_id', '=', credentialId)
    .where('c.client_id', '=', clientId)
    .where('b.ends_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, percent: row.percent, endsAt: row.ends_at }
}
