import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../ports/database.ts'
import type { Logger } from '../../ports/index.ts'
import { codeOf } from '../errors/error-code.ts'

/** The channel of changes to data that a service caches: rules, lists and settings of environments. */
const channel = 'assay_environments'
/** Notified by the database itself when roles or clients change. */
const rightsChannel = 'assay_rights'
const reconnectMs = 1000

/**
 * Notifies a running service that another process changed an environment's rules, lists or settings. Within a
 * transaction the notification is sent at its commit.
 */
export async function publishChange(db: Db, environmentId: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${environmentId})`.execute(db)
}

interface ChangeListeners {
  /** Rules, lists or settings of an environment changed; null: those of any. */
  onEnvironmentChange: (environmentId: string | null) => void
  /** Roles or clients changed, in this process or another. */
  onRightsChange: () => void
}

/**
 * Receives changes by other processes, and changes of rights by any, until it is stopped. A lost connection is opened
 * again, and then everything may have changed.
 */
export function subscribeToChanges(
  connect: () => Promise<pg.Client>,
  log: Logger,
  { onEnvironmentChange, onRightsChange }: ChangeListeners,
): () => Promise<void> {
  let client: pg.Client | null = null
  let stopped = false
  let missed = false
  const open = async (): Promise<void> => {
    while (!stopped) {
      try {
        const opened = await connect()
        opened.on('notification', ({ channel: name, payload = '' }) => {
          if (name === rightsChannel) onRightsChange()
          else onEnvironmentChange(payload === '' ? null : payload)
        })
        opened.once('end', () => {
          if (stopped) return
          missed = true
          log.write(2, 'changes.connection-lost')
          void open()
        })
        await opened.query(`listen ${channel}; listen ${rightsChannel}`)
        client = opened
        if (stopped) await opened.end()
        else if (missed) {
          onRightsChange()
          onEnvironmentChange(null)
        }
        return
      } catch (error) {
        missed = true
        log.write(2, 'changes.not-heard', { code: codeOf(error) })
        await new Promise(resolve => setTimeout(resolve, reconnectMs))
      }
    }
  }
  void open()
  return async () => {
    stopped = true
    await client?.end().catch(() => undefined)
  }
}
