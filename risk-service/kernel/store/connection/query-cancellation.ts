import type { QueryRunner } from '../../../ports/index.ts'

/**
 * Options of a query that is cancelled on the server when the signal fires: a caller that leaves must not keep the
 * server busy.
 */
export const cancellable = (signal: AbortSignal | undefined) => ({
  signal,
  inflightQueryAbortStrategy: 'cancel query' as const,
})

/**
 * Runs a query on a pooled connection and, when the signal fires first, cancels it on the server (`pg_cancel_backend`
 * over a connection of its own) and rejects with the signal's reason.
 *   await queryCancellable(signal, options => query.execute(options))
 *   await queryCancellable(signal, options => sql`…`.execute(db, options))
 */
export const queryCancellable: QueryRunner = async (signal, work) => {
  signal?.throwIfAborted()
  return work(signal ? { signal, inflightQueryAbortStrategy: 'cancel query' } : {})
}
