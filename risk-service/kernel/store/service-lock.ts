import type pg from 'pg'
import type { Logger } from '../../ports/index.ts'
import { StartError } from '../errors/start-error.ts'
import { type ConnectionTarget, openClient } from './connection/connection.ts'
import { delay } from './embedded/postmaster.ts'

/** Any fixed pair: "Assa". */
const lockKeys = [0x41737361, 1] as const
/** A service that was just killed releases its lock as soon as the kernel has closed its connection. */
const acquireTimeoutMs = 1500

/**
 * `exclusive`: of the service over an embedded store, and of a command while no service runs. `shared`: of services over
 * a server, any number of them.
 */
export type LockMode = 'exclusive' | 'shared'
const functions: Record<LockMode, string> = {
  exclusive: 'pg_try_advisory_lock',
  shared: 'pg_try_advisory_lock_shared',
}

/**
 * Acquires the database's advisory lock on a dedicated connection until `release`; a killed process leaves no lock
 * behind. After an outage the lock is acquired again; `onTaken` runs when another process was quicker, unless the lock
 * is shared: then it is tried again.
 */
export async function acquireServiceLock(
  target: ConnectionTarget,
  log: Logger,
  where: string,
  onTaken: () => void,
  mode: LockMode = 'exclusive',
): Promise<() => Promise<void>> {
  let released = false
  let client: pg.Client | undefined
  const acquire = async (wait: number): Promise<boolean> => {
    const opened = await openClient(target, 'assay-lock')
    const started = Date.now()
    for (;;) {
      const {
        rows: [row],
      } = await opened.query<{ got: boolean }>(`select ${functions[mode]}($1, $2) as got`, [...lockKeys])
      if (row?.got) break
      if (Date.now() - started >= wait) {
        await opened.end()
        return false
      }
      await delay(100)
    }
    client = opened
    opened.once('end', () => void again())
    return true
  }
  const again = async () => {
    if (released) return
    log.write(2, 'store.lock-lost')
    for (;;) {
      await delay(250)
      if (released) return
      const locked = await acquire(acquireTimeoutMs).catch(() => null)
      if (locked === null || (!locked && mode === 'shared')) continue
      if (locked) log.write(1, 'store.lock-taken-again')
      else onTaken()
      return
    }
  }
  if (!(await acquire(acquireTimeoutMs))) {
    throw new StartError(
      'already-running',
      `Another Assay service already uses ${where}. Stop it first, or give this one its own ASSAY_DATA_DIR or DATABASE_URL.`,
    )
  }
  return async () => {
    released = true
    await client?.end().catch(() => undefined)
  }
}
