import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readRows } from './files/csv-rows.ts'
import { ecommerceColumns, ecommerceTimeColumn, isPast, mapEcommerce, timeOf } from './files/ecommerce-file.ts'
import { ImportStoppedError, type RiskClient } from './risk-client.ts'

export interface ImportProgress {
  total: number
  done: number
  faults: number
  skipped: number
}
export interface ImportFileOptions {
  file: string
  client: Pick<RiskClient, 'send'>
  /** File of the progress, from which a stopped import resumes. */
  stateFile: string
  limit?: number
  concurrency?: number
  now?: number
  onProgress?: (progress: ImportProgress) => void
  onFault?: (line: number, problem: string) => void
  signal?: AbortSignal
}

interface ImportState {
  /** Every row up to this one (counted from 1, without the header) is stored or reported. */
  rows: number
  /** Shift of all times, stored so that a resumed import uses the same one. */
  shift: number
  faults: number
}

function readState(file: string): ImportState | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ImportState
  } catch {
    return undefined
  }
}

function writeState(file: string, state: ImportState): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

/** Sends every row as a purchase and a label. A row is done when both are stored, or when its faults were reported. */
export async function importFile(options: ImportFileOptions): Promise<ImportProgress> {
  const { file, client, stateFile, concurrency = 16, now = Date.now(), signal } = options
  let newest = Number.NEGATIVE_INFINITY
  let total = 0
  for await (const { row } of readRows(file, ecommerceColumns)) {
    if (options.limit !== undefined && total >= options.limit) break
    total++
    const time = timeOf(row[ecommerceTimeColumn]?.trim())
    if (time !== null && isPast(time, now)) newest = Math.max(newest, time)
  }
  const storedState = readState(stateFile)
  const state: ImportState = storedState ?? { rows: 0, shift: Number.isFinite(newest) ? now - newest : 0, faults: 0 }
  const progress: ImportProgress = {
    total,
    done: Math.min(state.rows, total),
    faults: state.faults,
    skipped: Math.min(state.rows, total),
  }
  const finished = new Set<number>()
  const running = new Set<Promise<void>>()
  let broken: unknown

  const finish = (number: number) => {
    finished.add(number)
    progress.done++
    while (finished.delete(state.rows + 1)) state.rows++
    if (progress.done % 50 === 0) writeState(stateFile, state)
    options.onProgress?.(progress)
  }
  const fault = (line: number, problem: string) => {
    progress.faults++
    state.faults++
    options.onFault?.(line, problem)
  }

  /** Line of each id: an id counts once, so that a second row with it would have no effect and is reported. */
  const lines = new Map<string, number>()
  let number = 0
  for await (const { row, line, fault: unreadable } of readRows(file, ecommerceColumns)) {
    number++
    if (number > total || signal?.aborted || broken) break
    const id = unreadable ? '' : (row['user_id']?.trim() ?? '')
    const earlier = lines.get(id)
    if (id !== '' && earlier === undefined) lines.set(id, line)
    if (number <= state.rows) continue
    const mapped = unreadable
      ? [unreadable]
      : earlier !== undefined
        ? [{ column: 'user_id', problem: `'${id}' is in line ${earlier} already; an id counts once` }]
        : mapEcommerce(row, state.shift, now)
    if (Array.isArray(mapped)) {
      fault(line, mapped.map(({ column, problem }) => `${column}: ${problem}`).join('; '))
      finish(number)
      continue
    }
    const current = number
    const work = (async () => {
      const bought = await client.send('/v1.0/MerchantServices/events/Purchase', mapped.purchase)
      const labelled = bought.ok ? await client.send('/v1.0/MerchantServices/events/Label', mapped.label) : bought
      if (!labelled.ok) fault(line, labelled.message)
      finish(current)
    })().catch((error: unknown) => {
      if (!(error instanceof ImportStoppedError)) broken = error
    })
    running.add(work)
    void work.finally(() => running.delete(work))
    if (running.size >= concurrency) await Promise.race(running)
  }
  await Promise.all(running)
  writeState(stateFile, state)
  if (broken) throw broken
  return progress
}
