import type { bulkResults } from '../../../contract/cases/bulk-decisions.ts'
import { allows } from '../../../contract/index.ts'
import { levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { StoredCase, StoredQueue } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import type { CaseKey } from '../store/case-store.ts'
import { loadQueues } from '../store/queue-store.ts'
import { findBulkRefusal } from '../work/bulk.ts'
import { roleIn } from '../work/case-call.ts'

type Call = EnvironmentCallContext

export interface VisibleCase {
  found: StoredCase
  queue: StoredQueue
}

/** Returns the cases of events whose queue the caller sees, by their id, which is that of the event. */
export async function loadVisibleCases(call: Call, ids: readonly string[]): Promise<Map<string, VisibleCase>> {
  const { db, principal, tree } = call
  if (ids.length === 0) return new Map()
  const [stored, queues] = await Promise.all([
    db.selectFrom('review_case').selectAll().where('id', 'in', ids).execute() as Promise<StoredCase[]>,
    loadQueues(db, call.scope),
  ])
  const queueById = new Map(queues.map(queue => [queue.id, queue]))
  return new Map(
    stored.flatMap(found => {
      const queue = queueById.get(found.queue_id ?? '') ?? queues.find(each => isGeneral(each, found))
      const environmentId = found.environment_id
      if (queue === undefined || !allows(levelIn(principal, environmentId, 'cases.queues', tree), 'read')) return []
      return seesQueue(queue, roleIn(queue, inEnvironment(call, environmentId))) ? [[found.id, { found, queue }]] : []
    }),
  )
}

/** The caller with the roles in the environment of a case. */
const inEnvironment = (call: Call, environmentId: string): Call => ({
  ...call,
  actorRoles: rolesIn(call.principal, environmentId, call.tree),
})
const isGeneral = ({ environment_id: environmentId, kind }: StoredQueue, found: StoredCase): boolean =>
  kind === 'System' && environmentId === found.environment_id

/** Returns why the caller cannot decide a case together with others; null: nothing is in the way. */
export function findRefusal(
  call: Call,
  { found, queue }: VisibleCase,
  origin: CaseKey | null,
): (typeof bulkResults)[number] | null {
  const { principal, tree, ports } = call
  if (!allows(levelIn(principal, found.environment_id, 'cases.review', tree), 'write')) return 'case.forbidden'
  const role = roleIn(queue, inEnvironment(call, found.environment_id))
  const work = { found, queue, role, now: ports.clock() }
  return findBulkRefusal(work, principal, { origin, includeUnderReview: true })?.result ?? null
}
