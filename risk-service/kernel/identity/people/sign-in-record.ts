import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { lockAccess } from '../../access/access-lock.ts'

/** What a token says of a user. */
export interface SignIn {
  tenantId: string
  id: string
  name: string
  /** The id again where the token names none. */
  username: string
  wids: readonly string[]
  groups: readonly string[]
  /** Addresses that the provider vouches for: an invitation to one of them is the user's. */
  addresses: readonly string[]
}

const texts = (...values: unknown[]): string[] =>
  values.filter(value => typeof value === 'string').map(value => value.toLowerCase())

/**
 * Returns the addresses of a token that nobody can give themselves: user names of a directory, and others where the
 * provider has verified them.
 */
export function addressesOf(payload: JWTPayload): string[] {
  const ofDirectory = typeof payload['tid'] === 'string'
  return [
    ...(ofDirectory ? texts(payload['preferred_username'], payload['upn']) : []),
    ...(payload['email_verified'] === true ? texts(payload['email']) : []),
  ]
}

const day = 86_400_000
const remembered = 5000

/**
 * Creates the record of sign-ins: name, groups and directory roles of a user as the directory last named them, for
 * everything that is asked about somebody who is not there. Written when something changed, when an invitation is open,
 * and once a day.
 */
export function createSignInRecord(db: Db, clock: () => Date): (signIn: SignIn) => Promise<void> {
  const written = new Map<string, string>()
  return async signIn => {
    const now = clock()
    const key = `${signIn.tenantId} ${signIn.id}`
    const facts = JSON.stringify([Math.floor(now.getTime() / day), signIn])
    // An invitation may have been made after the same facts were written.
    const isInvited = (await loadOpenInvitations(db, signIn, now)).length > 0
    if (!isInvited && written.get(key) === facts) return
    await db.transaction().execute(trx => recordSignIn(trx, signIn, { now, isInvited }))
    if (written.size >= remembered) written.delete(written.keys().next().value ?? '')
    written.set(key, facts)
  }
}

/** Returns the ids of those who stand in for the user until an invitation is accepted. */
async function loadOpenInvitations(db: Db, { tenantId, id, addresses }: SignIn, now: Date): Promise<string[]> {
  const { rows } = await sql<{ principal_id: string }>`
    select principal_id from invitation
    where tenant_id = ${tenantId}::uuid and expires_at > ${now}
      and (principal_id = ${id}::uuid or lower(address) = any(${[...addresses]}::text[]))`.execute(db)
  return rows.map(row => row.principal_id)
}

async function recordSignIn(
  trx: Db,
  signIn: SignIn,
  { now, isInvited }: { now: Date; isInvited: boolean },
): Promise<void> {
  const { tenantId, id, ...user } = signIn
  // Read again under the lock: the invitation may have been revoked, or accepted by another call of the user.
  if (isInvited) await lockAccess(trx, tenantId)
  const invitations = isInvited ? await loadOpenInvitations(trx, signIn, now) : []
  const changes = {
    name: user.name,
    username: user.username === id ? '' : user.username,
    directory_roles: [...user.wids],
    signed_in_at: now,
  }
  const guest = invitations.length > 0
  await trx
    .insertInto('principal')
    .values({ tenant_id: tenantId, id, kind: 'user', guest, ...changes })
    .onConflict(conflict =>
      conflict
        .columns(['tenant_id', 'id'])
        // Somebody who signed in before the invitation is a guest from now on; a guest remains one.
        .doUpdateSet(guest ? { ...changes, guest } : changes)
        .where('principal.kind', '=', 'user'),
    )
    .execute()
  for (const invited of invitations) await acceptInvitation(trx, { tenantId, id, invited })
  await trx.deleteFrom('group_member').where('tenant_id', '=', tenantId).where('member_id', '=', id).execute()
  if (user.groups.length > 0)
    await trx
      .insertInto('group_member')
      .values(user.groups.map(group => ({ tenant_id: tenantId, group_id: group, member_id: id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/** Gives a user the roles of an invitation, which ends with it. */
async function acceptInvitation(
  trx: Db,
  { tenantId, id, invited }: { tenantId: string; id: string; invited: string },
): Promise<void> {
  await sql`
    insert into role_assignment (tenant_id, environment_id, principal_id, role, created_at, assigned_by_name)
    select tenant_id, environment_id, ${id}::uuid, role, created_at, assigned_by_name from invitation_role
    where tenant_id = ${tenantId}::uuid and principal_id = ${invited}::uuid
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('invitation').where('tenant_id', '=', tenantId).where('principal_id', '=', invited).execute()
  // The invitation stood in for somebody whose id nobody knew.
  if (invited !== id)
    await trx.deleteFrom('principal').where('tenant_id', '=', tenantId).where('id', '=', invited).execute()
}
