import { sql } from 'kysely'
import type { Ports } from '../../ports/index.ts'
import type { FineBuckets } from './buckets/fine-buckets.ts'
import { recentMs } from './buckets/fold.ts'
import { parseContributions } from './events/contributions.ts'
import type { SeriesRegistry } from './series-registry.ts'
import type { VelocityStore } from './types.ts'

const pageSize = 500
/** Rows of seconds and minutes that are read at once; a row contains the counts of a hundred events. */
const recentPageSize = 200

/**
 * Applies events that are in the log and not in memory: of a killed process, or of a commit whose result did not
 * arrive. `straysOnly`: only events older than five seconds, as younger ones may be about to reach `apply`.
 */
export async function recoverPending(
  db: Ports['db'],
  series: SeriesRegistry,
  apply: VelocityStore['apply'],
  straysOnly: boolean,
): Promise<void> {
  let after: { environment_id: string; event_id: string } | undefined
  for (;;) {
    const last = after
    const rows = await db
      .selectFrom('velocity_log')
      .select(['environment_id', 'event_id', 'at', 'contributions'])
      .$if(straysOnly, query => query.where('written_at', '<', sql<Date>`now() - interval '5 seconds'`))
      .$if(last !== undefined, query =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('environment_id', 'event_id'), '>', tuple(last?.environment_id ?? '', last?.event_id ?? '')),
        ),
      )
      .orderBy('environment_id')
      .orderBy('event_id')
      .limit(pageSize)
      .execute()
    for (const row of rows)
      apply(row.environment_id, row.event_id, new Date(row.at), parseContributions(row.contributions, series.find))
    after = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

/** Fills the buckets of seconds and minutes with recently folded contributions; `capacity`: maximum of buckets. */
export async function recoverFineBuckets(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  series: SeriesRegistry,
  fine: FineBuckets,
  capacity: number,
): Promise<void> {
  const now = clock()
  let before = new Date(now.getTime() + recentMs)
  // The latest first: when memory is full, the oldest are left out and marked as missing.
  for (;;) {
    const rows = await db
      .selectFrom('velocity_recent')
      .select(['folded_at', 'contributions'])
      .where('folded_at', '<', before)
      .where('folded_at', '>=', new Date(now.getTime() - recentMs))
      .orderBy('folded_at', 'desc')
      .limit(recentPageSize)
      .execute()
    const [last] = rows.slice(-1)
    if (last === undefined) return
    const folded = new Date(last.folded_at)
    const same =
      rows.length < recentPageSize
        ? []
        : await db
            .selectFrom('velocity_recent')
            .select(['folded_at', 'contributions'])
            .where('folded_at', '=', folded)
            .execute()
    const all =
      rows.length < recentPageSize
        ? rows
        : [...rows.filter(row => new Date(row.folded_at).getTime() !== folded.getTime()), ...same]
    for (const { contributions } of all) {
      for (const [at, packed] of contributions as [number, unknown][])
        for (const each of parseContributions(packed, series.find)) fine.add(at, now.getTime(), each)
    }
    if (fine.size() > capacity * 0.9) {
      fine.forgetBefore(folded.getTime())
      return
    }
    before = folded
  }
}
