import { createHash } from 'node:crypto'
import os from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import { type SecretKey, secretKeysOf } from '../../../ports/secret-key.ts'
import { codeOf } from '../../errors/error-code.ts'
import { StartError } from '../../errors/start-error.ts'

/** A process whose row was not renewed for so long is no longer one of the service. */
const leaseSeconds = 5
/** Processes of one service at most: each has a stripe of its own. */
export const maxProcesses = 64
const renewMs = 1000

/** What an owner of work wanted to write after others may have become the owner. */
export class LeaseEndedError extends Error {
  constructor() {
    super('This process did not renew its lease in time: others may own its work.')
    this.name = 'LeaseEndedError'
  }
}

/** This process among those of the service. */
export interface ServiceProcess {
  /** A new one after the lease has ended. */
  id: () => string
  /** A number below 64 that no other living process has; null after the lease has ended. */
  stripe: () => number | null
  /** Processes that live, this one included. */
  count: () => number
  /** Whether others live beside this one. */
  isShared: () => boolean
  /** Browsers that listen to others. */
  listenersElsewhere: () => number
  /**
   * Whether the lease lasts, by the clock of this process alone: false from the moment on at which another one could own
   * its work, also right after the process hung.
   */
  isAlive: () => boolean
  /**
   * Called in the transaction of what only the owner may write: nobody takes the work over before it ends.
   * @throws LeaseEndedError when others may have taken it over already
   */
  assertAlive: (trx: Db) => Promise<void>
  /** Renews at once. A lease that has ended is replaced by a new one, under another id. */
  renew: () => Promise<void>
  /** Called with each new id, after the former lease has ended. */
  onReplaced: (listener: () => void) => void
  /** Ends the lease, so that others need not wait for its end. */
  stop: () => Promise<void>
}

export interface ServiceProcessOptions {
  db: Db
  log: Logger
  version: string
  newId: () => string
  /** The same for all processes of a service. */
  secretKey: SecretKey
  /** Browsers that listen to this process. */
  listeners?: () => number
  /** The store is of this process alone: rows that a killed one left behind end at once. */
  isAlone?: boolean
  /** For tests: monotonic milliseconds, and no timer of its own. */
  now?: () => number
  renewsByItself?: boolean
  host?: string
}

/**
 * Registers this process, and renews its lease each second.
 * @throws StartError when 64 others live, or one that uses another secret key
 */
export async function registerProcess({
  db,
  log,
  version,
  newId,
  secretKey,
  listeners = () => 0,
  isAlone = false,
  now = () => performance.now(),
  renewsByItself = true,
  host = os.hostname(),
}: ServiceProcessOptions): Promise<ServiceProcess> {
  let id = ''
  let stripe = 0
  let others = 0
  let elsewhere = 0
  /** The begin of the last renewal that succeeded: the lease ends no sooner than this, and five seconds. */
  let renewedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let failing = false
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const replaced: (() => void)[] = []
  const isAlive = () => !stopped && now() - renewedAt < leaseSeconds * 1000

  async function register(): Promise<void> {
    const [next, started] = [newId(), now()]
    stripe = await insertProcess(db, { id: next, host, version, keyDigests: secretKeysOf(secretKey).map(digestOf) })
    id = next
    renewedAt = started
  }

  async function renewOnce(): Promise<void> {
    const started = now()
    const { rows } = await sql<{ renewed: number; others: number; listeners: number }>`
      with me as (
        update service_process set heartbeat_at = clock_timestamp(), listeners = ${listeners()}
        where id = ${id}::uuid and heartbeat_at > clock_timestamp() - make_interval(secs => ${leaseSeconds}) returning 1
      )
      select (select count(*) from me) as renewed, count(*) as others, coalesce(sum(listeners), 0) as listeners
      from service_process
      where id <> ${id}::uuid and heartbeat_at > clock_timestamp() - make_interval(secs => ${leaseSeconds})`.execute(db)
    const [row] = rows
    others = row?.others ?? 0
    elsewhere = row?.listeners ?? 0
    if (row?.renewed === 1) {
      renewedAt = started
      return
    }
    // It hung, or the database was away for too long: from here on it is another process.
    renewedAt = Number.NEGATIVE_INFINITY
    log.write(2, 'process.lease-ended', { process: id })
    await register()
    for (const listener of replaced) listener()
  }

  function renew(): Promise<void> {
    running ??= renewOnce().finally(() => {
      running = null
    })
    return running
  }

  async function next(): Promise<void> {
    const started = performance.now()
    try {
      await renew()
      if (failing) log.write(1, 'process.renewed-again')
      failing = false
    } catch (error) {
      // An outage would fill the log.
      if (!failing && !stopped) log.write(2, 'process.not-renewed', { code: codeOf(error) })
      failing = true
    }
    if (!stopped) schedule(Math.max(0, renewMs - (performance.now() - started)))
  }
  function schedule(wait: number): void {
    timer = setTimeout(() => void next(), wait)
  }

  if (isAlone) await db.deleteFrom('service_process').execute()
  await register()
  await renew()
  if (renewsByItself) schedule(renewMs)
  return {
    id: () => id,
    stripe: () => (isAlive() ? stripe : null),
    count: () => others + 1,
    isShared: () => others > 0,
    listenersElsewhere: () => elsewhere,
    isAlive,
    async assertAlive(trx) {
      if (!isAlive()) throw new LeaseEndedError()
      // The lock lets renewals pass, and no deletion: whoever takes the work over deletes this row before.
      const { rows } = await sql`
        select 1 from service_process
        where id = ${id}::uuid and heartbeat_at > clock_timestamp() - make_interval(secs => ${leaseSeconds})
        for key share`.execute(trx)
      if (rows.length === 0) throw new LeaseEndedError()
    },
    renew,
    onReplaced: listener => void replaced.push(listener),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
      await db
        .deleteFrom('service_process')
        .where('id', '=', id)
        .execute()
        .catch(() => undefined)
    },
  }
}

const digestOf = (secretKey: string) => createHash('sha256').update(`process ${secretKey}`).digest('hex').slice(0, 16)

/**
 * Deletes the rows of processes whose leases have ended, and inserts one with the lowest free stripe, which is returned. A
 * dead process whose last transaction still runs keeps its stripe until then.
 */
async function insertProcess(
  db: Db,
  { id, host, version, keyDigests }: { id: string; host: string; version: string; keyDigests: readonly string[] },
): Promise<number> {
  return db.transaction().execute(async trx => {
    // One after another: the second of two that start together sees the first.
    await sql`lock table service_process in share row exclusive mode`.execute(trx)
    await sql`delete from service_process where id in (
      select id from service_process where heartbeat_at <= clock_timestamp() - make_interval(secs => ${leaseSeconds})
      for update skip locked)`.execute(trx)
    const others = await trx
      .selectFrom('service_process')
      .select('host')
      .where('key_digest', 'not in', [...keyDigests])
      // A dead one whose last transaction still runs.
      .where('heartbeat_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${leaseSeconds})`)
      .executeTakeFirst()
    if (others !== undefined)
      throw new StartError(
        'setting-invalid',
        `A process of Assay on ${others.host} uses this database with another secret key. Set ASSAY_SECRET_KEY to the same value for all.`,
      )
    const { rows } = await sql<{ stripe: number }>`
      insert into service_process (id, host, pid, version, key_digest, stripe)
      select ${id}::uuid, ${host}, ${process.pid}, ${version}, ${keyDigests[0]}, s from generate_series(0, ${maxProcesses - 1}) s
      where not exists (select 1 from service_process where stripe = s) order by s limit 1 returning stripe`.execute(
      trx,
    )
    const [row] = rows
    if (row === undefined)
      throw new StartError(
        'already-running',
        `${maxProcesses} processes of Assay already use this database, which is the most that it takes.`,
      )
    return row.stripe
  })
}
