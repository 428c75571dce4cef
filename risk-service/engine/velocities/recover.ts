import type { Ports } from '../../ports/index.ts'
import type { FineBuckets } from './buckets/fine-buckets.ts'
import { recentMs } from './buckets/fold.ts'
import { parseContributions } from './events/contributions.ts'
import type { SeriesRegistry } from './series-registry.ts'

/** Rows of seconds and minutes that are read at once; a row contains the counts of a hundred events. */
const recentPageSize = 200

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
