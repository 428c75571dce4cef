import { parseSnapshot, type Snapshot } from '../../ports/snapshot.ts'
import type { BucketMemory, Entry } from './buckets/memory.ts'
import { entryKey, type KeyRow, type RequestedKey } from './buckets/rows.ts'

export type ReadFailure = 'timeout' | 'database' | 'notKept'
export class VelocityReadError extends Error {
  readonly reason: ReadFailure
  constructor(why: ReadFailure) {
    super(`velocity read failed: ${why}`)
    this.name = 'VelocityReadError'
    this.reason = why
  }
}

interface Batch {
  requested: Map<string, RequestedKey>
  answer: Promise<ReadonlyMap<string, Entry>>
  resolve: (entries: ReadonlyMap<string, Entry>) => void
  fail: (why: ReadFailure) => void
  sent: boolean
  overdue: boolean
}

export interface BatchedLoader {
  load: (environmentId: string, key: string, fromHour: number) => Promise<Entry>
}

const maxConcurrentStatements = 2
const batchSize = 256

/**
 * Creates a loader of buckets that are not in memory: requests during a statement join the next one, without a timer. A
 * batch that takes longer than `timeoutMs`, its wait included, is abandoned; while the maximum of statements runs and
 * all of them are late, further reads are refused at once, so that a decision waits for the database only once.
 */
export function createBatchedLoader(
  memory: BucketMemory,
  read: (requested: readonly RequestedKey[]) => Promise<KeyRow[]>,
  timeoutMs: number,
): BatchedLoader {
  let next: Batch | null = null
  let waiting: Batch[] = []
  let running = 0
  let late = 0
  let due = false
  let folded: Snapshot | undefined

  function newBatch(): Batch {
    let resolve: Batch['resolve'] = () => undefined
    let reject: (error: unknown) => void = () => undefined
    const answer = new Promise<ReadonlyMap<string, Entry>>((yes, no) => {
      resolve = yes
      reject = no
    })
    answer.catch(() => undefined)
    const batch: Batch = {
      requested: new Map(),
      answer,
      sent: false,
      overdue: false,
      resolve(entries) {
        clearTimeout(timer)
        resolve(entries)
      },
      fail(why) {
        clearTimeout(timer)
        reject(new VelocityReadError(why))
      },
    }
    const timer = setTimeout(() => {
      if (batch.sent) {
        batch.overdue = true
        late++
      }
      waiting = waiting.filter(each => each !== batch)
      if (next === batch) next = null
      batch.fail('timeout')
    }, timeoutMs)
    return batch
  }

  function pump(): void {
    due = false
    while (running < maxConcurrentStatements) {
      const batch = waiting.shift() ?? next
      if (batch === null) return
      if (batch === next) next = null
      void run(batch)
    }
  }

  async function run(batch: Batch): Promise<void> {
    running++
    batch.sent = true
    const loading = memory.beginLoad()
    try {
      const requested = [...batch.requested.values()]
      const rows = await read(requested)
      const byKey = new Map(rows.map(row => [row.n, row]))
      const entries = new Map<string, Entry>()
      requested.forEach(({ environmentId, key, fromHour }, index) => {
        const own = byKey.get(index + 1)
        if (own?.folded == null) throw new VelocityReadError('database')
        // One object for all entries of a fold.
        if (own.folded !== folded?.text) folded = parseSnapshot(own.folded)
        const name = entryKey(environmentId, key)
        entries.set(name, memory.createEntry(loading, name, fromHour, own.hours, folded))
      })
      batch.resolve(entries)
    } catch {
      batch.fail('database')
    } finally {
      if (batch.overdue) late--
      memory.endLoad(loading)
      running--
      pump()
    }
  }

  return {
    async load(environmentId, key, fromHour) {
      if (late >= maxConcurrentStatements) throw new VelocityReadError('timeout')
      if (next !== null && next.requested.size >= batchSize) {
        waiting.push(next)
        next = null
      }
      const batch = (next ??= newBatch())
      const name = entryKey(environmentId, key)
      const before = batch.requested.get(name)
      batch.requested.set(name, { environmentId, key, fromHour: Math.min(fromHour, before?.fromHour ?? fromHour) })
      if (!due && running < maxConcurrentStatements) {
        due = true
        queueMicrotask(pump)
      }
      const entry = (await batch.answer).get(name)
      if (entry === undefined) throw new VelocityReadError('database')
      return entry
    },
  }
}
