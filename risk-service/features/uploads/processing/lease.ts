import type { UploadEntityName } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { leaseFrom, type RunRow } from './requested-runs.ts'

/**
 * Why the work on a run ended before the run: another process has it, or its environment is gone; it was cancelled; or
 * this process ends.
 */
export class RunInterruptedError extends Error {
  readonly reason: 'lost' | 'cancelled' | 'stopped'
  constructor(reason: RunInterruptedError['reason']) {
    super(`The run was ${reason}.`)
    this.reason = reason
  }
}

export interface RunProgress {
  entity: UploadEntityName | null
  rows: number
  bytes: number
}

/** Milliseconds between two renewals while nothing is stored. */
const renewMs = 3000

/** The exclusive work of this process on a run. */
export class Lease {
  readonly runId: string
  /** The end of the lease; and the one before it, which holds again when the last renewal was rolled back. */
  #ends: (Date | null)[]
  #renewedAt = 0
  readonly #ports: Pick<Ports, 'db' | 'clock'>
  readonly #signal: AbortSignal | undefined

  constructor(ports: Pick<Ports, 'db' | 'clock'>, { id, lease_until }: RunRow, signal?: AbortSignal) {
    this.runId = id
    this.#ends = [lease_until]
    this.#ports = ports
    this.#signal = signal
  }

  /**
   * Renews the lease in the transaction of a change, so that no process whose run was taken over changes anything.
   * @throws RunInterruptedError
   */
  async secure(trx: Db, progress?: RunProgress): Promise<void> {
    if (this.#signal?.aborted) throw new RunInterruptedError('stopped')
    const until = leaseFrom(this.#ports.clock())
    const row = await trx
      .updateTable('upload_run')
      .set({
        lease_until: until,
        ...(progress && {
          progress_entity: progress.entity,
          progress_rows: progress.rows,
          progress_bytes: progress.bytes,
        }),
      })
      .where('id', '=', this.runId)
      .where('state', '=', 'Running')
      .where('lease_until', 'in', this.#ends)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('environment')
            .select('id')
            .whereRef('id', '=', 'upload_run.environment_id')
            .where('status', '=', 'Active'),
        ),
      )
      .returning('cancelling')
      .executeTakeFirst()
    if (!row) throw new RunInterruptedError('lost')
    if (row.cancelling) throw new RunInterruptedError('cancelled')
    this.#ends = [until, ...this.#ends.slice(0, 1)]
    this.#renewedAt = performance.now()
  }

  /** Renews the lease from time to time. */
  async renew(progress: RunProgress): Promise<void> {
    if (performance.now() - this.#renewedAt >= renewMs) await this.secure(this.#ports.db, progress)
  }

  /** Lets another process continue at once. */
  async release(): Promise<void> {
    await this.#ports.db
      .updateTable('upload_run')
      .set({ lease_until: this.#ports.clock() })
      .where('id', '=', this.runId)
      .where('state', '=', 'Running')
      .where('lease_until', 'in', this.#ends)
      .execute()
  }
}
