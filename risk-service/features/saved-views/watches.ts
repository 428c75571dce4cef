import { allows, directoryRoles, effectiveLevel, type RoleId, searchLimits } from '../../contract/index.ts'
import { rolesIn } from '../../kernel/access/authorize.ts'
import { loadHiddenQueues } from '../../kernel/access/hidden-queues.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { loadEnvironmentTree, scopeOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import { loadMasking } from '../../kernel/personal-data/masking.ts'
import type { Logger, Ports } from '../../ports/index.ts'
import { notify } from '../notifications/notify.ts'
import { catalogueIn, withoutQueues } from '../search/catalogue.ts'
import { countSince } from '../search/search.ts'
import { readSwitch } from '../search/switch/search-switch.ts'
import { type DueWatch, endWatch, loadAssignments, markNotified, takeDueWatches } from './watch-store.ts'

const hour = 3_600_000
/** Watches that are checked in one run; the others wait for the next one. */
const perRun = 200

export interface WatchServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'> & { log: Logger }
  engine: Pick<RuleEngine, 'assessments'>
  live: LiveHub
}

/**
 * Checks the watched searches that are due, each once an hour at most, and notifies their owners of new results. One
 * whose owner may not search any more, or that cannot be searched any more, ends with a note.
 * @returns the number of notifications
 */
export async function checkWatches(services: WatchServices): Promise<number> {
  const { db, clock, log } = services.ports
  const now = clock()
  let notified = 0
  // One after the other: a search of many hours is work for the database.
  for (const watch of await takeDueWatches(db, now, new Date(now.getTime() + hour), perRun)) {
    try {
      if (await checkWatch(services, watch, now)) notified += 1
    } catch (error) {
      // It is tried again in an hour, and the others are not kept waiting.
      log.write(2, 'jobs.failed', { name: error instanceof Error ? error.name : 'unknown' })
    }
  }
  return notified
}

async function checkWatch(services: WatchServices, watch: DueWatch, now: Date): Promise<boolean> {
  const { ports, engine, live } = services
  const { db } = ports
  const { view_id: viewId, environment_id: environmentId, tenant_id: tenantId, owner_id: ownerId } = watch
  const tree = await loadEnvironmentTree(db, tenantId)
  const assignments = (await loadAssignments(db, tenantId, ownerId)) as { role: RoleId; environmentId: string | null }[]
  const wids = watch.by_directory ? [directoryRoles.globalAdministrator] : []
  const owner = { id: ownerId, wids, assignments }
  const roles = rolesIn(owner, environmentId, tree)
  if (!allows(effectiveLevel(roles, 'search'), 'read')) {
    await endWatch(db, viewId, 'access')
    return false
  }
  const switched = await readSwitch(db, tenantId)
  // Without the search nothing is new, and the watch waits for it.
  if (switched.state !== 'On') return false
  const scope = scopeOf(tree, environmentId)
  const hidden = await loadHiddenQueues(db, owner, scope, tree)
  const hoursAgo = now.getTime() - watch.hours * hour
  // What was reported once is not new any more.
  const since = new Date(Math.max(hoursAgo, watch.notified_at?.getTime() ?? 0))
  try {
    const count = await countSince(
      {
        db,
        scope,
        catalogue: withoutQueues(catalogueIn(scope, engine, watch.event_type), hidden),
        now,
        from: switched.from === null ? null : new Date(switched.from),
        signal: undefined,
        seconds: searchLimits.seconds,
        masking: await loadMasking(db, { tenantId, id: ownerId }, roles, now),
      },
      { environmentId, eventType: watch.event_type, filter: watch.filter },
      since,
    )
    if (count <= watch.results) return false
    const publish = await db.transaction().execute(async trx => {
      await markNotified(trx, viewId, now)
      return notify(
        trx,
        { ports, live },
        {
          tenantId,
          environmentId,
          event: 'WatchedSearch',
          params: { name: watch.name, count, view: viewId },
          userId: ownerId,
        },
      )
    })
    publish()
    return true
  } catch (error) {
    if (error instanceof ConflictError) return false
    if (!(error instanceof ValidationError)) throw error
    await endWatch(db, viewId, 'search')
    return false
  }
}
