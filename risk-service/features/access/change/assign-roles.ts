import type { RoleId } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { type AccessCall, foldAddress } from '../model/access-call.ts'
import { loadAssignments, loadPrincipals } from '../store/assignments.ts'
import { createInvitation, findByAddress } from '../store/invitations.ts'
import { type AccessChange, assertAssignable, changeAccess } from './change-access.ts'

interface BaseRoles {
  principalId: string
  baseRoles: readonly RoleId[]
}

/** Adds roles to people and groups, and invites those who are not in the directory. */
export async function assignRoles(
  call: AccessCall,
  {
    principals,
    addresses,
    roles,
  }: { principals: readonly BaseRoles[]; addresses: readonly string[]; roles: readonly RoleId[] },
): Promise<{ changed: number; invited: number }> {
  await assertAssignable(call, { add: roles })
  let invited = 0
  const changed = await changeAccess(call, async trx => {
    const invitations = await invite(trx, call, addresses)
    invited = invitations.filter(({ isNew }) => isNew).length
    await assertSomethingAdded(trx, call, { ids: principals.map(({ principalId }) => principalId), roles })
    const listed = new Set(principals.map(({ principalId }) => principalId))
    return [
      ...principals.map(({ principalId, baseRoles }) => additionOf(principalId, baseRoles, roles)),
      ...invitations.filter(({ id }) => !listed.has(id)).map(({ id }) => additionOf(id, null, roles)),
    ]
  })
  return { changed: changed - invited, invited }
}

const additionOf = (
  principalId: string,
  baseRoles: readonly RoleId[] | null,
  add: readonly RoleId[],
): AccessChange => ({ principalId, source: 'environment', baseRoles, add, remove: [] })

/** Returns the people of addresses; who is not in the directory gets an invitation. */
async function invite(
  trx: Db,
  call: AccessCall,
  addresses: readonly string[],
): Promise<{ id: string; isNew: boolean }[]> {
  if (addresses.length === 0) return []
  const { tenantId } = call.principal
  const byAddress = await findByAddress(trx, tenantId, addresses)
  const people: { id: string; isNew: boolean }[] = []
  for (const [folded, address] of new Map(addresses.map(each => [foldAddress(each), each.trim()]))) {
    const existing = byAddress.get(folded)
    const id = existing ?? call.ports.newId()
    if (existing === undefined) await createInvitation(trx, { tenantId, id, address, at: call.ports.clock() })
    people.push({ id, isNew: existing === undefined })
  }
  return people
}

/** @throws ValidationError for somebody who has all of the roles here already */
async function assertSomethingAdded(
  trx: Db,
  { principal, environmentId }: AccessCall,
  { ids, roles }: { ids: readonly string[]; roles: readonly RoleId[] },
): Promise<void> {
  const { tenantId } = principal
  const rows = await loadAssignments(trx, { tenantId, principalIds: ids })
  const people = await loadPrincipals(trx, tenantId, ids)
  for (const [index, id] of ids.entries()) {
    const has = rows
      .filter(row => row.principalId === id && (row.environmentId === environmentId || row.environmentId === null))
      .map(({ role }) => role)
    if (roles.every(role => has.includes(role)))
      throw new ValidationError(['principals', index], `${people.get(id)?.name ?? ''} already has these roles.`, {
        code: 'roles.assigned',
      })
  }
}

/** Replaces the direct roles of a person or group in the environment; Product admin is added tenant-wide. */
export async function updateRoles(
  call: AccessCall,
  { principalId, baseRoles, roles }: BaseRoles & { roles: readonly RoleId[] },
): Promise<{ changed: number }> {
  const change: AccessChange = {
    principalId,
    source: 'environment',
    baseRoles,
    add: roles.filter(role => !baseRoles.includes(role)),
    remove: baseRoles.filter(role => !roles.includes(role)),
  }
  return { changed: await changeAccess(call, () => Promise.resolve([change])) }
}

/** Revokes all roles of people and groups in the environment, or their role in the whole tenant. */
export async function revokeRoles(
  call: AccessCall,
  entries: readonly (BaseRoles & { source: 'environment' | 'tenant' })[],
): Promise<{ changed: number }> {
  const changes = entries.map((entry): AccessChange => ({ ...entry, add: [], remove: entry.baseRoles }))
  return { changed: await changeAccess(call, () => Promise.resolve(changes)) }
}
