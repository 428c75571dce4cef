import { sql } from 'kysely'
import { createEngine, type Engine } from '../../risk-service/engine/index.ts'
import { createListRegistry } from '../../risk-service/engine/lists/list-registry.ts'
import {
  addContribution,
  type Bucket,
  bucketsOf,
  countContributions,
  entryParts,
  type StoredCounts,
  type VelocityContribution,
} from '../../risk-service/engine/velocities/index.ts'
import { startBackfill } from '../../risk-service/features/velocities/backfill/backfill.ts'
import { readHistory } from '../../risk-service/features/velocities/backfill/store.ts'
import { demoEnvironmentIds } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { ipCountry } from '../../risk-service/kernel/ip-country.ts'
import { createEventWriter } from '../../risk-service/kernel/store/events/event-writer.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import type { Store } from '../../risk-service/kernel/store/store.ts'
import { pause } from './service-process.ts'

/**
 * Counts all stored events again, by the current definitions, and compares the result with the counts of the service.
 */
export interface VelocityRecount {
  store: Store
  engine: Engine
  /** Number of buckets in the last comparison. */
  compared: number
  /** Waits for the end of the back-fill, at most for this time; resolves to its state. */
  waitForBackfill: (withinMs: number) => Promise<string>
  close: () => Promise<void>
}

const log = { write: () => undefined }

export async function openRecount(store: Store): Promise<VelocityRecount> {
  const ports = { db: store.maintenance, clock: () => new Date(), newId, log }
  const engine = await createEngine({
    ...ports,
    writer: await createEventWriter({ connect: store.writer, log }),
    countryOf: ipCountry,
    lists: createListRegistry(ports),
  })
  return {
    store,
    engine,
    compared: 0,
    async waitForBackfill(withinMs) {
      const until = Date.now() + withinMs
      for (;;) {
        const rows = await store.db.selectFrom('velocity_backfill').select('state').execute()
        const state = rows[0]?.state ?? 'missing'
        if ((state !== 'waiting' && state !== 'running') || Date.now() > until) return state
        await pause(1000)
      }
    },
    async close() {
      await engine.close()
      await store.close()
    },
  }
}

/** Starts the back-fill of a default set, like a publish. */
export async function beginBackfill({ store, engine }: VelocityRecount): Promise<void> {
  const environmentId = demoEnvironmentIds.harborEu
  const [set] = engine.resources.defaultSets(environmentId)
  if (set === undefined) throw new Error('There is no set.')
  await startBackfill(
    { db: store.maintenance, clock: () => new Date(), log, velocities: engine.velocities },
    environmentId,
    set.id,
    1,
  )
}

/** Resolves to false when folding takes longer than half a minute. */
export async function waitUntilFolded({ store }: VelocityRecount): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    const { n } = await store.db
      .selectFrom('velocity_log')
      .where(sql<boolean>`not pg_visible_in_snapshot(xid, (select folded from velocity_fold))`)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (n === 0) return true
    await pause(100)
  }
  return false
}

/** Acknowledged decisions that are not stored exactly once. */
export async function findLostOrDuplicated(
  { store }: VelocityRecount,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; events: number; keys: number; bodies: number }>`
    select e.external_id as id, count(*)::int as events, count(k.event_id)::int as keys, count(b.event_id)::int as bodies from event e
    left join event_key k on k.environment_id = e.environment_id and k.event_type = e.event_type and k.external_id = e.external_id and k.event_id = e.event_id
    left join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
    where e.event_type = 'purchase' group by e.environment_id, e.external_id`.execute(store.maintenance)
  const found = new Map(rows.map(row => [row.id, row]))
  return [
    ...[...acknowledged].filter(id => !found.has(id)).map(id => `${id} is lost`),
    ...rows
      .filter(({ events, keys, bodies }) => events !== 1 || keys !== 1 || bodies !== 1)
      .map(({ id, events, keys, bodies }) => `${id} is there ${events} times with ${keys} keys and ${bodies} bodies`),
  ]
}

const equalBuckets = (a: Bucket | undefined, b: Bucket | undefined): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
  if (typeof a === 'string' || typeof b === 'string') return a === b
  if (typeof a !== 'object' || typeof b !== 'object') return false
  // Beyond a thousand members a bucket is an estimate; the unit tests verify its error.
  return (
    a.sketch !== null ||
    b.sketch !== null ||
    (a.members.size === b.members.size && [...a.members].every(member => b.members.has(member)))
  )
}

/** Buckets that differ from a recount of the stored events. */
export async function findDifferences(recount: VelocityRecount): Promise<string[]> {
  const { store, engine } = recount
  const db = store.maintenance
  const live = new Map(
    (await db.selectFrom('velocity_series').selectAll().where('state', '=', 'live').execute()).map(row => [
      `${row.environment_id}${row.velocity_id}${row.aggregate}`,
      row.series,
    ]),
  )
  const liveSeries = new Set(live.values())
  const places: Parameters<typeof countContributions>[0] = new Map()
  for (const { id } of await db.selectFrom('environment').select('id').execute()) {
    const sets = engine.resources.velocitySets(id)
    let after = { at: '2000-01-01T00:00:00Z', id: '00000000-0000-0000-0000-000000000000' }
    for (;;) {
      const events = await readHistory(db, id, after, 1000)
      for (const event of events) {
        const found = await engine.velocities.contributionsOfStored(sets, event)
        const contributions: VelocityContribution[] = []
        for (const { velocity, group, value } of found)
          addContribution(
            contributions,
            velocity.environmentId,
            group,
            live.get(`${velocity.environmentId}${velocity.id}${velocity.aggregate}`) ?? -1,
            value,
          )
        countContributions(places, { at: event.at.getTime(), contributions })
      }
      const last = events.at(-1)
      if (last === undefined) break
      after = { at: last.at_text, id: last.event_id }
    }
  }
  const expected = new Map<string, Bucket>()
  for (const [entry, hours] of places) {
    const { environmentId, key } = entryParts(entry)
    for (const [hour, buckets] of hours)
      for (const [series, bucket] of buckets) expected.set(JSON.stringify([environmentId, key, hour, series]), bucket)
  }
  const wrong: string[] = []
  const rows = await sql<{
    environment_id: string
    key: string
    hour: number
    counts: StoredCounts
  }>`select environment_id, key, hour, counts from velocity_hour`.execute(db)
  let compared = 0
  for (const { environment_id, key, hour, counts } of rows.rows) {
    for (const [series, stored] of bucketsOf(counts)) {
      if (!liveSeries.has(series)) continue
      const name = JSON.stringify([environment_id, key, hour, series])
      const bucket = expected.get(name)
      compared++
      if (!equalBuckets(stored, bucket))
        wrong.push(`${name} is ${formatBucket(stored)} and should be ${formatBucket(bucket)}`)
      expected.delete(name)
    }
  }
  wrong.push(...[...expected].map(([name, bucket]) => `${name} is missing and should be ${formatBucket(bucket)}`))
  recount.compared = compared
  return wrong
}

const formatBucket = (bucket: Bucket | undefined): string =>
  typeof bucket === 'object' ? `${bucket.members.size} members` : String(bucket)
