import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

/** A limit that all processes count together. */
export interface SharedWindowLimiter {
  /** Number of accepted calls in a window. */
  readonly limit: number
  /** Resolves to false when the window that ends now accepted the maximum already. */
  acquire: (key: string) => Promise<boolean>
}

/**
 * Accepts at most `limit` calls by key in any span of `windowSeconds`, whatever process they arrive at: for rare and
 * costly actions of people, each of which may wait for the database. Counted in steps of a second.
 */
export function createSharedWindowLimiter(
  db: Db,
  { name, limit, windowSeconds }: { name: string; limit: number; windowSeconds: number },
): SharedWindowLimiter {
  return {
    limit,
    acquire: key =>
      db.transaction().execute(async trx => {
        const place = `${name} ${key}`
        await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(trx)
        // The step in which the window begins belongs to it as a whole.
        const { rows } = await sql<{ used: number }>`
          select coalesce(sum(used), 0) as used from limit_use
          where key = ${place} and second > clock_timestamp() - make_interval(secs => ${windowSeconds + 1})`.execute(
          trx,
        )
        if ((rows[0]?.used ?? 0) >= limit) return false
        await sql`insert into limit_use as l (key, second, used) values (${place}, date_trunc('second', clock_timestamp()), 1)
          on conflict (key, second) do update set used = l.used + 1`.execute(trx)
        return true
      }),
  }
}

/** Forgets what no window contains any more. */
export async function forgetLimitUse(db: Db): Promise<void> {
  await sql`delete from limit_use where second < now() - interval '10 minutes'`.execute(db)
}
