import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { type Assignee, type Assignment, assignCases } from '../model/assignment.ts'
import { isPresent } from '../model/availability.ts'
import { assigneesOf, type StoredQueue } from '../model/case-record.ts'
import { assignmentUntil } from '../model/decision.ts'
import {
  findQueuesToAssign,
  loadQueuesToAssign,
  loadTurns,
  loadUnassigned,
  lockAssignments,
  type UnassignedCase,
  writeAssignments,
} from '../store/assignment-store.ts'
import { loadReviewRights } from '../store/reviewer-roles.ts'
import { loadPlaces } from '../store/settings-store.ts'
import { countOpenCases, loadProfiles, newProfile } from '../store/team-store.ts'
import { publishCases } from './publish-cases.ts'

interface AssignmentServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  live: LiveHub
}

/** Cases of one queue that are assigned in one transaction. */
const batchSize = 200
/** Cases that are looked at beyond those that people have room for: some are about one of these people. */
const spareCases = 20

/**
 * Assigns the waiting cases of queues with a strategy, in these environments or in all. Of several processes one at a
 * time does so for an environment; another one leaves it, because the same cases would be looked at again.
 */
export async function assignWaitingCases(
  services: AssignmentServices,
  environmentIds: readonly string[] | null,
): Promise<void> {
  const { db } = services.ports
  const queues = await findQueuesToAssign(db, environmentIds)
  for (const [environmentId, found] of Map.groupBy(queues, queue => queue.environment_id)) {
    const queueIds = found.map(({ id }) => id)
    while (await assignBatch(services, environmentId, queueIds));
  }
}

/** Returns whether there may be more to assign. */
async function assignBatch(
  services: AssignmentServices,
  environmentId: string,
  queueIds: readonly string[],
): Promise<boolean> {
  const { db } = services.ports
  const { assigned, notices, again } = await db.transaction().execute(async trx => {
    const assignments: Assignment<UnassignedCase>[] = []
    const publishers: (() => void)[] = []
    let full = false
    if (await lockAssignments(trx, environmentId)) {
      const { tenantId = '' } = (await loadPlaces(trx, [environmentId])).get(environmentId) ?? {}
      for (const queue of await loadQueuesToAssign(trx, environmentId, queueIds)) {
        const made = await assignQueue(trx, queue, tenantId, services.ports.clock())
        full ||= made.length === batchSize
        assignments.push(...made)
        publishers.push(...(await notifyAssignees(trx, services, queue, tenantId, made)))
      }
    }
    return { assigned: assignments.map(({ found }) => found), notices: publishers, again: full }
  })
  publishCases(services.live, assigned)
  for (const publish of notices) publish()
  return again
}

/** Assigns the first waiting cases of a queue to the people who have room for them. */
async function assignQueue(
  trx: Db,
  queue: StoredQueue,
  tenantId: string,
  now: Date,
): Promise<Assignment<UnassignedCase>[]> {
  const team = await loadTeam(trx, queue, tenantId, now)
  const free = team.filter(({ available, load, openCases }) => available && load < openCases)
  const room = free.reduce((sum, { load, openCases }) => sum + openCases - load, 0)
  if (room === 0) return []
  const strategy = queue.settings.assignment
  const cases = await loadUnassigned(trx, queue, {
    strategy,
    people: free.map(({ id }) => id),
    limit: Math.min(batchSize, room + spareCases),
    now,
  })
  const assignments = assignCases(strategy, cases, team)
  if (assignments.length === 0) return []
  return writeAssignments(trx, queue, assignments, { now, until: assignmentUntil(now) })
}

async function loadTeam(trx: Db, queue: StoredQueue, tenantId: string, now: Date): Promise<Assignee[]> {
  const { environment_id: environmentId } = queue
  const ids = assigneesOf(queue)
  if (ids.length === 0) return []
  const [people, mayReview, profiles, loads, turns] = await Promise.all([
    trx
      .selectFrom('principal')
      .select(['id', 'name', 'username'])
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', ids)
      .execute(),
    loadReviewRights(trx, tenantId, ids),
    loadProfiles(trx, environmentId, ids),
    countOpenCases(trx, environmentId, ids, now),
    loadTurns(trx, queue.id),
  ])
  const byId = new Map(people.map(person => [person.id, person]))
  return ids.flatMap(id => {
    const person = byId.get(id)
    if (person === undefined) return []
    const profile = profiles.get(id) ?? newProfile
    return [
      {
        ...person,
        available: isPresent(profile, now) && mayReview({ userId: id, environmentId }),
        load: loads.get(id) ?? 0,
        openCases: profile.openCases,
        turn: turns.get(id) ?? 0,
        skills: profile.skills,
      },
    ]
  })
}

/** Notifies each person once of all cases that a queue gave to that person. */
async function notifyAssignees(
  trx: Db,
  services: AssignmentServices,
  queue: StoredQueue,
  tenantId: string,
  assignments: readonly Assignment<UnassignedCase>[],
): Promise<(() => void)[]> {
  const publishers: (() => void)[] = []
  for (const [userId, [first, ...others]] of Map.groupBy(assignments, ({ to }) => to.id)) {
    if (first === undefined) continue
    publishers.push(
      await notify(trx, services, {
        tenantId,
        environmentId: queue.environment_id,
        userId,
        ...(others.length === 0
          ? { event: 'CaseAssigned' as const, params: { id: first.found.externalId } }
          : { event: 'CasesAssigned' as const, params: { count: others.length + 1, queue: queue.name } }),
      }),
    )
  }
  return publishers
}
