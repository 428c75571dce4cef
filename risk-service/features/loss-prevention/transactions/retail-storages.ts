import type { Db } from '../../../ports/database.ts'
import {
  mapPayment,
  mapPaymentMethod,
  mapSale,
  mapTransaction,
  type RetailFile,
  type RetailRowIssue,
  type Uploaded,
} from './retail-rows.ts'
import {
  findOrphans,
  type RetailKey,
  type RetailPayment,
  type RetailPaymentMethod,
  type RetailSale,
  type RetailTransaction,
  removeSales,
  removeTransactions,
  type StoredRows,
  storePaymentMethods,
  storePayments,
  storeSales,
  storeTransactions,
} from './store-transactions.ts'

/** How rows of a file become rows of the store. */
export interface RetailStorage<Value> {
  /** Returns the row as it is stored, or what is wrong with it. */
  map: (row: Readonly<Record<string, string | undefined>>) => Value | RetailRowIssue[]
  /** Identifies a row: the latest one of a key counts, and a key occurs once in what is stored at once. */
  keyOf: (value: Value) => string
  /** Stores rows, and removes those that did not take place after all. */
  store: (db: Db, values: readonly Value[]) => Promise<StoredRows>
  /** Returns the lines that took place and were not stored, because their transaction is not. */
  leftOut?: (db: Db, values: readonly Value[]) => Promise<RetailKey[]>
  /** Returns the transactions among the values that are stored. */
  transactionsOf?: (values: readonly Value[]) => readonly RetailKey[]
}
interface RetailValues {
  Transactions: Uploaded<RetailTransaction>
  Sales: Uploaded<RetailSale>
  Payments: RetailPayment
  PaymentMethod: RetailPaymentMethod
}
export type RetailStorages = { [File in RetailFile]: RetailStorage<RetailValues[File]> }

const keyOf = ({ number, terminal, unit }: RetailKey) => JSON.stringify([number, terminal, unit])
const lineOf = (row: RetailKey) => JSON.stringify([row.line, keyOf(row)])

/**
 * Returns how the retail files of an environment are stored.
 * @param hashOf a hash of payment instruments with a key of the environment
 */
export const createRetailStorages = (
  environmentId: string,
  hashOf: (instrument: string) => string,
): RetailStorages => ({
  PaymentMethod: {
    map: mapPaymentMethod,
    keyOf: ({ method }) => method,
    store: (db, values) => storePaymentMethods(db, environmentId, values),
  },
  Transactions: {
    map: mapTransaction,
    keyOf,
    async store(db, values) {
      const [rows, others] = splitByEffect(values)
      const { stored, changed } = await storeTransactions(db, environmentId, rows)
      return { stored, changed: changed + (await removeTransactions(db, environmentId, others)) }
    },
    transactionsOf: values => values.filter(({ tookPlace }) => tookPlace),
  },
  Sales: {
    map: mapSale,
    keyOf: lineOf,
    async store(db, values) {
      const [rows, others] = splitByEffect(values)
      const removed = await removeSales(db, environmentId, others)
      const { stored, changed } = await storeSales(db, environmentId, rows)
      return { stored, changed: changed + removed }
    },
    leftOut: (db, values) =>
      findOrphans(
        db,
        environmentId,
        values.filter(({ tookPlace }) => tookPlace),
      ),
  },
  Payments: {
    map: row => mapPayment(row, hashOf),
    keyOf: lineOf,
    store: (db, values) => storePayments(db, environmentId, values),
    leftOut: (db, values) =>
      findOrphans(
        db,
        environmentId,
        values.filter(payment => !payment.is_void),
      ),
  },
})

/** Returns the rows that took place, and the keys of those that did not. */
function splitByEffect<Value extends RetailKey>(rows: readonly Uploaded<Value>[]): [Value[], RetailKey[]] {
  return [
    rows.filter(({ tookPlace }) => tookPlace),
    rows
      .filter(({ tookPlace }) => !tookPlace)
      .map(({ number, terminal, unit, line }) => ({ number, terminal, unit, ...(line === undefined ? {} : { line }) })),
  ]
}
