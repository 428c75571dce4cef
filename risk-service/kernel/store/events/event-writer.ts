import {
  type DataWrite,
  type DecidedEvent,
  type EventWriter,
  type LabelWrite,
  type Logger,
  UnavailableError,
  type WrittenData,
  type WrittenEvent,
} from '../../../ports/index.ts'
import { codeOf } from '../../errors/error-code.ts'
import { reusedArrays } from '../connection/binary/binary-arrays.ts'
import { writeDataEvents } from './data-event-writer.ts'
import { eventKeyOf, writeEventBatch, writeLabelBatch } from './event-batches.ts'
import type { EncodeArray } from './event-writer-sql.ts'
import { isAboutData, isRefusedValue, openGuardedConnection, type WriterConnection } from './writer-connection.ts'

export interface EventWriterOptions {
  /** Opens the one connection for writing; called again after it is lost. */
  connect: () => Promise<WriterConnection>
  /**
   * Called for every batch: creates the encoder of its columns. By default PostgreSQL's binary form, in reused memory.
   */
  encode?: () => EncodeArray
  log: Logger
  /** Maximum of waiting writes; further ones are refused. */
  maxWaiting?: number
  /** Longest time of a batch before its connection is closed. */
  timeoutMs?: number
}

/** An event writer whose failures can be seen from outside. */
export interface CheckedEventWriter extends EventWriter {
  /**
   * Time of the last write that failed for another reason than its data, on the monotonic clock; null once a write
   * succeeded.
   */
  lastFailure: () => number | null
}

interface PendingWrite<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

const batchSize = 64
/** Smaller batches are not worth a commit of their own. */
const smallBatch = 16

/**
 * Returns the number of waiting writes for the next statement: half of them, within the limits. With all of them, the
 * database would be idle while their callers are answered and send again, and the service idle while it writes.
 */
const nextBatchSize = (waiting: number): number => Math.min(batchSize, Math.max(smallBatch, Math.ceil(waiting / 2)))

/**
 * Group commit without a timer: whenever the connection is free, at most 64 waiting writes are written in one
 * statement. A single request commits at once, many requests share commits automatically. The order is first come,
 * first served; labels and events alternate on the same connection, so that neither can see half of the other.
 */
export async function createEventWriter(options: EventWriterOptions): Promise<CheckedEventWriter> {
  const { log, encode = reusedArrays(), maxWaiting = 2000, timeoutMs = 5000 } = options
  const events: PendingWrite<DecidedEvent, WrittenEvent>[] = []
  const labels: PendingWrite<LabelWrite, undefined>[] = []
  const data: PendingWrite<DataWrite, WrittenData>[] = []
  /** Ids that are being written: a repeated request waits for the first and gets its answer. */
  const underWay = new Map<string, Promise<WrittenEvent>>()
  let pumping = false
  let failedAt: number | null = null
  const connection = await openGuardedConnection({
    connect: options.connect,
    log,
    timeoutMs,
    onLost: () => {
      for (const waiting of [...events.splice(0), ...labels.splice(0), ...data.splice(0)])
        waiting.reject(new UnavailableError('database'))
    },
  })

  async function pump(): Promise<void> {
    if (pumping) return
    pumping = true
    let answer = (): void => undefined
    try {
      while (waits()) {
        if (events.length > 0) {
          // The next batch is sent to the database before the callers of the last one are answered: neither waits for
          // the other.
          const next = settle(events.splice(0, nextBatchSize(events.length)), writeBatch)
          answer()
          answer = await next
        }
        if (labels.length > 0) {
          const next = settle(labels.splice(0, batchSize), labelBatch)
          answer()
          answer = await next
        }
        if (data.length > 0) {
          const next = settle(data.splice(0, batchSize), dataBatch)
          answer()
          answer = await next
        }
      }
    } finally {
      pumping = false
      answer()
    }
  }

  /**
   * Returns a function that answers the batch. One row that the database rejects must not fail the others: the batch is
   * then written row by row.
   */
  async function settle<T, R>(
    batch: PendingWrite<T, R>[],
    run: (batch: PendingWrite<T, R>[]) => Promise<R[]>,
  ): Promise<() => void> {
    try {
      const results = await run(batch)
      failedAt = null
      return () => {
        batch.forEach((waiting, index) => {
          waiting.resolve(results[index] as R)
        })
      }
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) {
        const answers: (() => void)[] = []
        for (const waiting of batch) answers.push(await settle([waiting], run))
        return () => {
          for (const answer of answers) answer()
        }
      }
      if (!isRefusedValue(error)) failedAt = performance.now()
      if (!(error instanceof UnavailableError)) log.write(3, 'writer.refused', { code: codeOf(error) })
      return () => {
        for (const waiting of batch) waiting.reject(error)
      }
    }
  }

  const writeBatch = (batch: PendingWrite<DecidedEvent, WrittenEvent>[]): Promise<WrittenEvent[]> =>
    connection.run(client => writeEventBatch(client, itemsOf(batch), encode()))

  const labelBatch = (batch: PendingWrite<LabelWrite, undefined>[]): Promise<undefined[]> =>
    connection.run(client => writeLabelBatch(client, itemsOf(batch)))

  const dataBatch = (batch: PendingWrite<DataWrite, WrittenData>[]): Promise<WrittenData[]> =>
    connection.run(client => writeDataEvents(query => client.query(query), itemsOf(batch)))

  const waits = (): boolean => events.length > 0 || labels.length > 0 || data.length > 0

  function refusal(): UnavailableError | null {
    if (!connection.isOpen()) return new UnavailableError('database')
    return events.length + labels.length + data.length >= maxWaiting ? new UnavailableError('overload') : null
  }

  function enqueue<T, R>(queue: PendingWrite<T, R>[], item: T): Promise<R> {
    const refused = refusal()
    if (refused !== null) return Promise.reject(refused)
    const promise = new Promise<R>((resolve, reject) => {
      queue.push({ item, resolve, reject })
    })
    void pump()
    return promise
  }

  return {
    unavailableReason: refusal,
    lastFailure: () => failedAt,
    write(event) {
      const key = eventKeyOf(event.environmentId, event.eventType, event.externalId)
      const first = underWay.get(key)
      if (first !== undefined) return first.then(({ answer }) => ({ answer, replayed: true }))
      const written = enqueue(events, event)
      underWay.set(key, written)
      const forget = (): void => {
        underWay.delete(key)
      }
      written.then(forget, forget)
      return written
    },
    label: label => enqueue(labels, label),
    data: item => enqueue(data, item),
    async close() {
      while (connection.isOpen() && (pumping || waits())) await new Promise(resolve => setTimeout(resolve, 5))
      await connection.close()
    },
  }
}

const itemsOf = <T>(batch: readonly { item: T }[]): T[] => batch.map(({ item }) => item)
