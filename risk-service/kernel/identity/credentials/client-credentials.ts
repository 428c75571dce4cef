import type { Db } from '../../../ports/database.ts'
import type { ApiCaller, BrownOut } from '../../../ports/index.ts'

/** Claim of tokens that this service issues to applications: the id of the credential that proved the application. */
export const credentialClaim = 'credential'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Returns the registered application of a token, with the credential for which the token was issued; `revoked` where the
 * tokens of that credential ended with it. An id that was deleted and registered again is another application.
 * @param principalId whom the token of this service names, null for nobody; undefined for that of another issuer
 */
export async function findClient(
  db: Db,
  {
    tenantId,
    clientId,
    credentialId,
    principalId,
  }: { tenantId: string; clientId: string; credentialId: string | undefined; principalId: string | null | undefined },
  now: Date,
): Promise<Pick<ApiCaller, 'principalId' | 'homeEnvironmentId' | 'credential'> | 'revoked' | null> {
  const named = credentialId !== undefined && uuid.test(credentialId) ? credentialId : null
  const client = await db
    .selectFrom('api_client as client')
    .leftJoin('revoked_credential as revoked', join =>
      join.onRef('revoked.client_id', '=', 'client.client_id').on('revoked.credential_id', '=', named),
    )
    .select(['principal_id', 'environment_id', 'revoked_at'])
    .where('client.client_id', '=', clientId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (client === undefined) return null
  if (client.revoked_at !== null) return 'revoked'
  if (principalId !== undefined && principalId !== client.principal_id) return null
  const found = { principalId: client.principal_id, homeEnvironmentId: client.environment_id }
  if (named === null) return found
  return {
    ...found,
    credential: { id: named, brownOut: await findBrownOut(db, { clientId, credentialId: named }, now) },
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
