import type { EncodeArray } from '../kernel/store/events/event-writer-sql.ts'
import type { WriterConnection } from '../kernel/store/events/writer-connection.ts'
import type { ConnectionLease, SharedConnection } from './connection.ts'

/**
 * Creates the event writer's connection: it borrows the only one for a statement, and retains it from `begin` to
 * `commit`.
 */
export function createWriterConnection(connection: SharedConnection): WriterConnection {
  let lease: ConnectionLease | null = null
  return {
    async query<R extends object>(query: string | { name: string; text: string; values: unknown[] }) {
      const { text, values } = typeof query === 'string' ? { text: query, values: [] } : query
      const lent = lease ?? (await connection.lend())
      if (text === 'begin') lease = lent
      try {
        return { rows: (await lent.query(text, values)).rows as R[] }
      } finally {
        if (text === 'commit' || text === 'rollback') lease = null
        if (lease === null) lent.release()
      }
    },
    // The connection ends with the page and never before.
    on: () => undefined,
    end: async () => undefined,
  }
}

/**
 * Columns are passed as arrays, which the database's own client serialises as text. Times are ISO texts, which it
 * accepts unchanged.
 */
export const encodeArrays: EncodeArray = (kind, values) =>
  values.map(value => {
    if (value == null) return null
    if (value instanceof Date) return value.toISOString()
    return kind === 'number' ? Number(value) : String(value)
  })
