import type { Kysely } from 'kysely'
import type { BacktestResult } from '../contract/backtests.ts'
import type { Decision } from '../contract/index.ts'
import { createAssessmentBook } from '../engine/assessments.ts'
import type { CountryOf } from '../engine/enrich.ts'
import { createListBook } from '../engine/lists/book.ts'
import { storedScores } from '../engine/replay.ts'
import { createResourceBook, type ResourceCalls } from '../engine/resource-book.ts'
import { createRuleBook } from '../engine/rule-book.ts'
import type { CompileOptions } from '../fql/index.ts'
import type { Ports } from '../ports.ts'
import type { Database } from '../store/schema.ts'
import { type Subject, type TriedRules, tryRules } from './chain.ts'
import { type Counting, countingOf } from './counting.ts'
import { countEvents, eachEvent, environmentsFrom, type PastEvent, type ReadRows, wholeResults } from './events.ts'
import { readPastLists } from './lists.ts'
import { needsOf, notesOf, textsOf } from './needs.ts'
import { chainRunner } from './outcomes.ts'
import { createPast } from './past.ts'
import { createTally, type Outcome } from './tally.ts'
import { replayVelocities } from './velocities.ts'

export interface RunDeps extends Pick<Ports, 'clock' | 'log'> {
  /** Read only, and without a limit on the time of a statement. */
  db: Kysely<Database>
  /** Reads events; from `db`, a result at a time, when absent. */
  readRows?: ReadRows | undefined
  countryOf: CountryOf
  /** Names of external calls; nothing is called. */
  calls?: ResourceCalls | undefined
  /** `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}
export interface RunInput extends Subject {
  from: Date
  to: Date
}

/** An event that would be decided otherwise. */
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
  /** About twice a second; ends the run by throwing. `changed`: no more of them altogether than `mostChanged`. */
  progress: (events: number, total: number, changed: readonly ChangedEvent[]) => Promise<void>
  mostChanged?: number | undefined
}
/** There is nothing to run over. */
export class NoEvents extends Error {}

/**
 * Runs published rules and the same with a change over stored events, in the order of time and with what was known
 * then: scores as they are stored, lists by their versions, velocities counted anew from the events before, calls as
 * they were answered. Nothing is stored and nothing goes out. Throws `NoEvents`, `SubjectGone`, `FqlError`, and what
 * `progress` throws.
 */
export async function runBacktest(
  deps: RunDeps,
  input: RunInput,
  { progress, mostChanged = Infinity }: RunHooks,
): Promise<BacktestResult> {
  const { db, countryOf, mode = 'code' } = deps
  const assessments = createAssessmentBook(deps)
  const names = createListBook(deps)
  const resources = createResourceBook({ ...deps, assessments, lists: names, calls: deps.calls }, mode)
  await Promise.all([names.reload(), assessments.reload(), deps.calls?.reload()])
  const book = createRuleBook({ ...deps, assessments, lists: names, resources }, mode)
  await book.reload()
  const rules = await tryRules(db, book, input, mode)
  const texts = textsOf(rules, resources)
  const velocities = replayVelocities()
  const counting = countingOf(rules.reads, resources, velocities, mode)
  const needs = needsOf([...rules.reads, ...(counting?.reads ?? [])], counting, texts)
  const begin = new Date(input.from.getTime() - (counting?.reach ?? 0))
  const below = await environmentsFrom(db, input.environmentId)
  const read = {
    environmentIds: await readFrom(db, below, counting),
    eventTypes: typesOf(input, counting),
    from: begin,
    to: input.to,
  }
  const [total, own] = await Promise.all([
    countEvents(db, read),
    countEvents(db, { ...read, environmentIds: below, eventTypes: [input.eventType.toLowerCase()], from: input.from }),
  ])
  if (own === 0 || !rules.environmentIds.some(id => rules.chainsOf(id).after.length > 0)) throw new NoEvents()

  const lists = await readPastLists(db, rules.checks, rules.environmentIds, texts, begin, input.to)
  const past = createPast({ assessments, countryOf, derived: needs.derived }, now => ({
    lists: lists.reader(now),
    velocities: counting === null ? null : velocities.reader(now),
  }))
  const pathOf = await environmentPaths(db)
  const legacyScores = assessments.find(input.environmentId, input.eventType)?.check.legacyScores
  const runners = runnersOf(rules, /setvariables/.test(texts))
  const tally = createTally()
  const inScope = new Set(below)
  const from = input.from.getTime()
  let events = 0
  let left = mostChanged
  let changed: ChangedEvent[] = []
  let told = performance.now()

  function take(event: PastEvent): void {
    const { at, environmentId, eventType, amountUsd, label } = event
    events += 1
    past.take(event)
    if (eventType === input.eventType && at >= from && inScope.has(environmentId)) {
      const [before, after] = runners(environmentId)(
        past.scope,
        storedScores(legacyScores, event.riskScore, event.reads),
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
  async function tell(): Promise<void> {
    told = performance.now()
    const now = changed
    changed = []
    await progress(events, total, now)
  }
  await eachEvent(db, deps.readRows ?? wholeResults(db), read, needs, take, async () => {
    if (performance.now() - told >= 500) await tell()
  })
  await tell()
  return tally.result(notesOf(texts, lists.missing, counting))
}

/** By environment, both chains over one event; made when the first of its events comes. */
function runnersOf(rules: TriedRules, alone: boolean): (environmentId: string) => ReturnType<typeof chainRunner> {
  const known = new Map<string, ReturnType<typeof chainRunner>>()
  return environmentId => {
    let own = known.get(environmentId)
    if (own === undefined) known.set(environmentId, (own = chainRunner(rules.chainsOf(environmentId), alone)))
    return own
  }
}

/** Environments whose events are read: those that are decided, and those that count for what rules read. */
async function readFrom(db: Kysely<Database>, below: readonly string[], counting: Counting | null): Promise<string[]> {
  const more = await Promise.all([...(counting?.environmentIds ?? [])].map(id => environmentsFrom(db, id)))
  return [...new Set([...below, ...more.flat()])]
}

/** Null for all: names of the tenant's older assessments are not those that their events count under. */
function typesOf({ eventType }: RunInput, counting: Counting | null): string[] | null {
  const types = new Set([eventType.toLowerCase(), ...(counting?.eventTypes ?? [])])
  return types.has('customassessment') ? null : [...types]
}

/** Environments from the root down to one. */
async function environmentPaths(db: Kysely<Database>): Promise<(environmentId: string) => readonly string[]> {
  const parents = new Map(
    (await db.selectFrom('environment').select(['id', 'parent_id']).execute()).map(row => [row.id, row.parent_id]),
  )
  const known = new Map<string, readonly string[]>()
  return environmentId => {
    let path = known.get(environmentId)
    if (path === undefined) {
      const made: string[] = []
      for (let at: string | null | undefined = environmentId; at != null && !made.includes(at); at = parents.get(at))
        made.unshift(at)
      known.set(environmentId, (path = made))
    }
    return path
  }
}
