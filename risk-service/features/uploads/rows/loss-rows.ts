import {
  mapPayment,
  mapPaymentMethod,
  mapSale,
  mapTransaction,
  type Uploaded,
} from '../../loss-prevention/transactions/retail-rows.ts'
import {
  countPaymentMethods,
  countRetailRows,
  type RetailKey,
  removeSales,
  removeTransactions,
  storePaymentMethods,
  storePayments,
  storeSales,
  storeTransactions,
} from '../../loss-prevention/transactions/store-transactions.ts'
import type { Body } from '../records/create-body.ts'
import { latestOf, type RowStore, type SourceRow } from './row-store.ts'

export interface LossPlace {
  environmentId: string
  /** Hashes a payment instrument with a key of the environment. */
  hashOf: (instrument: string) => string
}

const batchSize = 2000

/** The cells of a row, as the mapping of loss prevention reads them. */
const cellsOf = (body: Body): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))

/** Maps rows, leaves out those that loss prevention cannot use, and of each key all but the last. */
function mapRows<Value>(
  rows: readonly SourceRow[],
  map: (row: Record<string, string>) => Value | { column: string }[],
  keyOf: (value: Value) => string,
): Value[] {
  const mapped = rows.flatMap(({ body }) => {
    const value = map(cellsOf(body))
    return Array.isArray(value) ? [] : [value]
  })
  return latestOf(mapped, keyOf)
}

const keyOf = ({ number, terminal, unit, line }: RetailKey) => JSON.stringify([number, terminal, unit, line])

/** Returns the rows that took place, and those that did not: voided, cancelled, parked or done in training. */
function split<Value extends RetailKey>(rows: readonly Uploaded<Value>[]): [Uploaded<Value>[], Uploaded<Value>[]] {
  return [rows.filter(({ tookPlace }) => tookPlace), rows.filter(({ tookPlace }) => !tookPlace)]
}

export const createTransactionStore = ({ environmentId }: LossPlace): RowStore => ({
  batchSize,
  prepare(_db, rows) {
    const [stored, others] = split(mapRows(rows, mapTransaction, keyOf))
    return Promise.resolve(async trx => {
      const replaced = await countRetailRows(trx, environmentId, 'loss_transaction', stored)
      await storeTransactions(trx, environmentId, stored)
      await removeTransactions(trx, environmentId, others)
      return { stored: stored.length, replaced, repeated: 0 }
    })
  },
})

export const createSaleStore = ({ environmentId }: LossPlace): RowStore => ({
  batchSize,
  prepare(_db, rows) {
    const [uploaded, others] = split(mapRows(rows, mapSale, keyOf))
    return Promise.resolve(async trx => {
      const replaced = await countRetailRows(trx, environmentId, 'loss_sale', uploaded)
      await removeSales(trx, environmentId, others)
      const { stored } = await storeSales(trx, environmentId, uploaded)
      return { stored, replaced, repeated: 0 }
    })
  },
})

export const createPaymentStore = ({ environmentId, hashOf }: LossPlace): RowStore => ({
  batchSize,
  prepare(_db, rows) {
    const payments = mapRows(rows, row => mapPayment(row, hashOf), keyOf)
    return Promise.resolve(async trx => {
      const replaced = await countRetailRows(trx, environmentId, 'loss_payment', payments)
      const { stored } = await storePayments(trx, environmentId, payments)
      return { stored, replaced, repeated: 0 }
    })
  },
})

export const createMethodStore = ({ environmentId }: LossPlace): RowStore => ({
  batchSize,
  prepare(_db, rows) {
    const methods = mapRows(rows, mapPaymentMethod, ({ method }) => method)
    const names = methods.map(({ method }) => method)
    return Promise.resolve(async trx => {
      const replaced = names.length === 0 ? 0 : await countPaymentMethods(trx, environmentId, names)
      await storePaymentMethods(trx, environmentId, methods)
      return { stored: methods.length, replaced, repeated: 0 }
    })
  },
})
