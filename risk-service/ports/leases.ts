import type { Db } from './database.ts'

/** The right to do work, for as long as the process lives. */
export interface Lease {
  /** Fires when another process may have begun the work: this one was suspended, or did not reach the database. */
  signal: AbortSignal
  /** Throws in a transaction unless this process still owns the lease; nobody becomes the owner before it ends. */
  fence: (trx: Db) => Promise<void>
}

export interface Leases {
  /**
   * Runs work unless a process does so now, or ended it less than `gapMs` ago: then it resolves to null at once.
   * Times are those of the database, whatever the clocks of the machines say.
   */
  run: <Result>(name: string, gapMs: number, work: (lease: Lease) => Promise<Result>) => Promise<Result | null>
}
