import { sql } from 'kysely'
import type { Pause } from '../files/short-pause.ts'
import type { RowStore, SourceRow, StoreBatch } from '../rows/row-store.ts'
import type { RunProgress } from './lease.ts'
import type { RunContext } from './run-context.ts'
import type { RunFile } from './run-files.ts'

/** Stores the batches of a file one after another: while one is stored, the next one is read and prepared. */
export class BatchPipeline {
  /** The last row of the file that is stored. */
  #reached: number
  /** The batch that is being stored, or the one that failed. */
  #storing: Promise<void> | null = null
  readonly #context: RunContext
  readonly #file: RunFile
  readonly #store: RowStore
  readonly #pause: Pause

  constructor(context: RunContext, file: RunFile, store: RowStore, pause: Pause) {
    this.#context = context
    this.#file = file
    this.#store = store
    this.#pause = pause
    this.#reached = file.row.reached
  }

  get isStoring(): boolean {
    return this.#storing !== null
  }

  /** Begins to store rows as soon as those before them are stored. @throws the error of these */
  async begin(rows: readonly SourceRow[], progress: RunProgress): Promise<void> {
    const last = rows.at(-1)
    if (last === undefined) return
    const save = await this.#store.prepare(this.#context.ports.db, rows, this.#pause)
    await this.#storing
    const storing = this.#save(save, { count: rows.length, last: last.row, progress: { ...progress } })
    this.#storing = storing
    storing.then(
      () => {
        if (this.#storing === storing) this.#storing = null
      },
      // It stays: whoever awaits it next gets its error, and no later batch is stored over the gap.
      () => undefined,
    )
  }

  /** Resolves when all rows are stored. @throws the error of the last batch */
  async finish(): Promise<void> {
    await this.#storing
  }

  /** Resolves when nothing is stored any more, whatever became of it. */
  async settle(): Promise<void> {
    await this.#storing?.catch(() => undefined)
  }

  async #save(save: StoreBatch, batch: { count: number; last: number; progress: RunProgress }): Promise<void> {
    const { ports, lease, run, meter } = this.#context
    const isFirst = this.#reached === 0
    await ports.db.transaction().execute(async trx => {
      // Rows and how far they reach are in one transaction, and the commit that ends the run waits for the disk: after a
      // failure of power the run goes on from the last batch that is there.
      await sql`set local synchronous_commit = off`.execute(trx)
      await lease.secure(trx, batch.progress)
      const { stored, replaced, repeated } = await save(trx)
      const accepted = stored - repeated
      await trx
        .updateTable('upload_run_file')
        .set(({ eb, lit }) => ({
          // The first batch takes the place of what the check expected.
          accepted: isFirst ? accepted : eb('accepted', '+', accepted),
          replaced: isFirst ? replaced - repeated : eb('replaced', '+', replaced - repeated),
          skipped: isFirst ? batch.count - accepted : eb('skipped', '+', batch.count - accepted),
          reached: lit(batch.last),
        }))
        .where('run_id', '=', run.id)
        .where('entity', '=', this.#file.entity)
        .execute()
    })
    this.#reached = batch.last
    meter?.rows('stored', this.#file.entity, batch.count)
  }
}
