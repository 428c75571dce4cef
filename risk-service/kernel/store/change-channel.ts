import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../ports/database.ts'
import type { Logger } from '../../ports/index.ts'
import { codeOf } from '../errors/error-code.ts'
import { delay } from './embedded/postmaster.ts'

/** What a service keeps in memory of the store: rules, lists and settings of environments. */
const channel = 'assay_environments'
const reconnectMs = 1000

/**
 * Tells a running service that an environment's rules, lists or settings were changed by another process. In a
 * transaction it is told when that commits.
 */
export async function publishChange(db: Db, environmentId: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${environmentId})`.execute(db)
}

/**
 * Hears of changes by other processes until it is stopped. A lost connection is opened again, and then everything may
 * have changed: `onChange` gets null.
 */
export function subscribeToChanges(
  connect: () => Promise<pg.Client>,
  log: Logger,
  onChange: (environmentId: string | null) => void,
): () => Promise<void> {
  let client: pg.Client | null = null
  let stopped = false
  let missed = false
  const open = async (): Promise<void> => {
    while (!stopped) {
      try {
        const opened = await connect()
        opened.on('notification', ({ payload }) => onChange(payload === undefined || payload === '' ? null : payload))
        opened.once('end', () => {
          if (stopped) return
          missed = true
          log.write(2, 'changes.connection-lost')
          void open()
        })
        await opened.query(`listen ${channel}`)
        client = opened
        if (stopped) await opened.end()
        else if (missed) onChange(null)
        return
      } catch (error) {
        missed = true
        log.write(2, 'changes.not-heard', { code: codeOf(error) })
        await delay(reconnectMs)
      }
    }
  }
  void open()
  return async () => {
    stopped = true
    await client?.end().catch(() => undefined)
  }
}
