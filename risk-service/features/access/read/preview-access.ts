import {
  type AccessDifference,
  allows,
  type CapabilityLevel,
  capabilityIds,
  effectiveLevel,
  type PlannedChange,
  type RoleId,
} from '../../../contract/index.ts'
import { type AccessSubject, levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { assertAssignable } from '../change/change-access.ts'
import type { AccessCall } from '../model/access-call.ts'
import { loadSubjects } from './stored-subject.ts'

type Change = AccessDifference['places'][number]['changes'][number]

/**
 * Returns what planned changes would change, in the environment, those below it, and everywhere for Product admin. A change
 * that the caller may not make is refused.
 */
export async function previewAccess(
  call: AccessCall,
  changes: readonly PlannedChange[],
): Promise<{ differences: AccessDifference[] }> {
  const { db, principal, ports, tree, scope } = call
  await assertAssignable(call, {
    add: changes.flatMap(({ before, after }) => after.filter(role => !before.includes(role))),
    remove: changes.flatMap(({ before, after }) => before.filter(role => !after.includes(role))),
  })
  const ids = changes.flatMap(({ principalId }) => principalId ?? [])
  const subjects = await loadSubjects(db, { tenantId: principal.tenantId, ids, now: ports.clock() })
  // Of others, the caller learns only what the list of access of that environment shows them.
  const everywhere = [...tree.keys()].filter(id =>
    allows(levelIn(principal, id, 'settings.access.users', tree), 'read'),
  )
  const differences = new Map<string, AccessDifference>()
  for (const change of changes) {
    const subject = change.principalId === null ? { wids: [], assignments: [] } : subjects.get(change.principalId)
    if (subject === undefined) throw new NotFoundError('There is no such person or group.')
    const tenantWide = [...change.before, ...change.after].includes('ProductAdmin')
    const places = placesOf(call, { subject, change, environmentIds: tenantWide ? everywhere : scope })
    const key = JSON.stringify(places)
    const same = differences.get(key)
    if (same) same.principalIds.push(change.principalId)
    else differences.set(key, { principalIds: [change.principalId], places })
  }
  return { differences: [...differences.values()] }
}

/** Compares the effective levels in each environment; environments with the same difference stand together. */
function placesOf(
  { tree, environmentId }: AccessCall,
  {
    subject,
    change,
    environmentIds,
  }: { subject: AccessSubject; change: PlannedChange; environmentIds: readonly string[] },
): AccessDifference['places'] {
  const planned = plannedSubject(subject, change, environmentId)
  const places = new Map<string, AccessDifference['places'][number]>()
  for (const id of environmentIds) {
    const changes = compareRoles(rolesIn(subject, id, tree), rolesIn(planned, id, tree))
    const place = { id, name: tree.get(id)?.friendlyName ?? '' }
    const key = JSON.stringify(changes)
    const same = places.get(key)
    if (same) same.environments.push(place)
    else places.set(key, { environments: [place], changes })
  }
  return [...places.values()].filter(({ changes }) => changes.length > 0)
}

/** The subject with the direct roles of the change in place of those before. */
function plannedSubject(subject: AccessSubject, { before, after }: PlannedChange, environmentId: string) {
  const placeOf = (role: RoleId) => (role === 'ProductAdmin' ? null : environmentId)
  const kept = subject.assignments.filter(
    ({ role, environmentId: at, groupId }) =>
      groupId !== undefined || at !== placeOf(role) || !before.includes(role) || after.includes(role),
  )
  return {
    wids: subject.wids,
    assignments: [...kept, ...after.map(role => ({ role, environmentId: placeOf(role) }))],
  }
}

function compareRoles(before: readonly RoleId[], after: readonly RoleId[]): Change[] {
  return capabilityIds.flatMap(capability => {
    const [from, to]: [CapabilityLevel, CapabilityLevel] = [
      effectiveLevel(before, capability),
      effectiveLevel(after, capability),
    ]
    return from === to ? [] : [{ capability, before: from, after: to }]
  })
}
