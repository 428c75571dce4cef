import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type pg from 'pg'
import type { ConnectionTarget } from './connection.ts'

/** Behind everything that answers somebody. */
const backgroundNiceness = 10

/**
 * Settings of a connection behind the others: it sorts in memory, and has no processes to help it, as those would not
 * give way.
 */
export const backgroundSettings =
  '-c work_mem=64MB -c max_parallel_workers_per_gather=0 -c max_parallel_maintenance_workers=0'

/**
 * The thread that calls this runs behind the others of the process. On Linux alone: elsewhere it would be the whole
 * service.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') ignoreErrors(() => setPriority(0, backgroundNiceness))
}

/**
 * Creates a pause for a thread between two pieces of its work: it lasts `share` times as long as the work since the
 * last pause. Even at a low priority, a running piece makes requests to the service wait for a processor. The thread
 * does nothing during the pause.
 */
export function createProportionalPause(share: number): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  let rested = performance.now()
  return () => {
    Atomics.wait(cell, 0, 0, share * (performance.now() - rested))
    rested = performance.now()
  }
}

/**
 * The server's process for this connection runs behind those of other connections. For a server on this machine that
 * belongs to the service; with any other server, or another system than Linux, nothing happens.
 */
export function lowerConnectionPriority(client: pg.ClientBase, target: ConnectionTarget): void {
  const { processID: pid } = client as unknown as { processID: number | null }
  if (process.platform !== 'linux' || !('host' in target) || pid === null) return
  ignoreErrors(() => {
    // The number of a process means nothing when the folder of a server is shared between machines or containers.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: assay ')) return
    setPriority(pid, backgroundNiceness)
    // Every process of PostgreSQL is a session of its own, and where Linux schedules by sessions only this counts.
    writeFileSync(`/proc/${pid}/autogroup`, String(backgroundNiceness))
  })
}

/** Without the right, or where the system does not know it, everything runs beside everything else. */
function ignoreErrors(change: () => void): void {
  try {
    change()
  } catch {
    // Without a lower priority the thread works all the same.
  }
}
