import type { RoleId } from '../../../contract/index.ts'
import { assigneesOf, passOver, type StoredCase, type StoredQueue, unassigned, unlocked } from '../model/case-record.ts'
import { isManager, seesQueue } from '../model/queue-role.ts'
import { auditRequeue } from '../store/audit-requeue.ts'
import { writeChanges } from '../store/case-store.ts'
import { loadQueues } from '../store/queue-store.ts'
import { loadStoredRoles, mayReview } from '../store/reviewer-roles.ts'
import { loadPlaces } from '../store/settings-store.ts'
import type { CaseServices } from './advance-cases.ts'
import { publishCases } from './publish-cases.ts'

type LossCause = 'roleLost' | 'queueLost'
interface LostCase {
  found: StoredCase
  cause: LossCause
}

/**
 * Ends the reviews and reservations of people whose stored roles no longer allow them, or who no longer belong to a
 * queue that is open to its own people alone; returns their number.
 */
export async function releaseLostLocks(services: CaseServices): Promise<number> {
  const { db } = services.ports
  const taken = (await db
    .selectFrom('review_case')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'InReview'), eb('lock_owner_id', 'is not', null), eb('lock_by_directory', '=', false)]),
        and([eb('state', '=', 'Pending'), eb('assignee_id', 'is not', null)]),
      ]),
    )
    .execute()) as StoredCase[]
  if (taken.length === 0) return 0
  const environmentIds = [...new Set(taken.map(each => each.environment_id))]
  const [places, stored] = await Promise.all([loadPlaces(db, environmentIds), loadQueues(db, environmentIds)])
  const queues = new Map(stored.map(queue => [queue.id, queue]))
  let released = 0
  for (const [tenantId, cases] of Map.groupBy(taken, each => places.get(each.environment_id)?.tenantId ?? '')) {
    const rolesOf = await loadStoredRoles(db, tenantId, cases.map(ownerOf))
    const lost = cases.flatMap((found): LostCase[] => {
      const roles = rolesOf({ userId: ownerOf(found), environmentId: found.environment_id })
      const queue = queues.get(found.queue_id ?? '')
      const cause = !mayReview(roles) ? 'roleLost' : hasLostQueue(queue, ownerOf(found), roles) ? 'queueLost' : null
      return cause === null ? [] : [{ found, cause }]
    })
    released += lost.length
    await release(services, tenantId, lost)
  }
  return released
}

const ownerOf = (found: StoredCase): string => found.lock_owner_id ?? found.assignee_id ?? ''

const hasLostQueue = (queue: StoredQueue | undefined, id: string, roles: readonly RoleId[]): boolean =>
  queue !== undefined &&
  !seesQueue(queue, {
    manager: isManager(roles),
    supervisor: queue.settings.supervisors.includes(id),
    assigned: assigneesOf(queue).includes(id),
  })

async function release({ ports, live }: CaseServices, tenantId: string, lost: readonly LostCase[]): Promise<void> {
  if (lost.length === 0) return
  const now = ports.clock()
  const causes = new Map(lost.map(({ found, cause }) => [found.id, { owner: ownerOf(found), cause }]))
  const after = await ports.db.transaction().execute(async trx => {
    const locked = (await trx
      .selectFrom('review_case')
      .selectAll()
      .where('id', 'in', [...causes.keys()])
      .where('state', 'in', ['InReview', 'Pending'])
      .orderBy('id')
      .forUpdate()
      .execute()) as StoredCase[]
    const still = locked.filter(found => ownerOf(found) !== '' && ownerOf(found) === causes.get(found.id)?.owner)
    for (const found of still)
      if (found.state === 'InReview')
        await auditRequeue(trx, ports, {
          tenantId,
          found,
          cause: causes.get(found.id)?.cause ?? 'roleLost',
        })
    return writeChanges(
      trx,
      ports.newId,
      still.map(found => {
        const cause = causes.get(found.id)?.cause
        return {
          found,
          change: {
            patch: { state: 'Pending', ...unlocked, ...unassigned, ...passOver(found, ownerOf(found)) },
            history: [
              found.state === 'InReview'
                ? { kind: 'lock-released', at: now, by: null, details: { cause, owner: found.lock_owner_name } }
                : { kind: 'unassigned', at: now, by: null, details: { cause, from: found.assignee_name } },
            ],
          },
        }
      }),
    )
  })
  publishCases(live, after)
}
