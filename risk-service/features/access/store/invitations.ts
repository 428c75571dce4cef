import { sql } from 'kysely'
import { accessLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { foldAddress } from '../model/access-call.ts'

const day = 86_400_000

/**
 * Returns the ids of users of a tenant by their folded addresses, also of those who are invited. Somebody who has signed
 * in counts before the invitation of the same address, which has ended.
 */
export async function findByAddress(
  trx: Db,
  tenantId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ address: string; id: string }>`
    select distinct on (lower(username)) lower(username) as address, id from principal
    where tenant_id = ${tenantId}::uuid and kind = 'user' and lower(username) = any(${addresses.map(foldAddress)}::text[])
    order by lower(username), signed_in_at desc nulls last, id`.execute(trx)
  return new Map(rows.map(({ address, id }) => [address, id]))
}

/** Creates an invitation with the person that it stands in for; returns the id. */
export async function createInvitation(
  trx: Db,
  { tenantId, id, address, at }: { tenantId: string; id: string; address: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('principal')
    .values({ tenant_id: tenantId, id, kind: 'user', name: address, username: address, guest: true })
    .execute()
  await trx
    .insertInto('invitation')
    .values({ tenant_id: tenantId, principal_id: id, address, invited_at: at, expires_at: expiryOf(at) })
    .execute()
}

/** An invitation that is changed counts from then on. */
export async function renewInvitation(trx: Db, tenantId: string, principalId: string, at: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ invited_at: at, expires_at: expiryOf(at) })
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', principalId)
    .execute()
}

/** Removes invitations that give no role any more, with the people that they stand in for. */
export async function removeEmptyInvitations(trx: Db, tenantId: string): Promise<void> {
  await sql`
    with gone as (
      delete from invitation i where i.tenant_id = ${tenantId}::uuid and not exists (
        select 1 from invitation_role r where r.tenant_id = i.tenant_id and r.principal_id = i.principal_id)
      returning i.tenant_id, i.principal_id)
    delete from principal p using gone where p.tenant_id = gone.tenant_id and p.id = gone.principal_id
      and p.signed_in_at is null`.execute(trx)
}

const expiryOf = (at: Date): Date => new Date(at.getTime() + accessLimits.invitationDays * day)
