import { type Reroute, rerouteLimits, type rerouteObstacles } from '../../../contract/cases/case-routing.ts'
import { AccessError, rolesIn } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import type { Db } from '../../../ports/database.ts'
import { loadStoredDecisions } from '../../review/stored-decisions.ts'
import { loadQueueLookup, routingFingerprint } from '../../rules/routing-queues.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { publishCases, publishQueue } from '../clock/publish-cases.ts'
import { actorOf, type CaseChange, type StoredCase, type StoredQueue, timesOf } from '../model/case-record.ts'
import { isManager } from '../model/queue-role.ts'
import { writeChanges } from '../store/case-store.ts'
import { loadQueues } from '../store/queue-store.ts'
import { placeIn } from '../work/actions.ts'
import { type CaseCall } from '../work/case-call.ts'
import {
  countWaiting,
  findReroute,
  insertReroute,
  loadWaiting,
  lockPlanned,
  type PlannedMove,
  type ReroutePlan,
  type StoredReroute,
  saveRerouteResult,
  type WaitingCase,
} from './reroute-store.ts'

export type RerouteCall = CaseCall & { engine: Pick<RuleEngine, 'routeStored' | 'assessment'> }
interface ReroutePlace {
  environmentId: string
  rerouteId: string
}
type Result = NonNullable<Reroute['result']>

/** Cases whose events are read at the same time. */
const batchSize = 100

/**
 * Finds the waiting cases that the published rules would send to another queue, and stores what was found, so that
 * exactly that is confirmed. A repeated call returns the first result. @throws AccessError except for managers
 */
export async function planReroute(call: RerouteCall, { environmentId, rerouteId }: ReroutePlace): Promise<Reroute> {
  const scope = managedScope(call)
  const { db } = call
  const existing = await findReroute(db, environmentId, rerouteId)
  if (existing !== null) return toReroute(existing)
  await advanceCases(call, scope)
  const rules = await routingFingerprint(db, environmentId)
  const plan = await findMoves(call, scope)
  await insertReroute(
    db,
    environmentId,
    { id: rerouteId, rules, plan, created_by: call.principal.id, created_at: call.ports.clock() },
    rerouteLimits.stored,
  )
  return requireReroute(await findReroute(db, environmentId, rerouteId))
}

/** Returns the environments of the call in which the caller manages cases. @throws AccessError for none */
function managedScope({ actorRoles, scope, principal, tree }: RerouteCall): string[] {
  if (!isManager(actorRoles)) throw new AccessError('forbidden', 'cases.review', 'write')
  return scope.filter(id => isManager(rolesIn(principal, id, tree)))
}

async function findMoves({ db, engine }: RerouteCall, scope: readonly string[]): Promise<ReroutePlan> {
  const stored = await loadQueues(db, scope)
  const queueIds = stored.map(({ id }) => id)
  const [total, queueOf] = await Promise.all([countWaiting(db, queueIds), loadQueueLookup(db, scope)])
  const plan: ReroutePlan = {
    checked: 0,
    unchecked: 0,
    unreadable: 0,
    moves: [],
    queues: Object.fromEntries(stored.map(({ id, name }) => [id, name])),
  }
  let after: WaitingCase | null = null
  while (plan.checked < rerouteLimits.checked && plan.moves.length < rerouteLimits.moved) {
    const batch: WaitingCase[] = await loadWaiting(db, queueIds, after, batchSize)
    const events = await loadStoredDecisions(
      db,
      batch.map(each => ({ environment_id: each.environment_id, at_text: each.at_text, event_id: each.id })),
    )
    const readable = batch.filter(each => events.has(each.id))
    const routes = await engine.routeStored(readable.flatMap(each => events.get(each.id) ?? []))
    plan.checked += batch.length
    plan.unreadable += batch.length - routes.filter(route => route !== null).length
    readable.forEach((found, index) => {
      const route = routes[index]
      if (route == null) return
      const { id: to, name } = queueOf(found.environment_id, found.event_type, route.queue)
      if (to === found.queue_id) return
      // A rule whose queue is not there did not bring the case to General.
      const named = name.toLowerCase() === route.queue.toLowerCase()
      plan.moves.push({
        environmentId: found.environment_id,
        eventType: found.event_type,
        externalId: found.external_id,
        version: found.version,
        from: found.queue_id ?? '',
        to,
        ruleId: named ? route.ruleId : null,
        rule: named ? route.rule : null,
        clause: named ? route.clause : null,
      })
    })
    after = batch.at(-1) ?? null
    if (batch.length < batchSize) break
  }
  return { ...plan, unchecked: Math.max(0, total - plan.checked) }
}

/**
 * Moves the cases of a preview in one transaction, each with an entry in its history. A case that somebody began to
 * review, decided, escalated or changed meanwhile stays, and is reported. A repeated call moves nothing and returns the
 * same result. @throws NotFoundError, ConflictError when rules or queues have changed since the preview
 */
export async function confirmReroute(call: RerouteCall, { environmentId, rerouteId }: ReroutePlace): Promise<Reroute> {
  await advanceCases(call, managedScope(call))
  const { moved, reroute } = await call.db.transaction().execute(async trx => {
    const stored = await findReroute(trx, environmentId, rerouteId, { lock: true })
    if (stored === null) throw new NotFoundError('There is no such re-route in this environment.')
    if (stored.result !== null) return { moved: [], reroute: toReroute(stored) }
    if (stored.rules !== (await routingFingerprint(trx, environmentId)))
      throw createVersionConflict('Routing rules or queues have changed since the preview. Look at a new one.')
    const { after, result } = await moveCases(trx, call, stored.plan)
    await saveRerouteResult(trx, environmentId, rerouteId, result)
    const { ports, principal, actorRoles: roles, correlationId } = call
    await auditChange(
      trx,
      { ports, principal, roles, correlationId, environmentId },
      { type: 'Case', id: rerouteId, name: 'Waiting cases' },
      { operation: 'Reroute', before: null, after: { moved: result.moved, left: result.left.length } },
    )
    return { moved: after, reroute: toReroute({ ...stored, result }) }
  })
  publishCases(call.live, moved)
  // Pages of the queues that the cases left.
  for (const { environmentId: place, from } of moved.length === 0 ? [] : reroute.moves)
    publishQueue(call.live, place, from.id)
  return reroute
}

async function moveCases(
  trx: Db,
  call: RerouteCall,
  { moves, queues: names }: ReroutePlan,
): Promise<{ after: StoredCase[]; result: Result }> {
  const now = call.ports.clock()
  const queues = new Map(
    (moves.length === 0 ? [] : await loadQueues(trx, [...new Set(moves.map(each => each.environmentId))])).map(
      queue => [queue.id, queue] as const,
    ),
  )
  const locked = new Map((await lockPlanned(trx, moves)).map(found => [keyOf(found), found]))
  const changes: { found: StoredCase; change: CaseChange; correlationId: string }[] = []
  const left: Result['left'] = []
  for (const move of moves) {
    const { environmentId, eventType, externalId } = move
    const found = locked.get(`${environmentId} ${eventType} ${externalId}`)
    const obstacle = obstacleOf(found, move)
    const target = queues.get(move.to)
    if (found === undefined || target === undefined || obstacle !== null)
      left.push({ environmentId, eventType, externalId, obstacle: obstacle ?? 'changed', by: personIn(found) })
    else
      changes.push({ found, correlationId: call.correlationId, change: moveTo(target, found, move, names, call, now) })
  }
  const after = await writeChanges(trx, call.ports.newId, changes)
  return { after, result: { at: now.toISOString(), moved: after.length, left } }
}

const keyOf = ({ environment_id, event_type, external_id }: StoredCase): string =>
  `${environment_id} ${event_type} ${external_id}`

/** Returns why a case cannot be moved as it was planned; null when it can. */
function obstacleOf(found: StoredCase | undefined, move: PlannedMove): (typeof rerouteObstacles)[number] | null {
  if (found === undefined) return 'changed'
  if (found.state === 'Decided') return 'decided'
  if (found.state === 'InReview') return 'underReview'
  if (found.escalated) return 'escalated'
  return found.state === 'Pending' && found.version === move.version && found.queue_id === move.from ? null : 'changed'
}

const personIn = (found: StoredCase | undefined): string | null =>
  (found?.state === 'Decided' ? found.outcome?.by?.name : found?.lock_owner_name) ?? null

function moveTo(
  target: StoredQueue,
  found: StoredCase,
  { from, ruleId, rule, clause }: PlannedMove,
  names: ReroutePlan['queues'],
  { principal }: RerouteCall,
  now: Date,
): CaseChange {
  const place = placeIn(found, target, now)
  return {
    patch: { ...place, routed_rule_id: ruleId, routed_rule: rule, routed_clause: clause },
    history: [
      {
        kind: 'transferred',
        at: now,
        by: actorOf(principal),
        details: {
          from: names[from],
          fromId: from,
          to: target.name,
          toId: target.id,
          cause: 'rerouted',
          rule,
          clause,
          ...timesOf(place),
        },
      },
    ],
  }
}

function requireReroute(stored: StoredReroute | null): Reroute {
  if (stored === null) throw new NotFoundError('There is no such re-route in this environment.')
  return toReroute(stored)
}

/** Counts the moves of a plan by the queues between which they are. */
function toReroute({ id, plan, result, created_at }: StoredReroute): Reroute {
  const { moves, queues, ...figures } = plan
  const queue = (queueId: string) => ({ id: queueId, name: queues[queueId] ?? '' })
  return {
    id,
    createdAt: created_at.toISOString(),
    ...figures,
    moves: [...Map.groupBy(moves, each => `${each.from} ${each.to}`).values()]
      .flatMap(([first, ...others]) =>
        first === undefined
          ? []
          : [
              {
                environmentId: first.environmentId,
                from: queue(first.from),
                to: queue(first.to),
                cases: others.length + 1,
              },
            ],
      )
      .toSorted((a, b) => b.cases - a.cases),
    result,
  }
}
