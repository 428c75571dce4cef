import { type AccessEntry, type AccessList, type AssignedRole, accessLimits, roleIds } from '../../../contract/index.ts'
import { environmentChain } from '../../../kernel/environments/environment-tree.ts'
import { type AccessCall, loadAssignable } from '../model/access-call.ts'
import { type AccessPrincipal, type AssignmentRow, loadAssignments, loadPrincipals } from '../store/assignments.ts'

const day = 86_400_000

/** Returns who has roles in the environment: assigned in it, in one above it, or for the whole tenant. */
export async function listAccess(call: AccessCall): Promise<AccessList> {
  const { db, principal, environmentId, ports } = call
  const { tenantId } = principal
  const chain = environmentChain(call)
  const rows = await loadAssignments(db, { tenantId, environmentIds: chain })
  const people = await loadPrincipals(db, tenantId, [...new Set(rows.map(row => row.principalId))])
  const now = ports.clock()
  const entries = [...Map.groupBy(rows, row => `${row.principalId} ${row.environmentId ?? ''}`).values()].flatMap(
    (assigned): AccessEntry[] => {
      const person = people.get(assigned[0]?.principalId ?? '')
      return person ? [toEntry(call, { person, assigned, now })] : []
    },
  )
  // The nearest place first; the whole tenant is the farthest.
  const rank = (entry: AccessEntry) =>
    entry.environmentId === null ? chain.length : chain.length - 1 - chain.indexOf(entry.environmentId)
  return {
    entries: entries.toSorted(
      (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || a.principalId.localeCompare(b.principalId),
    ),
    assignable: await loadAssignable(call),
    invitationUrl: `${call.origin}/${tenantId}/?env=${environmentId}`,
  }
}

function toEntry(
  { tree, environmentId }: AccessCall,
  { person, assigned, now }: { person: AccessPrincipal; assigned: readonly AssignmentRow[]; now: Date },
): AccessEntry {
  const place = assigned[0]?.environmentId ?? null
  return {
    principalId: person.id,
    kind: person.kind,
    name: person.name,
    username: person.kind === 'group' ? '' : person.username,
    guest: person.guest,
    source: place === null ? 'tenant' : place === environmentId ? 'environment' : 'inherited',
    environmentId: place,
    environmentName: place === null ? null : (tree.get(place)?.friendlyName ?? null),
    roles: assigned.toSorted((a, b) => roleIds.indexOf(a.role) - roleIds.indexOf(b.role)).map(row => toRole(row, now)),
    status: person.expiresAt === null ? 'active' : person.expiresAt > now ? 'invited' : 'expired',
    expiresAt: person.expiresAt?.toISOString() ?? null,
    members: person.members,
  }
}

const toRole = (row: AssignmentRow, now: Date): AssignedRole => ({
  role: row.role,
  assignedAt: row.assignedAt.toISOString(),
  assignedBy: row.assignedBy,
  usedOn: row.usedOn,
  unused: isUnused(row, now),
})

/** Whether no call needed a role for so long that it is proposed for removal; before it is recorded, nothing is known. */
function isUnused(
  { usedOn, recordedFrom, invited }: Pick<AssignmentRow, 'usedOn' | 'recordedFrom' | 'invited'>,
  now: Date,
): boolean {
  if (invited) return false
  const from = now.getTime() - accessLimits.unusedDays * day
  return recordedFrom.getTime() < from && (usedOn === null || Date.parse(usedOn) + day <= from)
}
