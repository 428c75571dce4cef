import { sql, type Kysely } from 'kysely'
import type { BacktestResult } from '../contract/backtests.ts'
import type { Decision } from '../contract/index.ts'
import { createAssessmentBook } from '../engine/assessments.ts'
import { normaliseIp, type CountryOf } from '../engine/enrich.ts'
import { binReader, geoReader, shippedProviders } from '../engine/enrichment/index.ts'
import { objectOf, type Json } from '../engine/json.ts'
import { createListBook } from '../engine/lists/book.ts'
import { readKey, type KeptReads } from '../engine/reads.ts'
import { seenAgain } from '../engine/replay.ts'
import { createResourceBook, type ActiveVelocitySet, type ResourceBook, type ResourceCalls } from '../engine/resource-book.ts'
import { createRuleBook } from '../engine/rule-book.ts'
import { contributionsOf, velocityEvent, type CountedSet } from '../engine/velocities/index.ts'
import { createScope, type CallReader, type CompileOptions, type Readers, type Scope } from '../fql/index.ts'
import type { Ports } from '../ports.ts'
import type { Database } from '../store/schema.ts'
import { outcomeOf, tryRules, type Subject, type TriedRules } from './chain.ts'
import { readPastLists } from './lists.ts'
import { createTally, type Outcome } from './tally.ts'
import { replayVelocities, type ReplayedVelocities } from './velocities.ts'

export interface RunDeps extends Pick<Ports, 'clock' | 'log'> {
  /** Read only, and without a limit on the time of a statement. */
  db: Kysely<Database>
  countryOf: CountryOf
  /** Names of external calls; nothing is called. */
  calls?: ResourceCalls | undefined
  /** `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}
export interface RunInput extends Subject { from: Date; to: Date }

/** An event that would be decided otherwise. */
export interface ChangedEvent {
  environmentId: string; eventId: string; externalId: string; at: Date; before: Decision; after: Outcome; amountUsd: number | null; label: 'Fraud' | 'NonFraud' | null
}
export interface RunHooks {
  /** About twice a second; ends the run by throwing. */
  progress: (events: number, total: number, changed: readonly ChangedEvent[]) => Promise<void>
}
/** There is nothing to run over. */
export class NoEvents extends Error {}

interface Row {
  environment_id: string; event_id: string; external_id: string; at: Date; at_text: string; event_type: string; decision: Decision; reason: string; rule: string | null; clause: string | null
  risk_score: number; amount_usd: number | null; label: 'Fraud' | 'NonFraud' | null; request: Json; enrichment: Json | null; reads: KeptReads | null
}

const hour = 3_600_000
const pageRows = 4000
const sizes: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: hour, d: 86_400_000 }

/**
 * Runs published rules and the same with a change over stored events, in the order of time and with what was known then: scores as
 * they are stored, lists by their versions, velocities counted anew from the events before, calls as they were answered. Nothing
 * is stored and nothing goes out. Throws `NoEvents`, `SubjectGone`, `FqlError`, and what `progress` throws.
 */
export async function runBacktest(deps: RunDeps, input: RunInput, hooks: RunHooks): Promise<BacktestResult> {
  const { db, countryOf, mode = 'code' } = deps
  const assessments = createAssessmentBook(deps)
  const names = createListBook(deps)
  const resources = createResourceBook({ ...deps, assessments, lists: names, calls: deps.calls }, mode)
  await Promise.all([names.reload(), assessments.reload(), deps.calls?.reload()])
  const book = createRuleBook({ ...deps, assessments, lists: names, resources }, mode)
  await book.reload()
  const rules = await tryRules(db, book, input, mode)
  const environmentIds = rules.environmentIds.filter(id => rules.chainsOf(id).after.length > 0)
  const texts = textsOf(rules, resources)
  const counted = countedSets(rules.environmentIds, resources, texts)
  const longest = counted.size === 0 ? 0 : longestWindow(texts)
  const begin = new Date(input.from.getTime() - longest)
  const eventTypes = counted.size === 0 ? [input.eventType] : null
  const below = await scopeOf(db, input.environmentId)
  const scope = { environmentIds: counted.size === 0 ? below : rules.environmentIds, eventTypes, ...needs(texts) }
  const [total, own] = await Promise.all([countEvents(db, { ...scope, from: begin, to: input.to }), countEvents(db, { environmentIds: below, eventTypes: [input.eventType], from: input.from, to: input.to })])
  if (own === 0 || environmentIds.length === 0) throw new NoEvents()

  const lists = await readPastLists(db, rules.checks, rules.environmentIds, texts, begin, input.to)
  const providers = shippedProviders(countryOf)
  const fixed: Readers = { geo: geoReader(providers.geo, normaliseIp), bins: binReader(providers.bins) }
  const velocities = replayVelocities(longest)
  const tally = createTally()
  const inScope = new Set(below)
  const setsVariables = /setvariables/.test(texts)
  let events = 0
  let changed: ChangedEvent[] = []
  let told = performance.now()
  for await (const page of pages(db, { ...scope, from: begin, to: input.to })) {
    for (const row of page) {
      events += 1
      const at = row.at.getTime()
      const seen = scope.whole ? seenAgain({ request: row.request, enrichment: row.enrichment ?? {}, at: row.at }, countryOf, providers)() : row.request
      const readers: Readers = {
        ...fixed, lists: lists.readerAt(at), calls: callsOf(row), devices: devicesOf(row),
        models: { risk: () => ({ Score: row.risk_score, Reasons: String(objectOf(row.enrichment).riskReasonCodes ?? '') }), bot: () => ({ Score: Number(row.reads?.[readKey('bot')] ?? row.reads?.bot ?? 0) }) },
        ...(counted.size === 0 ? {} : { velocities: velocities.reader(at) }),
      }
      if (row.event_type === input.eventType && at >= input.from.getTime() && inScope.has(row.environment_id)) {
        const { before: production, after: tried } = rules.chainsOf(row.environment_id)
        const made = (): Scope => createScope({ ...readers, event: seen, now: row.at, random: () => 0.5 })
        const state = made()
        const before = outcomeOf(production, state, row.risk_score)
        if (setsVariables) state.variables.clear()
        const after = outcomeOf(tried, state.steps > 2000 ? made() : state, row.risk_score)
        if (tally.add({ stored: row.decision, before, after, amountUsd: row.amount_usd, label: row.label })) {
          changed.push({ environmentId: row.environment_id, eventId: row.event_id, externalId: row.external_id, at: row.at, before: before.decision, after, amountUsd: row.amount_usd, label: row.label })
        }
      }
      const sets = counted.get(row.environment_id)
      if (sets !== undefined) await count(sets, row, seen, readers, velocities)
    }
    if (performance.now() - told < 500) continue
    told = performance.now()
    await hooks.progress(events, total, changed)
    changed = []
  }
  await hooks.progress(events, total, changed)
  return tally.result(notesOf(texts, lists.missing, counted))
}

/** Adds what an event counts, after its rules ran, with the decision that was made then. */
async function count(sets: readonly CountedSet[], row: Row, seen: Json, readers: Readers, velocities: ReplayedVelocities): Promise<void> {
  const event = velocityEvent(seen, { decision: row.decision, reason: row.reason, rule: row.rule, clause: row.clause, riskScore: row.risk_score, reasonCodes: String(objectOf(row.enrichment).riskReasonCodes ?? '') })
  const found = await contributionsOf(sets, [row.event_type], () => createScope({ ...readers, event, now: row.at }), () => undefined)
  for (const { velocity, group, value } of found) velocities.add(velocity, velocity.aggregate, group, value, row.at.getTime())
}

/** Rules, and the functions and velocity sets that they may reach, in lower case. */
function textsOf(rules: TriedRules, resources: ResourceBook): string {
  const more = /velocity\s*\.|functions\s*[.[]/.test(rules.texts)
    ? rules.environmentIds.flatMap(id => [
        ...resources.texts(id).flatMap(each => [each.condition, ...each.clauses.map(clause => clause.text)]),
        ...resources.systemSets(id).flatMap(({ set }) => [set.condition, ...set.velocities.map(velocity => velocity.text)]),
      ]) : []
  return [rules.texts, ...more].join('\n').toLowerCase()
}

/** By environment the velocities that the texts name. */
function countedSets(environmentIds: readonly string[], resources: ResourceBook, texts: string): ReadonlyMap<string, readonly CountedSet[]> {
  const used = new Set([...texts.matchAll(/velocity\s*\.\s*(\w+)/g)].map(found => found[1]))
  const slim = new Map<ActiveVelocitySet['compiled'], { compiled: ActiveVelocitySet['compiled']; places: readonly number[] }>()
  return new Map(environmentIds.flatMap(id => {
    const sets = resources.velocitySets(id).flatMap((set): CountedSet[] => {
      let known = slim.get(set.compiled)
      if (known === undefined) {
        const places = set.compiled.velocities.flatMap((velocity, index) => (used.has(velocity.name.toLowerCase()) ? [index] : []))
        slim.set(set.compiled, known = { compiled: { ...set.compiled, velocities: places.flatMap(index => set.compiled.velocities[index] ?? []) }, places })
      }
      const { compiled, places } = known
      return places.length === 0 ? [] : [{ environmentId: set.environmentId, compiled, velocities: places.flatMap(index => set.velocities[index] ?? []) }]
    })
    return sets.length === 0 ? [] : [[id, sets] as const]
  }))
}

/** The longest time that any window in the texts reaches back; its boundary is at most one unit further. */
function longestWindow(texts: string): number {
  return Math.max(0, ...[...texts.matchAll(/\b(\d{1,3})([smhd])\b/g)].map(([, amount, unit = 's']) => (Number(amount) + 1) * (sizes[unit] ?? 0)))
}

/** What has to be read of events. `whole`: enrichment, and what is worked out of both. */
function needs(texts: string): { whole: boolean; reads: boolean } {
  const whole = /calculatedfeatures|deviceattributes|device\s*\.\s*get|reasons|@[a-z_]/.test(texts.replace(/@"riskscore"/g, '')) || texts.includes('@@')
  return { whole, reads: /external\s*\.|assessments\s*\.|model\s*\.\s*bot/.test(texts) }
}

function notesOf(texts: string, missing: boolean, counted: ReadonlyMap<string, readonly CountedSet[]>): BacktestResult['notes'] {
  const others = [...counted.values()].some(sets => sets.some(set => set.compiled.velocities.some(velocity => velocity.events.some(event => event.observation !== null))))
  const found: [BacktestResult['notes'][number], boolean][] = [
    ['supportLists', /insupportlist|issafe|isblock|iswatch/.test(texts)], ['listVersions', missing], ['calls', /external\s*\.|assessments\s*\./.test(texts)],
    ['models', /model\s*\.\s*bot/.test(texts)], ['devices', /device\s*\.\s*get/.test(texts)], ['random', /randomint/.test(texts)], ['otherEvents', others],
  ]
  return found.flatMap(([note, applies]) => (applies ? [note] : []))
}

/** Calls as they were answered then. */
function callsOf({ reads }: Row): CallReader {
  const answer = (asked: string) => {
    const kept = reads?.[readKey(asked)] as { response: unknown; httpStatusCode: number; errorMessage: string } | undefined
    return { ...(kept ?? { response: null, httpStatusCode: 0, errorMessage: 'Not kept' }), latencyMs: 0 }
  }
  return {
    external: (call, args) => answer(`external|${call.id ?? call.name.toLowerCase()}|${JSON.stringify(args)}`),
    assessment: (target, method, body, observation) => answer(`assessment|${method}|${target.id ?? target.name.toLowerCase()}|${observation ?? ''}|${JSON.stringify(body)}`),
  }
}
const devicesOf = ({ enrichment, reads }: Row): NonNullable<Readers['devices']> => ({
  attributes: () => objectOf(objectOf(enrichment).deviceAttributes), speedOfTravel: id => Number(reads?.[readKey(`travel|${id}`)] ?? 0),
})

interface Slice { environmentIds: readonly string[]; eventTypes: readonly string[] | null; from: Date; to: Date }

async function scopeOf(db: Kysely<Database>, environmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive down as (select id from environment where id = ${environmentId}::uuid
    union select e.id from environment e join down on e.parent_id = down.id) select id from down`.execute(db)
  return rows.map(row => row.id)
}

async function countEvents(db: Kysely<Database>, { environmentIds, eventTypes, from, to }: Slice): Promise<number> {
  const { rows } = await sql<{ events: number }>`select count(*) as events from event where environment_id = any(${environmentIds}::uuid[]) and at >= ${from} and at < ${to}
    ${eventTypes === null ? sql`` : sql`and event_type = any(${eventTypes}::text[])`}`.execute(db)
  return rows[0]?.events ?? 0
}

/** Events in the order of time, an hour at a time and that in pages; the next page is asked for while one is worked on. */
async function* pages(db: Kysely<Database>, slice: Slice & { whole: boolean; reads: boolean }): AsyncGenerator<Row[]> {
  let at: Cursor | null = { from: await firstFrom(db, slice, slice.from), after: null }
  let next = at.from === null ? null : readPage(db, slice, at)
  while (next !== null) {
    const rows: Row[] = await next
    const last = rows.at(-1)
    at = last !== undefined && rows.length === pageRows ? { from: at.from, after: [last.at_text, last.event_id] }
      : { from: await firstFrom(db, slice, new Date((at.from?.getTime() ?? 0) + hour)), after: null }
    next = at.from === null ? null : readPage(db, slice, at)
    // Whoever stops in between does not wait for it.
    next?.catch(() => undefined)
    yield rows
  }
}
interface Cursor { from: Date | null; after: [string, string] | null }

/** The hour of the first event from a time on; null without one. Empty months cost nothing. */
async function firstFrom(db: Kysely<Database>, { environmentIds, to }: Slice, from: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(x.at) as at from unnest(${environmentIds}::uuid[]) as s (id)
    cross join lateral (select e.at from event e where e.environment_id = s.id and e.at >= ${from} and e.at < ${to} order by e.at limit 1) x`.execute(db)
  const at = rows[0]?.at
  return at == null ? null : new Date(Math.max(from.getTime(), Math.floor(at.getTime() / hour) * hour))
}

async function readPage(db: Kysely<Database>, { environmentIds, eventTypes, to, whole, reads }: Slice & { whole: boolean; reads: boolean }, { from, after }: Cursor): Promise<Row[]> {
  const start = from ?? to
  const end = new Date(Math.min(to.getTime(), start.getTime() + hour))
  const { rows } = await sql<Row>`
    select e.environment_id, e.event_id, e.external_id, e.at, e.at::text as at_text, e.event_type, e.decision, e.reason, e.rule, e.clause, e.risk_score, e.amount_usd, e.label, b.request,
      ${whole ? sql`b.enrichment` : sql`null::json as enrichment`}, ${reads ? sql`b.explanation -> 'reads' as reads` : sql`null::json as reads`}
    from event e join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    where e.environment_id = any(${environmentIds}::uuid[]) and e.at >= ${start} and e.at < ${end} and b.at >= ${start} and b.at < ${end}
      ${eventTypes === null ? sql`` : sql`and e.event_type = any(${eventTypes}::text[])`}
      ${after === null ? sql`` : sql`and (e.at, e.event_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`}
    order by e.at, e.event_id limit ${pageRows}`.execute(db)
  return rows
}
