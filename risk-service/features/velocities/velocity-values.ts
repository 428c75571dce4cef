import { sql } from 'kysely'
import type { z } from 'zod'
import type { VelocityValue, velocityValuesContract } from '../../contract/velocities/velocities.ts'
import { normaliseEntityValue } from '../../engine/enrich/enrich-purchase.ts'
import {
  countedDataEventNames,
  type StoredEvent,
  storageKey,
  type VelocityAccess,
} from '../../engine/velocities/index.ts'
import { type VelocityWindow, windowStart } from '../../fql/index.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { rowColumns, type StoredRow, toEventRow } from '../../kernel/store/events/event-row.ts'
import { isUploaded } from '../../kernel/store/events/upload-query.ts'
import type { Db } from '../../ports/database.ts'

export type ContributingEvents = z.infer<
  NonNullable<(typeof velocityValuesContract)['events']['~orpc']['outputSchema']>
>

const windowOf = (text: string): VelocityWindow => ({
  count: Number.parseInt(text, 10),
  unit: text.at(-1) as VelocityWindow['unit'],
})

/** Returns the values that a rule would read at this time; null where the read failed or the velocity is unknown. */
export async function loadValues(
  velocities: VelocityAccess,
  environmentId: string,
  reads: readonly { velocity: string; key: string; window: string }[],
  now: Date,
): Promise<VelocityValue[]> {
  const queries = reads.map(({ velocity, key, window }) => ({ velocity, key, window: windowOf(window) }))
  const values = await velocities.read(environmentId, queries, now)
  return reads.map((each, index) => ({
    ...each,
    value: values[index] ?? null,
    since: new Date(windowStart(now.getTime(), windowOf(each.window))).toISOString(),
  }))
}

interface ContributingEventsQuery {
  environmentId: string
  velocity: string
  key: string
  window: string
  at: Date
  limit: number
}
/** Environments of the search: the environment and those below it. */
interface EventSource {
  db: Db
  scope: readonly string[]
  velocities: VelocityAccess
  signal?: AbortSignal | undefined
}
type Candidate = StoredRow & StoredEvent & { event_id: string }

/** Maximum of events that are read: those of the key first, then the latest. */
const maxEventsOfKey = 500
const maxLatestEvents = 2_000
const entityTypes = ['user', 'email', 'payment', 'ip', 'device', 'phone']

/**
 * Finds the events that contribute to a value, newest first, by the current definition; uploaded ones contribute to none. Events linked to an entity with
 * the key's value are read first; when they cannot be all, the latest of the window are read. `complete`: whether these
 * were all.
 * @throws NotFoundError for an unknown velocity
 */
export async function findContributingEvents(
  source: EventSource,
  { environmentId, velocity: name, key, window, at, limit }: ContributingEventsQuery,
): Promise<ContributingEvents> {
  const { velocities } = source
  const velocity = velocities.find(environmentId, name)
  if (velocity === null) throw new NotFoundError('There is no velocity with this name.')
  const from = new Date(windowStart(at.getTime(), windowOf(window)))
  const since = from.toISOString()
  const set = velocities.findSetOfVelocity(environmentId, velocity)
  // An inactive set has no definition in force: its earlier counts cannot be explained.
  if (set === null) return { rows: [], since, complete: false }
  const found = new Map<string, { row: Candidate; contribution: string | number | null }>()
  const sought = storageKey(key)
  // Chargebacks, bank events and observations are not among the rows.
  const unseen =
    countedDataEventNames(
      set.compiled.velocities.filter(each => each.name.toLowerCase() === velocity.name.toLowerCase()),
    ).length > 0
  const look = async (candidates: readonly Candidate[]): Promise<void> => {
    for (const row of candidates) {
      if (found.has(row.event_id)) continue
      const own = (await velocities.contributionsOfStored([set], row)).find(
        each => each.velocity.id === velocity.id && each.group === sought,
      )
      if (own !== undefined) found.set(row.event_id, { row, contribution: own.value })
    }
  }
  await look(await findEventsOfKey(source, normaliseEntityValue(key), from, at))
  let complete =
    velocity.aggregate === 'count' &&
    found.size === (await velocities.read(environmentId, [{ velocity: name, key, window: windowOf(window) }], at))[0]
  if (!complete) {
    const latest = await findLatestEvents(source, from, at)
    await look(latest)
    complete = latest.length < maxLatestEvents && !unseen
  }
  const rows = [...found.values()].sort(
    (a, b) => b.row.at.getTime() - a.row.at.getTime() || (a.row.event_id < b.row.event_id ? 1 : -1),
  )
  return {
    rows: rows.slice(0, limit).map(({ row, contribution }) => ({ ...toEventRow(row), contribution })),
    since,
    complete: complete && rows.length <= limit,
  }
}

const columns = sql`${rowColumns('e')}, b.request, b.enrichment`

async function findEventsOfKey(
  { db, scope, signal }: EventSource,
  value: string,
  from: Date,
  to: Date,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${columns} from (
      select distinct environment_id, at, event_id from event_entity
      where environment_id = any(${[...scope]}::uuid[]) and entity_type = any(${entityTypes}::text[]) and entity_value = ${value} and at >= ${from} and at <= ${to}
      order by at desc, event_id desc limit ${maxEventsOfKey}
    ) k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
      and not ${isUploaded.event('e')}
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

async function findLatestEvents({ db, scope, signal }: EventSource, from: Date, to: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${columns} from (
      select k.* from unnest(${[...scope]}::uuid[]) as s(id) cross join lateral (
        select environment_id, at, event_id from event where environment_id = s.id and at >= ${from} and at <= ${to}
          and not ${isUploaded.event('event')} order by at desc, event_id desc limit ${maxLatestEvents}
      ) k order by k.at desc, k.event_id desc limit ${maxLatestEvents}
    ) k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id`.execute(
    db,
    cancellable(signal),
  )
  return rows
}
