import type { PGlite } from '@electric-sql/pglite'

interface QueryResult {
  rows: Record<string, unknown>[]
  affectedRows: number
}
export interface ConnectionLease {
  query: (text: string, values?: readonly unknown[]) => Promise<QueryResult>
  release: () => void
}
export interface SharedConnection {
  /** Sets the condition for all following borrowers. */
  setCondition: (condition: DatabaseCondition) => Promise<void>
  /** Waits for the connection; the borrower has exclusive use of it until its release. */
  lend: () => Promise<ConnectionLease>
}

/** Condition of the database that a tester simulates: normal, without any events, or unreachable. */
export type DatabaseCondition = 'well' | 'empty' | 'failing'

/** PostgreSQL's codes for too many connections and for a failed connection: the call is answered with 503. */
class UnreachableError extends Error {
  readonly code: '53300' | '08006'
  constructor(code: '53300' | '08006') {
    super(code === '53300' ? 'The database is busy.' : 'The database is away.')
    this.code = code
  }
}

/** Tables of the history; their empty twins are in a separate schema. */
const history = [
  'event',
  'event_key',
  'event_body',
  'event_entity',
  'event_hour',
  'event_label',
  'rule_hour',
  'notification',
]
const emptySchema = 'nothing_happened'

/**
 * Shares the one connection of PGlite, where a server has a pool: it is lent to one borrower after another, for a whole
 * transaction. One that waits longer than `purchaseTimeoutMs` gets an error, as from a pool.
 */
export function shareConnection(database: Pick<PGlite, 'query'>, patienceMs = 15_000): SharedConnection {
  let free: Promise<void> = Promise.resolve()
  let condition: DatabaseCondition = 'well'
  return {
    async setCondition(next) {
      const lent = await this.lend().catch(() => null)
      // Without a database no statement can run; the search path stays unchanged.
      condition = next
      try {
        const query = (text: string) => database.query(text)
        if (next === 'empty') {
          await query(`create schema if not exists ${emptySchema}`)
          for (const table of history)
            await query(`create table if not exists ${emptySchema}.${table} (like public.${table} including all)`)
        }
        await query(`set search_path = ${next === 'empty' ? `${emptySchema}, public` : 'public'}`)
      } finally {
        lent?.release()
      }
    },
    async lend() {
      if (condition === 'failing') throw new UnreachableError('08006')
      let release: () => void = () => undefined
      const returned = new Promise<void>(resolve => {
        release = resolve
      })
      const before = free
      free = before.then(() => returned)
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          release()
          reject(new UnreachableError('53300'))
        }, patienceMs)
      })
      try {
        await Promise.race([before, late])
      } finally {
        clearTimeout(timer)
      }
      return {
        release,
        query: async (text, values = []) => {
          const { rows, affectedRows = 0 } = await database.query<Record<string, unknown>>(text, [...values])
          return { rows, affectedRows }
        },
      }
    },
  }
}
