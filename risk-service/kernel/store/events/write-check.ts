import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

interface WriteCheckOptions {
  /** Time of the last failed write on the monotonic clock; null: the last write succeeded. */
  lastFailure: () => number | null
  db: Db
  /** Whether the disk of an embedded database has room. */
  hasRoom: () => Promise<boolean>
  /** Writes that failed this recently may fail again, whatever a probe says; by default two seconds. */
  settlingMs?: number
}

/**
 * Creates the check that events can be stored. It fails while the disk is full and after a failed write; it passes
 * again without traffic, which a service that is not ready does not get: by a small write of its own.
 */
export function createWriteCheck({
  lastFailure,
  db,
  hasRoom,
  settlingMs = 2000,
}: WriteCheckOptions): () => Promise<boolean> {
  return async () => {
    if (!(await hasRoom())) return false
    const failedAt = lastFailure()
    if (failedAt === null) return true
    return performance.now() - failedAt > settlingMs && (await probe(db))
  }
}

/** Writes a table of some pages, which takes room on the disk, and removes it. */
async function probe(db: Db): Promise<boolean> {
  await sql`create temporary table write_probe on commit drop as select generate_series(1, 2000) as n`.execute(db)
  return true
}
