import { caseLimits } from '../../../contract/cases/case-definitions.ts'
import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { measureSavings } from '../saving/measure-savings.ts'
import {
  deleteQueue,
  dropEscalationQueue,
  findQueue,
  isSystemName,
  loadQueues,
  lockQueues,
  putQueue,
} from '../store/queue-store.ts'
import { loadConfiguration } from '../store/settings-store.ts'
import { loadGroups } from '../store/team-store.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'
import { assertEscalationQueue } from './escalation-queue.ts'
import { assertKnownDecisions } from './known-decisions.ts'
import { loadRoutingRules, rulesNaming } from './queue-rules.ts'
import { moveOpenCases, rerankCases, retimeCases } from './queued-cases.ts'
import { checkQuickDecisions } from './quick-decision-rules.ts'
import { loadReviewers } from './reviewers.ts'

export type QueueCall = CaseCall & { engine: Pick<RuleEngine, 'reloadRules' | 'assessment'> }
/** Whoever creates a queue in a transaction of their own, such as of what moves in. */
export type QueueCreator = Pick<CaseCall, 'db' | 'ports' | 'principal' | 'actorRoles' | 'tree' | 'correlationId'> & {
  engine: Pick<RuleEngine, 'assessment'>
}
interface QueuePlace {
  environmentId: string
  queueId: string
}

/** Returns the queues of an environment with their settings, for what moves in. */
export const loadStoredQueues = (db: Db, environmentId: string): Promise<StoredQueue[]> =>
  loadQueues(db, [environmentId])

type NewQueue = QueuePlace & { assessment: string; settings: QueueSettings }

/** Creates a queue with the id of the caller. Repeating the call changes nothing. */
export async function createQueue(call: QueueCall, requested: NewQueue): Promise<StoredQueue> {
  const created = await call.db.transaction().execute(trx => createQueueIn(trx, call, requested))
  await applyToEngine(call, requested.environmentId, requested.queueId)
  return created
}

/** Creates a queue in a transaction of the caller, who applies it to the engine after the commit. */
export async function createQueueIn(
  trx: Db,
  call: QueueCreator,
  { environmentId, queueId, assessment, settings }: NewQueue,
): Promise<StoredQueue> {
  if (call.engine.assessment(environmentId, assessment) === null)
    throw new ValidationError(['assessment'], 'This environment has no such assessment.', {
      code: 'assessment.unknown',
    })
  await lockQueues(trx, environmentId)
  const before = await findQueue(trx, queueId)
  if (before !== null) {
    if (before.environment_id === environmentId && isSameJson(before.settings, settings)) return before
    throw new ConflictError('A queue with this id exists.', { reason: 'resource.exists' })
  }
  await checkSettings(trx, call, { environmentId, queueId, assessment, before: null }, settings)
  const user = (await loadQueues(trx, [environmentId])).filter(each => each.kind === 'User')
  if (user.length >= caseLimits.userQueues)
    throw new ConflictError(`An environment can have ${caseLimits.userQueues} queues.`, {
      reason: 'queue.limit',
      limit: caseLimits.userQueues,
    })
  const now = call.ports.clock()
  const by = call.principal.name
  const queue = await putQueue(trx, {
    id: queueId,
    environment_id: environmentId,
    event_type: assessment,
    kind: 'User',
    name: settings.name,
    settings,
    version: 1,
    created_by_name: by,
    created_at: now,
    updated_by_name: by,
    updated_at: now,
  })
  await measureIfOrdered(trx, call, queue)
  await auditQueue(trx, call, queue, 'Create', null, settings)
  return queue
}

/** Changes the settings of a queue; its waiting cases are ordered and timed anew. */
export async function updateQueue(
  call: QueueCall,
  { environmentId, queueId, baseVersion, settings }: QueuePlace & { baseVersion: number; settings: QueueSettings },
): Promise<StoredQueue> {
  // Times and the order change from the cases as they are now.
  await advanceCases(call, [environmentId])
  const updated = await call.db.transaction().execute(async trx => {
    await lockQueues(trx, environmentId)
    const before = await requireOwn(trx, environmentId, queueId)
    if (isSameJson(before.settings, settings)) return before
    if (before.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the queue meanwhile.', {
        version: before.version,
        changedBy: before.updated_by_name,
        changedAt: before.updated_at,
      })
    const place = { environmentId, queueId, assessment: before.event_type ?? '', before: before.settings }
    await checkSettings(trx, call, place, settings)
    if (before.name.toLowerCase() !== settings.name.toLowerCase()) await assertUnreferenced(trx, call, before)
    const now = call.ports.clock()
    const queue = await putQueue(trx, {
      ...before,
      name: settings.name,
      settings,
      version: before.version + 1,
      updated_by_name: call.principal.name,
      updated_at: now,
    })
    await retimeCases(trx, call, before, queue, now)
    await measureIfOrdered(trx, call, queue)
    await rerankCases(trx, before, queue)
    await auditQueue(trx, call, queue, 'Update', before.settings, settings)
    return queue
  })
  await applyToEngine(call, environmentId, queueId)
  return updated
}

/** Deletes a queue that no routing rule names; its open cases move to another queue of the environment. */
export async function removeQueue(
  call: QueueCall,
  { environmentId, queueId, baseVersion, moveTo }: QueuePlace & { baseVersion: number; moveTo: string },
): Promise<void> {
  await advanceCases(call, [environmentId])
  const { notices } = await call.db.transaction().execute(async trx => {
    await lockQueues(trx, environmentId)
    const before = await requireOwn(trx, environmentId, queueId)
    if (before.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the queue meanwhile.', { version: before.version })
    await assertUnreferenced(trx, call, before)
    const target = await findQueue(trx, moveTo)
    if (target === null || target.environment_id !== environmentId || target.id === queueId)
      throw new ValidationError(['moveTo'], 'Choose another queue of this environment.')
    if (target.event_type !== null && target.event_type !== before.event_type)
      throw new ValidationError(['moveTo'], 'This queue is for another assessment.')
    const moved = await moveOpenCases(trx, call, before, target)
    await deleteQueue(trx, queueId)
    await dropEscalationQueue(trx, queueId)
    await auditQueue(trx, call, before, 'Delete', before.settings, { moveTo: target.name, moved: moved.count })
    return moved
  })
  await applyToEngine(call, environmentId, null)
  for (const publish of notices) publish()
}

async function requireOwn(trx: Db, environmentId: string, queueId: string): Promise<StoredQueue> {
  const found = await findQueue(trx, queueId)
  if (found === null || found.environment_id !== environmentId)
    throw new NotFoundError('There is no such queue in this environment.')
  if (found.kind === 'System')
    throw new ConflictError('General belongs to the environment: it cannot be changed or deleted.', {
      reason: 'queue.system',
    })
  return found
}

async function assertUnreferenced(trx: Db, { tree }: QueueCall, queue: StoredQueue): Promise<void> {
  const rules = rulesNaming(await loadRoutingRules(trx, [queue.environment_id]), queue)
  if (rules.length === 0) return
  throw new ConflictError(`Used by routing rules: ${rules.map(({ name }) => name).join(', ')}.`, {
    reason: 'queue.referenced',
    dependents: rules.map(({ id, name }) => ({
      resource: 'rule' as const,
      id,
      name,
      type: 'routing' as const,
      environmentId: queue.environment_id,
      environment: tree.get(queue.environment_id)?.friendlyName ?? '',
    })),
  })
}

/** @throws ConflictError for a name that is taken, ValidationError naming the setting */
async function checkSettings(
  trx: Db,
  call: QueueCreator,
  { environmentId, queueId, assessment, before }: QueuePlace & { assessment: string; before: QueueSettings | null },
  settings: QueueSettings,
): Promise<void> {
  const same = (await loadQueues(trx, [environmentId])).find(
    each => each.id !== queueId && each.name.toLowerCase() === settings.name.toLowerCase(),
  )
  if (same !== undefined || isSystemName(settings.name))
    throw new ConflictError(`A queue named ${same?.name ?? settings.name} exists in this environment.`, {
      reason: 'queue.nameTaken',
    })
  const { configuration } = await loadConfiguration(trx, rootIdOf(call.tree, environmentId), assessment)
  const decisions = configuration.queueDecisions
  if (!decisions.some(({ name }) => name === settings.defaultAction))
    throw new ValidationError(['settings', 'defaultAction'], 'This is not the name of a decision of the assessment.', {
      code: 'queue.decision',
    })
  if (settings.orderBy === 'expectedSaving') {
    const action = decisions.find(({ name }) => name === settings.defaultAction)?.caseAction
    if (action === 'None')
      throw new ValidationError(
        ['settings', 'orderBy'],
        'The expected saving is known only where the default action approves or rejects.',
        { code: 'queue.savingAction' },
      )
    if (settings.direction !== 'descending')
      throw new ValidationError(['settings', 'direction'], 'The order by expected saving is descending.', {
        code: 'queue.savingOrder',
      })
  }
  assertKnownDecisions(settings, before, new Set(decisions.map(({ name }) => name)))
  const allowed = settings.allowedDecisions
  if (allowed !== null) {
    const chosen = decisions.filter(({ name }) => allowed.includes(name))
    if (!['Approve', 'Reject'].every(action => chosen.some(({ caseAction }) => caseAction === action)))
      throw new ValidationError(
        ['settings', 'allowedDecisions'],
        'At least one decision that approves and one that rejects are needed.',
        { code: 'queue.decisionPair' },
      )
  }
  checkQuickDecisions(settings, decisions)
  if (settings.supervisors.some(id => settings.assignedUsers.includes(id)))
    throw new ValidationError(['settings', 'supervisors'], 'A supervisor of a queue cannot be its reviewer, too.', {
      code: 'queue.supervisorReviews',
    })
  if (settings.escalation && settings.supervisors.length === 0)
    throw new ValidationError(['settings', 'supervisors'], 'With escalation, a queue needs a supervisor.', {
      code: 'queue.noSupervisor',
    })
  await assertEscalationQueue(trx, { environmentId, queueId, assessment }, settings, before)
  const groups = new Set((await loadGroups(trx, environmentId)).map(({ id }) => id))
  if (settings.assignedGroups.some(id => !groups.has(id)))
    throw new ValidationError(['settings', 'assignedGroups'], 'A group of this list does not exist here.')
  const reviewers = new Set((await loadReviewers(call, environmentId)).map(({ id }) => id))
  for (const field of ['assignedUsers', 'supervisors'] as const)
    if (settings[field].some(id => !reviewers.has(id)))
      throw new ValidationError(['settings', field], 'A person of this list may not review cases here.')
}

/** Estimates have to be there before cases are placed by them. */
async function measureIfOrdered(trx: Db, call: QueueCreator, queue: StoredQueue): Promise<void> {
  if (queue.settings.orderBy !== 'expectedSaving') return
  await measureSavings(trx, queue, {
    tenantId: call.principal.tenantId,
    rootId: rootIdOf(call.tree, queue.environment_id),
    now: call.ports.clock(),
  })
}

/** Routing rules name queues, and open consoles show them. */
async function applyToEngine(call: QueueCall, environmentId: string, queueId: string | null): Promise<void> {
  await call.engine.reloadRules(environmentId)
  publishQueue(call.live, environmentId, queueId)
}

const auditQueue = (
  trx: Db,
  call: QueueCreator,
  { id, name, environment_id: environmentId }: StoredQueue,
  operation: 'Create' | 'Update' | 'Delete',
  before: unknown,
  after: unknown,
): Promise<void> =>
  auditCall(trx, call, environmentId, { type: 'CaseManagementQueue', id, name }, { operation, before, after })
