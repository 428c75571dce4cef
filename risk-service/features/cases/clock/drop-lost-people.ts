import { recordAudit, serviceActor } from '../../../kernel/audit.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { findQueue, lockQueues, putQueue } from '../store/queue-store.ts'
import { loadReviewRights } from '../store/reviewer-roles.ts'
import { loadPlaces } from '../store/settings-store.ts'
import type { CaseServices } from './advance-cases.ts'
import { publishQueue } from './publish-cases.ts'

/**
 * Takes users and supervisors out of queues whose cases they may not review any more; returns the number of changed
 * queues. Where the last supervisor goes, managers are left for escalated cases.
 */
export async function dropLostPeople(services: CaseServices): Promise<number> {
  const { db } = services.ports
  const stored = (await db.selectFrom('case_queue').selectAll().where('kind', '=', 'User').execute()) as StoredQueue[]
  const queues = stored.filter(queue => peopleOf(queue).length > 0)
  const places = await loadPlaces(db, [...new Set(queues.map(each => each.environment_id))])
  let changed = 0
  for (const [tenantId, own] of Map.groupBy(queues, each => places.get(each.environment_id)?.tenantId ?? '')) {
    const mayReview = await loadReviewRights(db, tenantId, own.flatMap(peopleOf))
    for (const queue of own) {
      const lost = peopleOf(queue).filter(userId => !mayReview({ userId, environmentId: queue.environment_id }))
      if (lost.length > 0 && (await drop(services, tenantId, queue, lost))) changed += 1
    }
  }
  return changed
}

const peopleOf = ({ settings: { assignedUsers, supervisors } }: StoredQueue): string[] => [
  ...assignedUsers,
  ...supervisors,
]

async function drop(
  { ports, live }: CaseServices,
  tenantId: string,
  { id, environment_id: environmentId }: StoredQueue,
  lost: readonly string[],
): Promise<boolean> {
  const done = await ports.db.transaction().execute(async trx => {
    await lockQueues(trx, environmentId)
    const before = await findQueue(trx, id)
    if (before === null) return false
    const kept = (people: readonly string[]): string[] => people.filter(each => !lost.includes(each))
    const { assignedUsers, supervisors } = before.settings
    // Another process, or a manager, was faster.
    if (![...assignedUsers, ...supervisors].some(each => lost.includes(each))) return false
    const settings = { ...before.settings, assignedUsers: kept(assignedUsers), supervisors: kept(supervisors) }
    const actor = serviceActor(tenantId, ports.newId())
    const at = ports.clock()
    await putQueue(trx, {
      ...before,
      settings,
      version: before.version + 1,
      updated_by_name: actor.principal.name,
      updated_at: at,
    })
    await recordAudit(trx, actor, {
      id: ports.newId(),
      at,
      environmentId,
      resource: { type: 'CaseManagementQueue', id, name: before.name },
      operation: 'Update',
      before: { assignedUsers, supervisors },
      after: { assignedUsers: settings.assignedUsers, supervisors: settings.supervisors },
    })
    return true
  })
  if (done) publishQueue(live, environmentId, id)
  return done
}
