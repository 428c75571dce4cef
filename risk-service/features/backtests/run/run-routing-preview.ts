import { sql } from 'kysely'
import type { RoutingPreviewResult } from '../../../contract/rules/routing-previews.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import type { PublishedChain } from '../../../engine/rules/published-chain.ts'
import { createRoutingEvent, type EventRoute, routeEvent } from '../../../engine/rules/route-event.ts'
import type { ClauseScores } from '../../../engine/rules/rule-result.ts'
import { runRules } from '../../../engine/rules/run-rules.ts'
import type { Scope } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import { loadQueueLookup } from '../../rules/routing-queues.ts'
import { createVelocityCounting } from './count-velocities.ts'
import {
  countPastEvents,
  loadEnvironmentScope,
  type RecordedEvent,
  readWholeResult,
  visitEvents,
} from './past-events.ts'
import { loadPastLists } from './past-lists.ts'
import { createPastReaders } from './past-readers.ts'
import { textsOf } from './required-inputs.ts'
import { loadRoutingChains } from './routing-chains.ts'
import { createRoutingTally } from './routing-tally.ts'
import { loadEnvironmentPaths, openRegistries, requiredEnvironments, requiredEventTypes } from './run-scope.ts'
import { NoEventsError, type RoutingRunInput, type RunDeps, type RunHooks } from './run-types.ts'
import { createVelocityReplay } from './velocity-replay.ts'

/** Routing rules read the request and the answer of an event by paths of their own: every part of it is read. */
const allParts = {
  enrichment: true,
  device: false,
  recordedInputs: true,
  facts: true,
  evaluation: true,
  origin: false,
  scoring: false,
} as const

/**
 * Routes the latest Review events of a period with the published routing rules and with a change of one of them, with the
 * inputs of their time as `runBacktest` does. Nothing is stored and nothing is sent. Throws `NoEventsError`,
 * `SubjectNotFoundError`, `FqlError`, and the error that `progress` throws.
 */
export async function runRoutingPreview(
  deps: RunDeps,
  input: RoutingRunInput,
  { progress }: RunHooks,
): Promise<RoutingPreviewResult> {
  const { db, countryOf, mode = 'code' } = deps
  const { environmentId, eventType, ruleId, to, limit } = input
  const { assessments, resources, book } = await openRegistries(deps, mode)
  const [paths, scope] = await Promise.all([loadEnvironmentPaths(db), loadEnvironmentScope(db, environmentId)])
  const rules = await loadRoutingChains(db, book, input, paths, scope, mode)
  const period = await findReviewEvents(db, scope, input)
  if (period.first === null) throw new NoEventsError()
  const first = period.first.getTime()

  const velocities = createVelocityReplay()
  const counting = createVelocityCounting(rules.reads, resources, velocities, mode)
  const begin = new Date(first - (counting?.reach ?? 0))
  const slice = {
    environmentIds: await requiredEnvironments(db, scope, counting),
    eventTypes: requiredEventTypes(eventType, counting),
    from: begin,
    to,
    // Where velocities are counted, other events count too.
    decision: counting === null ? ('Review' as const) : undefined,
  }
  const total = counting === null ? Math.min(period.available, limit) : await countPastEvents(db, slice)
  const lists = await loadPastLists(db, rules.checks, rules.environmentIds, textsOf(rules, resources), begin, to)
  const past = createPastReaders({ assessments, countryOf, derived: true }, now => ({
    lists: lists.reader(now),
    velocities: counting === null ? null : velocities.reader(now),
  }))
  const legacyScores = assessments.find(environmentId, eventType)?.check.legacyScores
  const tally = createRoutingTally(ruleId, await loadQueueLookup(db, scope))
  const inScope = new Set(scope)
  let events = 0
  let reportedAt = performance.now()

  function route(event: RecordedEvent): void {
    const { before, after } = rules.chainsOf(event.environmentId)
    const decided = past.scope()
    if (rules.readsVariables)
      runRules(
        before.sets,
        decided,
        recordedScores(legacyScores, event.riskScore, event.recordedInputs) as ClauseScores,
      )
    tally.add(event, routeStored(before, decided, event), routeStored(after, decided, event))
  }
  function visit(event: RecordedEvent): void {
    events += 1
    past.selectEvent(event)
    if (
      event.decision === 'Review' &&
      event.eventType === eventType &&
      event.at >= first &&
      inScope.has(event.environmentId)
    )
      route(event)
    const counted = counting === null ? null : past.counted()
    if (counted !== null) counting?.add(paths(event.environmentId), counted.types, counted.scope, event.at)
  }
  async function reportProgress(): Promise<void> {
    reportedAt = performance.now()
    await progress(events, total, [])
  }
  await visitEvents(db, deps.readRows ?? readWholeResult(db), slice, allParts, visit, async () => {
    if (performance.now() - reportedAt >= 250) await reportProgress()
  })
  await reportProgress()
  return tally.result({ available: period.available, first: period.first.toISOString() })
}

function routeStored(chain: PublishedChain, decided: Scope, event: RecordedEvent): EventRoute {
  const route = routeEvent(
    chain,
    decided,
    () =>
      createRoutingEvent(event.eventType, decided.event as Record<string, unknown>, {
        merchantRuleDecision: event.decision,
        merchantRuleReason: event.reason,
        riskScore: event.riskScore,
        reasonCodes: String(event.enrichment.riskReasonCodes ?? ''),
        rule: event.rule,
        clauseName: event.clause,
        ...(typeof event.recordedInputs?.bot === 'number' ? { botScore: event.recordedInputs.bot } : {}),
      }),
    [],
  )
  if (route instanceof Promise) throw new Error('A routing preview had to wait for something.')
  return route
}

/** Returns the time of the first of the latest Review events of the period, null without any, and their number. */
async function findReviewEvents(
  db: Db,
  scope: readonly string[],
  { eventType, from, to, limit }: RoutingRunInput,
): Promise<{ first: Date | null; available: number }> {
  const matching = sql`event where environment_id = any(${[...scope]}::uuid[]) and event_type = ${eventType}
    and decision = 'Review' and at >= ${from}::timestamptz and at < ${to}::timestamptz`
  const { rows } = await sql<{ first: Date | null; available: number }>`
    select (select min(at) from (select at from ${matching} order by at desc limit ${limit}) latest) as first,
      (select count(*) from ${matching})::int as available`.execute(db)
  return rows[0] ?? { first: null, available: 0 }
}
