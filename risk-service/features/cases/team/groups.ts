import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { ReviewerGroup } from '../../../contract/cases/team-entities.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import type { Db } from '../../../ports/database.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { assertNoSupervisorBehind } from '../queues/escalation-queue.ts'
import { loadNames, peopleOf } from '../queues/people-names.ts'
import { loadReviewers } from '../queues/reviewers.ts'
import { loadQueues, lockQueues } from '../store/queue-store.ts'
import { deleteGroup, loadGroups, lockGroups, putGroup, type StoredGroup } from '../store/team-store.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'

interface GroupPlace {
  environmentId: string
  groupId: string
}

/** Returns the groups of an environment by name, with the queues that name them. */
export async function listGroups(call: CaseCall, environmentId: string): Promise<ReviewerGroup[]> {
  return describeGroups(call, environmentId, await loadGroups(call.db, environmentId))
}

async function describeGroups(
  { db, principal }: CaseCall,
  environmentId: string,
  groups: readonly StoredGroup[],
): Promise<ReviewerGroup[]> {
  const [queues, names] = await Promise.all([
    loadQueues(db, [environmentId]),
    loadNames(
      db,
      principal.tenantId,
      groups.flatMap(({ members }) => members),
    ),
  ])
  return groups.map(group => ({
    id: group.id,
    name: group.name,
    members: peopleOf(group.members, names),
    version: group.version,
    updatedBy: group.updated_by_name,
    updatedAt: group.updated_at.toISOString(),
    queues: queuesNaming(queues, group.id).map(({ id, name }) => ({ id, name })),
  }))
}

const queuesNaming = (queues: readonly StoredQueue[], groupId: string): StoredQueue[] =>
  queues.filter(({ settings }) => settings.assignedGroups.includes(groupId))

/** Creates a group with the id of the caller, or changes it. Queues that name it have its members from then on. */
export async function saveGroup(
  call: CaseCall,
  {
    environmentId,
    groupId,
    baseVersion,
    name,
    members,
  }: GroupPlace & { baseVersion: number; name: string; members: string[] },
): Promise<ReviewerGroup> {
  const reviewers = new Set((await loadReviewers(call, environmentId)).map(({ id }) => id))
  const saved = await call.db.transaction().execute(async trx => {
    // A queue that is saved at the same moment must not get a supervisor whom the group makes a reviewer.
    await lockQueues(trx, environmentId)
    const groups = await lockGroups(trx, environmentId)
    const before = groups.find(({ id }) => id === groupId) ?? null
    if ((before?.version ?? 0) !== baseVersion) throw versionConflict(before)
    if (groups.some(each => each.id !== groupId && each.name.toLowerCase() === name.toLowerCase()))
      throw new ValidationError(['name'], `A group named ${name} exists in this environment.`, { code: 'name.taken' })
    // Somebody who lost the role since stays in the group until somebody takes the name out.
    if (members.some(id => !reviewers.has(id) && !before?.members.includes(id)))
      throw new ValidationError(['members'], 'A person of this list may not review cases here.')
    const added = members.filter(id => !before?.members.includes(id))
    await assertNoSupervisorBehind(trx, queuesNaming(await loadQueues(trx, [environmentId]), groupId), added)
    if (before === null && groups.length >= caseLimits.reviewerGroups)
      throw new ConflictError(`An environment can have ${caseLimits.reviewerGroups} groups.`, {
        reason: 'group.limit',
        limit: caseLimits.reviewerGroups,
      })
    const group: StoredGroup = {
      id: groupId,
      environment_id: environmentId,
      name,
      members: [...new Set(members)],
      version: baseVersion + 1,
      updated_by_name: call.principal.name,
      updated_at: call.ports.clock(),
    }
    await putGroup(trx, group)
    await auditGroup(trx, call, group, before === null ? 'Create' : 'Update', before, group)
    return group
  })
  publishQueue(call.live, environmentId, null)
  const [described] = await describeGroups(call, environmentId, [saved])
  return described as ReviewerGroup
}

/** Deletes a group. @throws ConflictError while a queue names it */
export async function removeGroup(
  call: CaseCall,
  { environmentId, groupId, baseVersion }: GroupPlace & { baseVersion: number },
): Promise<void> {
  await call.db.transaction().execute(async trx => {
    // A queue that is saved at the same moment must not name a group that is gone.
    await lockQueues(trx, environmentId)
    const before = (await lockGroups(trx, environmentId)).find(({ id }) => id === groupId)
    if (before === undefined) throw new NotFoundError('There is no such group in this environment.')
    if (before.version !== baseVersion) throw versionConflict(before)
    const queues = queuesNaming(await loadQueues(trx, [environmentId]), groupId)
    if (queues.length > 0)
      throw new ConflictError(`Assigned to: ${queues.map(({ name }) => name).join(', ')}.`, { reason: 'group.used' })
    await deleteGroup(trx, groupId)
    await auditGroup(trx, call, before, 'Delete', before, null)
  })
}

const versionConflict = (before: StoredGroup | null) =>
  createVersionConflict('Somebody else changed the group meanwhile.', {
    version: before?.version ?? 0,
    ...(before === null ? {} : { changedBy: before.updated_by_name, changedAt: before.updated_at }),
  })

function auditGroup(
  trx: Db,
  call: CaseCall,
  { id, name, environment_id: environmentId }: StoredGroup,
  operation: 'Create' | 'Update' | 'Delete',
  before: StoredGroup | null,
  after: StoredGroup | null,
): Promise<void> {
  const facts = (group: StoredGroup | null) => (group === null ? null : { name: group.name, members: group.members })
  return auditCall(
    trx,
    call,
    environmentId,
    { type: 'ReviewerGroup', id, name },
    { operation, before: facts(before), after: facts(after) },
  )
}
