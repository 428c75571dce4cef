import type { RoleId } from '../../../contract/index.ts'
import { addressPattern } from '../../../contract/user-access/access-definitions.ts'
import { rolesIn } from '../../../kernel/access/authorize.ts'
import type { Db } from '../../../ports/database.ts'
import { type AccessChangeCall, foldAddress, loadAssignable } from '../model/access-call.ts'
import { loadAssignments, loadPrincipals } from '../store/assignments.ts'
import { createInvitation, findByAddress } from '../store/invitations.ts'
import { changeAccess } from './change-access.ts'

/** Somebody who shall have roles in an environment, such as they had elsewhere. */
export interface RequestedPerson {
  username: string
  roles: readonly RoleId[]
}

export interface AddedPerson {
  /** Null: nobody of this name is here. */
  id: string | null
  /** `invited`: until the first sign-in; `expired`: the invitation has ended; `unknown`: the name is no address. */
  status: 'known' | 'invited' | 'expired' | 'new' | 'unknown'
  /** Roles that do not reach the environment yet. */
  missing: RoleId[]
  /** Those of them that the caller may assign; of an invitation that has ended all, because it begins anew. */
  added: RoleId[]
}

/**
 * Adds roles to people by their names, and invites those who are not here. Nobody loses a role, and what the caller may
 * not assign is left out. With `dryRun` nothing is stored. Returns what became of each of them.
 */
export async function addPeople(
  call: AccessChangeCall,
  people: readonly RequestedPerson[],
  { dryRun }: { dryRun: boolean },
): Promise<AddedPerson[]> {
  const assignable = await loadAssignable(call)
  const planned = await planPeople(call.db, call, { people, assignable })
  if (dryRun || !planned.some(isChanged)) return planned
  let carriedOut: AddedPerson[] = []
  await changeAccess(call, async trx => {
    // Read again under the lock: somebody may have signed in or changed a role meanwhile.
    carriedOut = await planPeople(trx, call, { people, assignable })
    const changes: { principalId: string; add: readonly RoleId[] }[] = []
    for (const [index, person] of carriedOut.entries())
      if (isChanged(person))
        changes.push({ principalId: await invite(trx, call, person, people[index]), add: person.added })
    return changes.map(change => ({ ...change, source: 'environment', baseRoles: null, remove: [] }))
  })
  return carriedOut
}

const isChanged = ({ added }: AddedPerson): boolean => added.length > 0

/** Returns the id of a person, whose invitation is created where nobody is here. */
async function invite(
  trx: Db,
  { principal, ports }: AccessChangeCall,
  person: AddedPerson,
  requested: RequestedPerson | undefined,
): Promise<string> {
  if (person.id !== null) return person.id
  const id = ports.newId()
  const address = (requested?.username ?? '').trim()
  await createInvitation(trx, { tenantId: principal.tenantId, id, address, at: ports.clock() })
  return id
}

async function planPeople(
  db: Db,
  { principal: { tenantId }, environmentId, tree, ports }: AccessChangeCall,
  { people, assignable }: { people: readonly RequestedPerson[]; assignable: readonly RoleId[] },
): Promise<AddedPerson[]> {
  const byAddress = await findByAddress(
    db,
    tenantId,
    people.map(({ username }) => username),
  )
  const ids = [...new Set(byAddress.values())]
  const principals = await loadPrincipals(db, tenantId, ids)
  const rows = Map.groupBy(await loadAssignments(db, { tenantId, principalIds: ids }), row => row.principalId)
  return people.map(({ username, roles }) => {
    const id = byAddress.get(foldAddress(username)) ?? null
    const expiresAt = principals.get(id ?? '')?.expiresAt ?? null
    const has = rolesIn({ wids: [], assignments: rows.get(id ?? '') ?? [] }, environmentId, tree)
    const missing = [...new Set(roles)].filter(role => !has.includes(role))
    const status = id === null ? statusOfName(username) : statusUntil(expiresAt, ports.clock())
    const candidates = status === 'expired' ? [...new Set(roles)] : status === 'unknown' ? [] : missing
    return { id, status, missing, added: candidates.filter(role => assignable.includes(role)) }
  })
}

/** Somebody who is not here can be invited by an address alone. */
const statusOfName = (username: string) => (addressPattern.test(username.trim()) ? 'new' : 'unknown')

function statusUntil(expiresAt: Date | null, now: Date): AddedPerson['status'] {
  if (expiresAt === null) return 'known'
  return expiresAt > now ? 'invited' : 'expired'
}
