import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type pg from 'pg'
import type { ConnectionTarget } from './connection.ts'

/** Lower than the priority of everything that answers a caller. */
const backgroundNiceness = 10

/**
 * Settings of a background connection: it sorts in memory, and has no parallel workers, whose priority would not be
 * lowered.
 */
export const backgroundSettings =
  '-c work_mem=64MB -c max_parallel_workers_per_gather=0 -c max_parallel_maintenance_workers=0'

/**
 * Lowers the priority of the calling thread below that of the process's other threads. On Linux only: elsewhere it
 * would affect the whole service.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') ignoreErrors(() => setPriority(0, backgroundNiceness))
}

/**
 * Creates a pause for a thread between two units of its work: it lasts `share` times as long as the work since the last
 * pause. Even at a low priority, a running unit delays requests to the service that wait for a processor. The thread
 * does nothing during the pause.
 * @param maxMs milliseconds of the longest pause
 */
export function createProportionalPause(share: number, maxMs = Number.POSITIVE_INFINITY): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  let rested = performance.now()
  return () => {
    Atomics.wait(cell, 0, 0, Math.min(maxMs, share * (performance.now() - rested)))
    rested = performance.now()
  }
}

/**
 * Lowers the priority of the server process of this connection below that of other connections. Only for a server on
 * this machine that belongs to the service; with any other server, or another system than Linux, nothing happens.
 */
export function lowerConnectionPriority(client: pg.ClientBase, target: ConnectionTarget): void {
  const { processID: pid } = client as unknown as { processID: number | null }
  if (process.platform !== 'linux' || !('host' in target) || pid === null) return
  ignoreErrors(() => {
    // A process id is meaningless when machines or containers share the folder of a server.
    if (!/^postgres: assay(?:_service)? /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return
    setPriority(pid, backgroundNiceness)
    // Every process of PostgreSQL is a session of its own, and where Linux schedules by sessions only this setting
    // counts.
    writeFileSync(`/proc/${pid}/autogroup`, String(backgroundNiceness))
  })
}

/** Without the permission, or where the system lacks the feature, all priorities stay equal. */
function ignoreErrors(change: () => void): void {
  try {
    change()
  } catch {
    // The thread works without a lower priority as well.
  }
}
