import type { Decision } from '../../../contract/index.ts'
import type { BacktestResult } from '../../../contract/rules/backtests.ts'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import type { CountryOf } from '../../../engine/enrich/enrich-purchase.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import { recordedScores } from '../../../engine/replay/replay.ts'
import { createResourceRegistry } from '../../../engine/resources/resource-registry.ts'
import type { CallNames } from '../../../engine/resources/types.ts'
import { createRuleRegistry } from '../../../engine/rules/rule-registry.ts'
import type { CompileOptions } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { type BacktestSubjectAddress, type CandidateRules, loadCandidateRules } from './candidate-chain.ts'
import { createVelocityCounting, type VelocityCounting } from './count-velocities.ts'
import { createChainRunner } from './outcomes.ts'
import {
  countPastEvents,
  loadEnvironmentScope,
  type ReadRows,
  type RecordedEvent,
  readWholeResult,
  visitEvents,
} from './past-events.ts'
import { loadPastLists } from './past-lists.ts'
import { createPastReaders } from './past-readers.ts'
import { notesOf, requiredPartsOf, textsOf } from './required-inputs.ts'
import { createTally, type Outcome } from './tally.ts'
import { createVelocityReplay } from './velocity-replay.ts'

export interface RunDeps extends Pick<Ports, 'clock' | 'log'> {
  /** Read only, and without a limit on the time of a statement. */
  db: Db
  /** Reads events; by default from `db`, one result at a time. */
  readRows?: ReadRows | undefined
  countryOf: CountryOf
  /** Names of external calls; no call is made. */
  calls?: CallNames | undefined
  /** `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}
export interface RunInput extends BacktestSubjectAddress {
  from: Date
  to: Date
}

/** An event with another decision under the change. */
export interface ChangedEvent {
  environmentId: string
  eventId: string
  externalId: string
  at: Date
  before: Decision
  after: Outcome
  amountUsd: number | null
  label: 'Fraud' | 'NonFraud' | null
}
export interface RunHooks {
  /** Called about twice a second; ends the run by throwing. `changed`: at most `mostChanged` events in total. */
  progress: (events: number, total: number, changed: readonly ChangedEvent[]) => Promise<void>
  mostChanged?: number | undefined
}
/** Thrown when a back-test has no event, or no rule, to run. */
export class NoEventsError extends Error {}

/**
 * Runs published rules and the same with a change over stored events, in order of time and with the inputs of that
 * time: scores as stored, lists by their versions, velocities recounted from the earlier events, calls with their
 * recorded results. Nothing is stored and nothing is sent. Throws `NoEventsError`, `SubjectNotFoundError`, `FqlError`,
 * and the error that `progress` throws.
 */
export async function runBacktest(
  deps: RunDeps,
  input: RunInput,
  { progress, mostChanged = Infinity }: RunHooks,
): Promise<BacktestResult> {
  const { db, countryOf, mode = 'code' } = deps
  const assessments = createAssessmentRegistry(deps)
  const names = createListRegistry(deps)
  const resources = createResourceRegistry({ ...deps, assessments, lists: names, calls: deps.calls }, mode)
  await Promise.all([names.reload(), assessments.reload(), deps.calls?.reload()])
  const book = createRuleRegistry({ ...deps, assessments, lists: names, resources }, mode)
  await book.reload()
  const rules = await loadCandidateRules(db, book, input, mode)
  const texts = textsOf(rules, resources)
  const velocities = createVelocityReplay()
  const counting = createVelocityCounting(rules.reads, resources, velocities, mode)
  const needs = requiredPartsOf([...rules.reads, ...(counting?.reads ?? [])], counting, texts)
  const begin = new Date(input.from.getTime() - (counting?.reach ?? 0))
  const below = await loadEnvironmentScope(db, input.environmentId)
  const read = {
    environmentIds: await requiredEnvironments(db, below, counting),
    eventTypes: typesOf(input, counting),
    from: begin,
    to: input.to,
  }
  const [total, own] = await Promise.all([
    countPastEvents(db, read),
    countPastEvents(db, {
      ...read,
      environmentIds: below,
      eventTypes: [input.eventType.toLowerCase()],
      from: input.from,
    }),
  ])
  if (own === 0 || !rules.environmentIds.some(id => rules.chainsOf(id).after.length > 0)) throw new NoEventsError()

  const lists = await loadPastLists(db, rules.checks, rules.environmentIds, texts, begin, input.to)
  const past = createPastReaders({ assessments, countryOf, derived: needs.derived }, now => ({
    lists: lists.reader(now),
    velocities: counting === null ? null : velocities.reader(now),
  }))
  const pathOf = await environmentPaths(db)
  const legacyScores = assessments.find(input.environmentId, input.eventType)?.check.legacyScores
  const runners = createRunners(rules, /setvariables/.test(texts))
  const tally = createTally()
  const inScope = new Set(below)
  const from = input.from.getTime()
  let events = 0
  let left = mostChanged
  let changed: ChangedEvent[] = []
  let reportedAt = performance.now()

  function visit(event: RecordedEvent): void {
    const { at, environmentId, eventType, amountUsd, label } = event
    events += 1
    past.selectEvent(event)
    if (eventType === input.eventType && at >= from && inScope.has(environmentId)) {
      const [before, after] = runners(environmentId)(
        past.scope,
        recordedScores(legacyScores, event.riskScore, event.recordedInputs),
      )
      if (tally.add({ stored: event.decision, before, after, amountUsd, label }) && left > 0) {
        left -= 1
        changed.push({
          environmentId,
          eventId: event.eventId,
          externalId: event.externalId,
          at: new Date(at),
          before: before.decision,
          after,
          amountUsd,
          label,
        })
      }
    }
    if (counting === null) return
    const counted = past.counted()
    if (counted !== null) counting.add(pathOf(environmentId), counted.types, counted.scope, at)
  }
  async function reportProgress(): Promise<void> {
    reportedAt = performance.now()
    const now = changed
    changed = []
    await progress(events, total, now)
  }
  await visitEvents(db, deps.readRows ?? readWholeResult(db), read, needs, visit, async () => {
    if (performance.now() - reportedAt >= 500) await reportProgress()
  })
  await reportProgress()
  return tally.result(notesOf(texts, lists.missing, counting))
}

/** Returns the runner of both chains of an environment; the runner is created at the first event of the environment. */
function createRunners(
  rules: CandidateRules,
  alone: boolean,
): (environmentId: string) => ReturnType<typeof createChainRunner> {
  const runners = new Map<string, ReturnType<typeof createChainRunner>>()
  return environmentId => {
    let own = runners.get(environmentId)
    if (own === undefined) runners.set(environmentId, (own = createChainRunner(rules.chainsOf(environmentId), alone)))
    return own
  }
}

/**
 * Returns the environments whose events are read: those whose events are decided, and those whose events count for what
 * rules read.
 */
async function requiredEnvironments(
  db: Db,
  below: readonly string[],
  counting: VelocityCounting | null,
): Promise<string[]> {
  const more = await Promise.all([...(counting?.environmentIds ?? [])].map(id => loadEnvironmentScope(db, id)))
  return [...new Set([...below, ...more.flat()])]
}

/**
 * Returns the event types to read. Null for all: the names of the tenant's custom assessments differ from those under
 * which their events count.
 */
function typesOf({ eventType }: RunInput, counting: VelocityCounting | null): string[] | null {
  const types = new Set([eventType.toLowerCase(), ...(counting?.eventTypes ?? [])])
  return types.has('customassessment') ? null : [...types]
}

/** Returns the path of an environment: those from the root down to it. */
async function environmentPaths(db: Db): Promise<(environmentId: string) => readonly string[]> {
  const parents = new Map(
    (await db.selectFrom('environment').select(['id', 'parent_id']).execute()).map(row => [row.id, row.parent_id]),
  )
  const paths = new Map<string, readonly string[]>()
  return environmentId => {
    let path = paths.get(environmentId)
    if (path === undefined) {
      const made: string[] = []
      for (let at: string | null | undefined = environmentId; at != null && !made.includes(at); at = parents.get(at))
        made.unshift(at)
      paths.set(environmentId, (path = made))
    }
    return path
  }
}
