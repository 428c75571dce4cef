import { sql } from 'kysely'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import { defaultSeed, idsPerHistory } from '../history/generate.ts'
import { feedDemo } from './feed.ts'
import { receiveLabels } from './receive-labels.ts'
import type { SeedOptions } from './seed.ts'
import { seedDecidedCases } from './seed-cases.ts'

/** Events of one further history: an amount that fits into the memory of any machine. */
const defaultHistorySize = 20_000
/** Rings have taken labels as new that were received so many milliseconds ago. */
const takenMs = 10_000
const settingScope = 'demo'
const settingKey = 'history'

interface History {
  /** The first start created number 0. */
  number: number
  events: number
  /** End of the history; milliseconds since 1970. */
  now: number
  finished: boolean
}

export interface GrowOptions extends Pick<SeedOptions, 'db' | 'engine' | 'devices' | 'signal'> {
  /** Events that are decided at the same time. */
  inFlight?: number
  /** Events of one history: it is generated without a pause. */
  historySize?: number
  /** Minimum of events in the demo's environments afterwards. */
  events: number
  clock?: () => number
  onProgress?: (stored: number) => void
}

/**
 * Adds histories beside the one of the first start until there are enough events. An interrupted one is generated again
 * unchanged, so that its labels match their events and nothing counts twice.
 */
export async function growDemo({
  db,
  engine,
  devices,
  signal,
  events,
  clock = Date.now,
  onProgress,
  inFlight,
  historySize = defaultHistorySize,
}: GrowOptions): Promise<number> {
  const stored = async () => {
    const {
      rows: [row],
    } = await sql<{
      count: number
    }>`select count(*) as count from event_key where environment_id = any(${Object.values(demoEnvironmentIds)}::uuid[])`.execute(
      db,
    )
    return row?.count ?? 0
  }
  const remember = (history: History) =>
    db
      .insertInto('setting')
      .values({ scope: settingScope, key: settingKey, value: JSON.stringify(history) })
      .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value: JSON.stringify(history) }))
      .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', settingScope)
    .where('key', '=', settingKey)
    .executeTakeFirst()
  const from = new Date()
  let last = row?.value as History | undefined
  const before = await stored()
  let have = before
  while (!signal?.aborted && (have < events || last?.finished === false)) {
    const history: History =
      last?.finished === false
        ? last
        : {
            number: (last?.number ?? 0) + 1,
            events: Math.min(historySize, Math.max(200, events - have)),
            now: clock(),
            finished: false,
          }
    await remember(history)
    const start = have
    await feedDemo(
      {
        engine,
        devices,
        ...(signal ? { signal } : {}),
        inFlight,
        onProgress: share => onProgress?.(Math.round(start + share * history.events)),
      },
      {
        events: history.events,
        now: history.now,
        seed: defaultSeed + history.number,
        firstId: 7_000_000 + history.number * idsPerHistory,
      },
    )
    if (!signal?.aborted) {
      await seedDecidedCases(db)
      await remember({ ...history, finished: true })
    }
    last = { ...history, finished: !signal?.aborted }
    have = await stored()
  }
  // Rings have taken the latest labels by then.
  if (have > before) await receiveLabels(db, { from, to: new Date(Date.now() - takenMs) })
  return have
}
