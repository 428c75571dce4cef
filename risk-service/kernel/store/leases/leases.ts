import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import type { Leases } from '../../../ports/leases.ts'
import { codeOf } from '../../errors/error-code.ts'
import { connectionName } from '../connection/connection.ts'

interface LeaseOptions {
  /** Not the connections of the work itself, which may be all in use. */
  db: Db
  processId: string
  log: Logger
  /** A process that dies delays the work by at most this time. */
  ttlMs?: number
}

const defaultTtlMs = 10_000
/** A lease that a crash of the server forgets costs nothing: the work continues from the state in the database. */
const unsynced = sql`set_config('synchronous_commit', 'off', true)`

/** For a process that has the database for itself. */
export const noLeases: Leases = {
  run: (_name, _gapMs, work) => work({ signal: new AbortController().signal, fence: () => Promise.resolve() }),
}

export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`Another process does the work ${name}.`)
    this.name = 'LeaseLostError'
  }
}

/** Creates the leases of a process. */
export function createLeases({ db, processId, log, ttlMs = defaultTtlMs }: LeaseOptions): Leases {
  const ttl = sql`${ttlMs}::float8 * interval '1 millisecond'`

  /** Returns the token, and the owner whose time was over; null where somebody else is the owner. */
  async function acquire(name: string, gapMs: number): Promise<{ token: number; before: string | null } | null> {
    const { rows } = await sql<{ token: number; before: string | null }>`
      with before as (select owner from service_lease where name = ${name} and finished_at is distinct from expires_at)
      insert into service_lease as l (name, owner, expires_at) values (${name}, ${processId}::uuid, clock_timestamp() + ${ttl})
      on conflict (name) do update set owner = excluded.owner, token = l.token + 1, expires_at = excluded.expires_at
        where l.expires_at <= clock_timestamp()
          and (l.finished_at is null or l.finished_at <= clock_timestamp() - ${gapMs}::float8 * interval '1 millisecond')
      returning token, (select owner from before) as before, ${unsynced}`.execute(db)
    return rows[0] ?? null
  }

  async function renew(name: string, token: number): Promise<boolean> {
    const { rows } = await sql`
      update service_lease set expires_at = clock_timestamp() + ${ttl}
      where name = ${name} and token = ${token} and expires_at > clock_timestamp() returning name, ${unsynced}`.execute(
      db,
    )
    return rows.length > 0
  }

  return {
    async run(name, gapMs, work) {
      const acquired = await acquire(name, gapMs)
      if (acquired === null) return null
      const { token, before } = acquired
      if (before !== null && before !== processId) {
        log.write(2, 'leases.taken-over', { lease: name })
        await endTransactionsOf(db, before)
      }
      const lost = new AbortController()
      const lose = (): void => lost.abort(new LeaseLostError(name))
      let renewedAt = performance.now()
      const renewal = setInterval(() => {
        const began = performance.now()
        if (began - renewedAt > ttlMs) lose()
        renew(name, token).then(
          owned => {
            if (owned) renewedAt = began
            else lose()
          },
          (error: unknown) => log.write(2, 'leases.not-renewed', { lease: name, code: codeOf(error) }),
        )
      }, ttlMs / 4)
      let ended = false
      try {
        const result = await work({
          signal: lost.signal,
          async fence(trx) {
            const { rows } = await sql`
              select 1 from service_lease where name = ${name} and token = ${token} for share`.execute(trx)
            if (rows.length > 0) return
            lose()
            throw new LeaseLostError(name)
          },
        })
        ended = true
        return result
      } finally {
        clearInterval(renewal)
        // Work that failed may be tried again at once, by any process.
        await sql`
          with now as (select case when ${ended} then clock_timestamp() else '-infinity' end as at)
          update service_lease set finished_at = now.at, expires_at = now.at from now
          where name = ${name} and token = ${token} returning ${unsynced}`
          .execute(db)
          .catch((error: unknown) => log.write(2, 'leases.not-released', { lease: name, code: codeOf(error) }))
      }
    },
  }
}

/**
 * Ends the connections of the jobs of a process that is hung: what they have not committed is undone, so that nothing of
 * it appears after its work was begun again.
 */
async function endTransactionsOf(db: Db, processId: string): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name = ${connectionName('assay-jobs', processId)}`.execute(db)
}
