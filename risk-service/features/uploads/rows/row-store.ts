import type { StoredRecords } from '../../../kernel/store/events/store-uploaded-events.ts'
import type { Db } from '../../../ports/database.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import type { Pause } from '../files/short-pause.ts'
import type { Body } from '../records/create-body.ts'
import type { PurchaseRow } from '../records/purchase-row.ts'

/** A row of a file: the cells of its key in their order, and its body as the risk API has it. */
export interface SourceRow {
  row: number
  key: readonly string[]
  body: Body
  /** A purchase takes the place of the body, and its event that of the purchase; and whether rows of children are in it. */
  purchase?: PurchaseRow
  event?: DecidedEvent
  hasChildren?: boolean
}

/**
 * Stores the rows of a batch. Idempotent by their keys, in the transaction that notes how far the file is stored. Rows
 * whose key a later row of the run has are in `repeated`, and those that gave way to a stored record in none.
 */
export type StoreBatch = (trx: Db) => Promise<StoredRecords>

/** Stores rows of one entity. */
export interface RowStore {
  /** Rows of a transaction. */
  batchSize: number
  /**
   * Makes events of the bodies of a few rows. In small parts: what is made of a row of a wide file is many times its
   * size, and most of it is garbage when the next part is made.
   */
  refine?: (db: Db, rows: readonly SourceRow[], pause: Pause) => Promise<SourceRow[]>
  /**
   * Prepares a batch outside of its transaction, while the batch before it is stored: it depends on nothing that batches
   * of the same file store.
   */
  prepare: (db: Db, rows: readonly SourceRow[], pause: Pause) => Promise<StoreBatch>
}

/** Returns the last of the items of each key: a later row replaces an earlier one. */
export const latestOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]
