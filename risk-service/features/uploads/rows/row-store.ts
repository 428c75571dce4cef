import type { StoredRecords } from '../../../kernel/store/events/store-uploaded-events.ts'
import type { Db } from '../../../ports/database.ts'
import type { Body } from '../records/create-body.ts'

/** A row of a file: the cells of its key in their order, and its body as the risk API has it. */
export interface SourceRow {
  row: number
  key: readonly string[]
  body: Body
}

/** Stores rows of one entity. Idempotent by their keys, in the transaction that notes how far the file is stored. */
export interface RowStore {
  /** Rows of a transaction. */
  batchSize: number
  /** Rows whose key a later row of the run has are in `repeated`, and those that gave way to a stored record in none. */
  store: (trx: Db, rows: readonly SourceRow[]) => Promise<StoredRecords>
}

/** Returns the last of the items of each key: a later row replaces an earlier one. */
export const latestOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]
