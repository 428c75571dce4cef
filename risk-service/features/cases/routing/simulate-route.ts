import type { SimulatedRoute } from '../../../contract/cases/case-routing.ts'
import type { EventRow } from '../../../contract/index.ts'
import { loadHiddenQueues } from '../../../kernel/access/hidden-queues.ts'
import type { EnvironmentCallContext, RuleEngine } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'
import { findEvents } from '../../review/event-detail.ts'
import { loadStoredDecision } from '../../review/stored-decisions.ts'
import { loadQueueLookup, type QueueLookup } from '../../rules/routing-queues.ts'
import { findCase } from '../store/case-store.ts'
import { findQueueOf } from '../store/queue-store.ts'

interface RoutingReader extends Pick<EnvironmentCallContext, 'db' | 'scope' | 'principal' | 'tree'> {
  engine: Pick<RuleEngine, 'assessments' | 'routeStored'>
}

/** An id can be that of events of several assessments and environments. */
const maxEvents = 5

/**
 * Returns where the published routing rules send stored events, of the environment and those below it, with the id of
 * the merchant or the event id. An unknown id has no results.
 */
export async function simulateRoutes(
  { db, engine, scope, principal, tree }: RoutingReader,
  { eventId }: { eventId: string },
): Promise<SimulatedRoute[]> {
  const found = await Promise.all(
    scope.map(id =>
      findEvents(
        db,
        id,
        engine.assessments(id).map(({ key }) => key),
        eventId,
      ),
    ),
  )
  const [queueOf, hidden] = await Promise.all([
    loadQueueLookup(db, scope),
    loadHiddenQueues(db, principal, scope, tree),
  ])
  return Promise.all(
    found
      .flat()
      // What nothing has decided is sent nowhere.
      .flatMap(row => (row.decision === null ? [] : [{ ...row, decision: row.decision }]))
      .slice(0, maxEvents)
      .map(async row => ({
        environmentId: row.environmentId,
        eventType: row.eventType,
        externalId: row.externalId,
        at: row.at,
        decision: row.decision,
        route: await simulateRoute({ db, engine }, row, queueOf),
        case: await readCase(db, row, hidden),
      })),
  )
}

async function simulateRoute(
  { db, engine }: Pick<RoutingReader, 'db' | 'engine'>,
  { environmentId, eventType, externalId }: EventRow,
  queueOf: QueueLookup,
): Promise<SimulatedRoute['route']> {
  const stored = await loadStoredDecision(db, { environmentId, eventType, id: externalId })
  const [route] = stored === null ? [] : await engine.routeStored([stored])
  if (route == null) return null
  const { ruleId, rule, clause, errors } = route
  return { queue: queueOf(environmentId, eventType, route.queue).name, ruleId, rule, clause, errors }
}

/** Returns the case of an event; null also for one in a queue that is hidden from the reader. */
async function readCase(
  db: Db,
  { environmentId, eventType, externalId }: EventRow,
  hidden: readonly string[],
): Promise<SimulatedRoute['case']> {
  const found = await findCase(db, { environmentId, eventType, id: externalId })
  if (found === null || (found.queue_id !== null && hidden.includes(found.queue_id))) return null
  const queue = found.state === 'NotRouted' ? null : await findQueueOf(db, found)
  return { state: found.state, queue: queue?.name ?? null, rule: found.routed_rule }
}
