import { sql } from 'kysely'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Ports } from '../../../ports/index.ts'
import type { StoredQueue } from '../model/case-record.ts'
import { measureSavings } from '../saving/measure-savings.ts'
import { findMisplaced, placeBySaving } from '../store/saving-store.ts'
import { loadPlaces } from '../store/settings-store.ts'
import { publishQueue } from './publish-cases.ts'

/** Cases that are placed at once: few, because nobody can take one meanwhile. */
const placedAtOnce = 200

interface SavingServices {
  ports: Pick<Ports, 'db' | 'clock'>
  live: LiveHub
}

/**
 * Measures anew what reviews save, and places the open cases of the queues that are ordered by it.
 * @param environmentIds null: all
 */
export async function refreshSavings(
  { ports: { db, clock }, live }: SavingServices,
  environmentIds: readonly string[] | null = null,
): Promise<void> {
  const queues = (await db
    .selectFrom('case_queue')
    .selectAll()
    .where(sql<boolean>`settings ->> 'orderBy' = 'expectedSaving'`)
    .$if(environmentIds !== null, query => query.where('environment_id', 'in', [...(environmentIds ?? [])]))
    .execute()) as StoredQueue[]
  if (queues.length === 0) return
  const places = await loadPlaces(
    db,
    queues.map(queue => queue.environment_id),
  )
  for (const queue of queues) {
    const place = places.get(queue.environment_id)
    if (place === undefined) continue
    await measureSavings(db, queue, { ...place, now: clock() })
    const misplaced = await findMisplaced(db, queue.id)
    for (let from = 0; from < misplaced.length; from += placedAtOnce)
      await placeBySaving(db, misplaced.slice(from, from + placedAtOnce))
    if (misplaced.length > 0) publishQueue(live, queue.environment_id, queue.id)
  }
}
