import { mayAssign, type RoleId, roleNameIn, roleNames } from '../../../contract/index.ts'
import { lockAccess } from '../../../kernel/access/access-lock.ts'
import { levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { recordAudit } from '../../../kernel/audit.ts'
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import type { Db } from '../../../ports/database.ts'
import { type AccessChangeCall, loadAssignable } from '../model/access-call.ts'
import {
  type AccessPrincipal,
  type AssignmentRow,
  addRole,
  hasProductAdmin,
  loadAssignments,
  loadPrincipals,
  removeRole,
} from '../store/assignments.ts'
import { removeEmptyInvitations, renewInvitation } from '../store/invitations.ts'

/** What changes for one person or group. */
export interface AccessChange {
  principalId: string
  /** Where the base roles are: in the environment of the call, or tenant-wide. */
  source: 'environment' | 'tenant'
  /** Roles there, as the caller saw them; null: whatever they are, roles are only added. */
  baseRoles: readonly RoleId[] | null
  add: readonly RoleId[]
  remove: readonly RoleId[]
}

/**
 * Refuses roles that no role of the caller may assign and revoke here. A role of another family can be revoked, and not
 * be assigned.
 */
export async function assertAssignable(
  call: AccessChangeCall,
  { add, remove = [] }: { add: readonly RoleId[]; remove?: readonly RoleId[] },
): Promise<void> {
  const assignable = await loadAssignable(call)
  const assigners = rolesIn(call.principal, call.environmentId, call.tree)
  const refused = add.find(role => !assignable.includes(role)) ?? remove.find(role => !mayAssign(assigners, role))
  if (refused !== undefined)
    throw new ConflictError(`Your roles may not assign or revoke ${roleNames[refused].displayName} here.`, {
      reason: 'access.roleAssignment',
    })
}

/** Carries out changes of one environment, all or none. `prepare` runs in their transaction, before them. */
export async function changeAccess(
  call: AccessChangeCall,
  prepare: (trx: Db) => Promise<readonly AccessChange[]>,
): Promise<number> {
  const { tenantId } = call.principal
  return call.db.transaction().execute(async trx => {
    await lockAccess(trx, tenantId)
    const changes = await prepare(trx)
    await assertAssignable(call, {
      add: changes.flatMap(({ add }) => add),
      remove: changes.flatMap(({ remove }) => remove),
    })
    const ids = changes.map(({ principalId }) => principalId)
    const rows = Map.groupBy(await loadAssignments(trx, { tenantId, principalIds: ids }), row => row.principalId)
    const people = await loadPrincipals(trx, tenantId, ids)
    for (const change of changes) {
      const person = people.get(change.principalId)
      if (person === undefined) throw new NotFoundError('There is no such person or group.')
      await changeOne(trx, call, { change, person, rows: rows.get(person.id) ?? [] })
    }
    if (changes.some(({ remove }) => remove.includes('ProductAdmin')) && !(await hasProductAdmin(trx, tenantId)))
      throw new ConflictError('At least one Product admin is required.', { reason: 'access.lastAdministrator' })
    await assertOwnAccess(trx, call, changes)
    await removeEmptyInvitations(trx, tenantId)
    return changes.filter(({ add, remove }) => add.length + remove.length > 0).length
  })
}

const changedMeanwhile = 'Somebody else changed the roles meanwhile.'

/** Product admin is tenant-wide, every other role in the environment of the change. */
const placeOf = (role: RoleId, environmentId: string): string | null => (role === 'ProductAdmin' ? null : environmentId)

async function changeOne(
  trx: Db,
  call: AccessChangeCall,
  { change, person, rows }: { change: AccessChange; person: AccessPrincipal; rows: readonly AssignmentRow[] },
): Promise<void> {
  const { environmentId, ports, principal } = call
  const at = ports.clock()
  assertUnchanged(change, rows, environmentId)
  const has = (role: RoleId, place: string | null) => rows.some(row => row.role === role && row.environmentId === place)
  const invited = person.expiresAt !== null
  const place = { tenantId: principal.tenantId, principalId: person.id }
  const added = change.add.filter(role => !has(role, placeOf(role, environmentId)))
  for (const role of added)
    await addRole(
      trx,
      { ...place, role, environmentId: placeOf(role, environmentId) },
      { invited, by: principal.name, at },
    )
  const removedFrom = change.source === 'tenant' ? null : environmentId
  for (const role of new Set(change.remove))
    if (!(await removeRole(trx, { ...place, role, environmentId: removedFrom })))
      throw createVersionConflict(changedMeanwhile)
  if (invited && change.add.length > 0) await renewInvitation(trx, principal.tenantId, person.id, at)
  const isRemoved = (row: AssignmentRow) => row.environmentId === removedFrom && change.remove.includes(row.role)
  for (const where of [environmentId, null]) {
    const before = rows.filter(row => row.environmentId === where)
    const after = [
      ...before.filter(row => !isRemoved(row)).map(({ role }) => role),
      ...added.filter(role => placeOf(role, environmentId) === where),
    ]
    await auditRoles(trx, call, { person, where, before: before.map(({ role }) => role), after })
  }
}

/** @throws ConflictError when the roles are not those that the caller saw */
function assertUnchanged(change: AccessChange, rows: readonly AssignmentRow[], environmentId: string): void {
  if (change.baseRoles === null) return
  const stored = rows.filter(row => row.environmentId === (change.source === 'tenant' ? null : environmentId))
  const names = (roles: readonly RoleId[]) => [...new Set(roles)].sort().join(' ')
  if (names(stored.map(({ role }) => role)) === names(change.baseRoles)) return
  const [latest] = stored.toSorted((a, b) => b.assignedAt.getTime() - a.assignedAt.getTime())
  throw createVersionConflict(changedMeanwhile, {
    changedBy: latest?.assignedBy,
    changedAt: latest?.assignedAt,
  })
}

/** Writes what changed in one place, as sorted lists of the names of roles. */
async function auditRoles(
  trx: Db,
  call: AccessChangeCall,
  change: { person: AccessPrincipal; where: string | null; before: readonly RoleId[]; after: readonly RoleId[] },
): Promise<void> {
  const { person, where } = change
  const kind = where === null ? 'production' : (call.tree.get(where)?.kind ?? 'production')
  const names = (roles: readonly RoleId[]) => roles.map(role => roleNameIn(role, kind)).sort()
  const [before, after] = [names(change.before), names(change.after)]
  if (before.join() === after.join()) return
  await recordAudit(
    trx,
    { principal: call.principal, roles: call.actorRoles, correlationId: call.correlationId },
    {
      id: call.ports.newId(),
      at: call.ports.clock(),
      environmentId: where ?? call.environmentId,
      resource: { type: 'UserAccess', id: person.id, name: person.name },
      operation: before.length === 0 ? 'Create' : after.length === 0 ? 'Delete' : 'Update',
      before,
      after,
    },
  )
}

/** Refuses a change after which the caller could not take it back: somebody else has to remove them. */
async function assertOwnAccess(trx: Db, call: AccessChangeCall, changes: readonly AccessChange[]): Promise<void> {
  const { principal, environmentId, tree } = call
  const own = [principal.id, ...principal.assignments.flatMap(({ groupId }) => groupId ?? [])]
  if (!changes.some(({ principalId, remove }) => remove.length > 0 && own.includes(principalId))) return
  const rows = await loadAssignments(trx, { tenantId: principal.tenantId, principalIds: [...new Set(own)] })
  const assignments = rows.filter(({ invited }) => !invited)
  if (levelIn({ wids: principal.wids, assignments }, environmentId, 'settings.access.users', tree) !== 'write')
    throw new ConflictError('You cannot remove your own access to access control. Another administrator can do it.', {
      reason: 'access.selfRemoval',
    })
}
