import type { Queue } from '../../../contract/cases/queue-entities.ts'
import { allows } from '../../../contract/index.ts'
import { levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { assigneesOf, type StoredQueue } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import { loadLockedBy } from '../store/case-store.ts'
import { findQueue, findSystemQueue, loadQueues } from '../store/queue-store.ts'
import { loadGroups } from '../store/team-store.ts'
import { type CaseCall, roleIn } from '../work/case-call.ts'
import { loadNames, peopleOf } from './people-names.ts'
import { countCases, noCounts } from './queue-counts.ts'
import { loadRoutingRules, rulesNaming } from './queue-rules.ts'

const noQueue = (): NotFoundError => new NotFoundError('There is no such queue in this environment.')

/** Returns the call of the same caller in the environment of a queue, which may be below that of the call. */
export const callIn = (call: CaseCall, environmentId: string): CaseCall => ({
  ...call,
  actorRoles: rolesIn(call.principal, environmentId, call.tree),
})

/**
 * Returns a queue of an environment or one below it. @param queueId `general` for General
 * @throws NotFoundError also for a queue that only its own people see
 */
export async function requireQueue(call: CaseCall, environmentId: string, queueId: string): Promise<StoredQueue> {
  const found =
    queueId === 'general' ? await findSystemQueue(call.db, environmentId) : await findQueue(call.db, queueId)
  if (found === null || !call.scope.includes(found.environment_id)) throw noQueue()
  if (!seesQueue(found, roleIn(found, callIn(call, found.environment_id)))) throw noQueue()
  return found
}

/** Returns the queues of the environment and those below it that the caller sees, with the number of their cases. */
export async function listQueues(call: CaseCall, scope: 'assigned' | 'all'): Promise<Queue[]> {
  await advanceCases(call, call.scope)
  const stored = (await loadQueues(call.db, call.scope)).filter(each => {
    const role = roleIn(each, callIn(call, each.environment_id))
    return seesQueue(each, role) && (scope === 'all' || role.assigned)
  })
  return describeQueues(call, stored)
}

/** Returns queues as the console shows them. */
async function describeQueues(call: CaseCall, stored: readonly StoredQueue[]): Promise<Queue[]> {
  const { db, principal, tree, ports } = call
  const environmentIds = [...new Set(stored.map(each => each.environment_id))]
  if (environmentIds.length === 0) return []
  const groups = new Map((await loadGroups(db, ...environmentIds)).map(group => [group.id, group]))
  const groupsOf = ({ settings }: StoredQueue) => settings.assignedGroups.flatMap(id => groups.get(id) ?? [])
  const [counts, rules, names, own] = await Promise.all([
    countCases(
      db,
      stored.map(({ id }) => id),
      ports.clock(),
    ),
    loadRoutingRules(db, environmentIds),
    loadNames(
      db,
      principal.tenantId,
      stored.flatMap(queue => [...assigneesOf(queue), ...queue.settings.assignedUsers, ...queue.settings.supervisors]),
    ),
    loadLockedBy(db, principal.id, ports.clock()),
  ])
  return stored.map(queue => {
    const { assignedUsers, assignedGroups: _groups, supervisors, ...settings } = queue.settings
    const role = roleIn(queue, callIn(call, queue.environment_id))
    const may = (capability: 'cases.queues.define' | 'cases.review') =>
      allows(levelIn(principal, queue.environment_id, capability, tree), 'write')
    const ownCase = own.find(each => each.queue_id === queue.id)
    return {
      ...settings,
      id: queue.id,
      environmentId: queue.environment_id,
      environmentName: tree.get(queue.environment_id)?.friendlyName ?? '',
      assessment: queue.event_type,
      kind: queue.kind,
      assignedUsers: peopleOf(assignedUsers, names),
      assignedGroups: groupsOf(queue).map(({ id, name, members }) => ({ id, name, members: peopleOf(members, names) })),
      supervisors: peopleOf(supervisors, names),
      version: queue.version,
      createdBy: queue.created_by_name,
      createdAt: queue.created_at.toISOString(),
      updatedBy: queue.updated_by_name,
      updatedAt: queue.updated_at.toISOString(),
      counts: counts.get(queue.id) ?? noCounts,
      routingRules: rulesNaming(rules, queue),
      rights: {
        define: queue.kind === 'User' && may('cases.queues.define'),
        review: may('cases.review'),
        manage: role.manager && may('cases.review'),
        supervise: role.supervisor,
        assigned: role.assigned,
      },
      ownCase:
        ownCase === undefined
          ? null
          : {
              eventType: ownCase.event_type,
              externalId: ownCase.external_id,
              environmentId: ownCase.environment_id,
            },
    }
  })
}

export async function describeQueue(call: CaseCall, stored: StoredQueue): Promise<Queue> {
  const [described] = await describeQueues(call, [stored])
  if (described === undefined) throw noQueue()
  return described
}
