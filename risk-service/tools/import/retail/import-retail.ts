import { existsSync } from 'node:fs'
import path from 'node:path'
import { requestReport } from '../../../features/loss-prevention/report/run-reports.ts'
import { type RetailFile, retailColumns } from '../../../features/loss-prevention/transactions/retail-rows.ts'
import {
  createRetailStorages,
  type RetailStorage,
} from '../../../features/loss-prevention/transactions/retail-storages.ts'
import { loadInstrumentHash } from '../../../http/node/retail/instrument-hash.ts'
import type { Db } from '../../../ports/database.ts'
import type { SecretKey } from '../../../ports/secret-key.ts'
import { CsvFileError, type NumberedRow, readRows } from '../files/csv-rows.ts'

/** What is wrong with the files; nothing of them was stored. */
export class RetailFileError extends Error {
  readonly faults: readonly string[]
  constructor(message: string, faults: readonly string[] = []) {
    super(message)
    this.faults = faults
  }
}

export interface RetailImport {
  folder: string
  now: Date
  /** Of the installation: payment instruments are hashed with a key that is derived from it. */
  secretKey: SecretKey
  /** Called after each batch. */
  onRows?: (file: RetailFile, rows: number) => void
  signal?: AbortSignal
}

const batch = 1000
const mostFaults = 10_000
const dayMs = 86_400_000

/**
 * Stores the four files of a folder in one transaction, and requests a report. Rows with an existing key are replaced.
 * @returns the rows of each file that were stored
 * @throws RetailFileError when a file or a row is faulty, or when they do not cover a month
 */
export async function importRetail(
  db: Db,
  environmentId: string,
  { folder, now, secretKey, onRows, signal }: RetailImport,
): Promise<Record<RetailFile, number>> {
  const files = new Map(Object.keys(retailColumns).map(name => [name as RetailFile, fileIn(folder, name)]))
  const faults: string[] = []
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const storages = createRetailStorages(environmentId, await loadInstrumentHash(db, secretKey, environmentId))
  const counts = { Transactions: 0, Sales: 0, Payments: 0, PaymentMethod: 0 }
  return db.transaction().execute(async trx => {
    const load = async <Value>(
      name: RetailFile,
      { map, keyOf, store }: RetailStorage<Value>,
      onRow?: (value: Value) => void,
    ) => {
      // The latest row of a key counts; a statement may not store one twice.
      let waiting = new Map<string, Value>()
      const flush = async () => {
        signal?.throwIfAborted()
        if (waiting.size > 0 && faults.length === 0) counts[name] += (await store(trx, [...waiting.values()])).stored
        waiting = new Map()
        onRows?.(name, counts[name])
      }
      for await (const { row, line, fault } of rowsOf(name, files.get(name) ?? '')) {
        const value = fault ? [fault] : map(row)
        if (!Array.isArray(value)) {
          waiting.set(keyOf(value), value)
          onRow?.(value)
        } else if (faults.length < mostFaults)
          faults.push(...value.map(({ column, problem }) => `${name}, line ${line}, ${column}: ${problem}`))
        if (waiting.size >= batch) await flush()
      }
      await flush()
    }
    await load('PaymentMethod', storages.PaymentMethod)
    await load('Transactions', storages.Transactions, ({ at, tookPlace }) => {
      if (tookPlace) [first, last] = [Math.min(first, at.getTime()), Math.max(last, at.getTime())]
    })
    await load('Sales', storages.Sales)
    await load('Payments', storages.Payments)
    if (faults.length > 0) throw new RetailFileError('Nothing was stored: the files have faults.', faults)
    assertMonth(first, last)
    await requestReport(trx, environmentId, now)
    return counts
  })
}

/** Reads the rows of a file. @throws RetailFileError with file, line and column */
async function* rowsOf(name: RetailFile, file: string): AsyncGenerator<NumberedRow> {
  try {
    yield* readRows(file, retailColumns[name])
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    const place = [
      name,
      ...(error.line === null ? [] : [`line ${error.line}`]),
      ...(error.column === null ? [] : [error.column]),
    ].join(', ')
    throw new RetailFileError('Nothing was stored: a file cannot be read.', [`${place}: ${error.problem}`])
  }
}

/** Returns the path of a file of the folder. @throws RetailFileError when there is none */
function fileIn(folder: string, name: string): string {
  const found = [`${name}.csv`, `${name}.csv.gz`].map(each => path.join(folder, each)).find(each => existsSync(each))
  if (found === undefined) throw new RetailFileError(`There is no ${name}.csv in ${folder}.`)
  return found
}

/** @throws RetailFileError when the transactions do not contain a whole month */
function assertMonth(first: number, last: number): void {
  const from = new Date(first)
  const starts = from.getUTCDate() === 1 ? from : new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const ends = Date.UTC(starts.getUTCFullYear(), starts.getUTCMonth() + 1, 1)
  if (last >= ends - dayMs) return
  const dayOf = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : 'no day')
  throw new RetailFileError(
    `At least one full month of transactions is needed. The file covers ${dayOf(first)} to ${dayOf(last)}.`,
  )
}
