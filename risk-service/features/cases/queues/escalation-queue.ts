import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { findQueue, loadQueues } from '../store/queue-store.ts'
import { loadGroups } from '../store/team-store.ts'

interface QueueOfAssessment {
  environmentId: string
  queueId: string
  assessment: string
}

/**
 * Refuses a queue for escalated cases that could not hold them, or whose supervisors would judge their own reviews. What
 * was so before does not stand in the way of other changes.
 * @param before the settings that are changed; null for a new queue
 * @throws ValidationError naming the setting
 */
export async function assertEscalationQueue(
  trx: Db,
  { environmentId, queueId, assessment }: QueueOfAssessment,
  settings: QueueSettings,
  before: QueueSettings | null,
): Promise<void> {
  const added = settings.supervisors.filter(id => !before?.supervisors.includes(id))
  await assertNoReviewerBehind(trx, { environmentId, queueId }, added)
  const { escalationQueueId } = settings
  if (escalationQueueId === null) return
  const refuse = (message: string) => new ValidationError(['settings', 'escalationQueueId'], message)
  const target = await findQueue(trx, escalationQueueId)
  if (target === null || target.environment_id !== environmentId || target.id === queueId)
    throw refuse('Choose another queue of this environment.')
  if (target.event_type !== null && target.event_type !== assessment)
    throw refuse('This queue is for another assessment.')
  if (target.settings.supervisors.length === 0) throw refuse('This queue has no supervisor.')
  const reviewers = await reviewersOf(trx, environmentId, settings)
  const reviewedBefore =
    before?.escalationQueueId === escalationQueueId ? await reviewersOf(trx, environmentId, before) : new Set<string>()
  if (target.settings.supervisors.some(id => reviewers.has(id) && !reviewedBefore.has(id)))
    throw refuse('A supervisor of this queue reviews the cases that are escalated to it.')
}

/** Refuses a supervisor who reviews in a queue that escalates to this one. @throws ValidationError naming the setting */
async function assertNoReviewerBehind(
  trx: Db,
  { environmentId, queueId }: Omit<QueueOfAssessment, 'assessment'>,
  supervisors: readonly string[],
): Promise<void> {
  if (supervisors.length === 0) return
  for (const { id, name, settings } of await loadQueues(trx, [environmentId])) {
    if (id === queueId || settings.escalationQueueId !== queueId) continue
    const reviewers = await reviewersOf(trx, environmentId, settings)
    if (supervisors.some(person => reviewers.has(person)))
      throw new ValidationError(
        ['settings', 'supervisors'],
        `A supervisor reviews in the queue ${name}, which escalates its cases to this one.`,
      )
  }
}

/**
 * Refuses new members of a group who would review cases in one of its queues that are escalated to them.
 * @param queues those that name the group
 * @throws ValidationError naming the members
 */
export async function assertNoSupervisorBehind(
  trx: Db,
  queues: readonly StoredQueue[],
  added: readonly string[],
): Promise<void> {
  for (const { name, settings } of queues) {
    const target = settings.escalationQueueId === null ? null : await findQueue(trx, settings.escalationQueueId)
    const judges = target?.settings.supervisors.filter(id => !settings.supervisors.includes(id)) ?? []
    if (target !== null && added.some(id => judges.includes(id)))
      throw new ValidationError(
        ['members'],
        `A person of this list supervises ${target.name}, to which the queue ${name} of this group escalates its cases.`,
      )
  }
}

/** People who are assigned to a queue, alone or with a group; its own supervisors review nothing in it. */
async function reviewersOf(
  trx: Db,
  environmentId: string,
  { assignedUsers, assignedGroups, supervisors }: QueueSettings,
): Promise<ReadonlySet<string>> {
  const groups = assignedGroups.length === 0 ? [] : await loadGroups(trx, environmentId)
  const members = groups.filter(({ id }) => assignedGroups.includes(id)).flatMap(group => group.members)
  return new Set([...assignedUsers, ...members].filter(id => !supervisors.includes(id)))
}
