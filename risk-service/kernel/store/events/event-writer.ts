import {
  type DataWrite,
  type DecidedEvent,
  type EventWriter,
  type LabelState,
  type LabelWrite,
  type Logger,
  UnavailableError,
  type WrittenData,
  type WrittenEvent,
} from '../../../ports/index.ts'
import type { ChainRule } from '../../../ports/stored-explanation.ts'
import { reusedArrays } from '../connection/binary-arrays.ts'
import { writeDataEvents } from './data-event-writer.ts'
import { valuesOf } from './event-records.ts'
import { type EncodeArray, readAnswers, readLabels, relabel, writeEvents, writeLabels } from './event-writer-sql.ts'

/** What the writer needs of a connection: PostgreSQL's own client has it. */
export interface WriterConnection {
  query: <R extends object>(query: string | { name: string; text: string; values: unknown[] }) => Promise<{ rows: R[] }>
  on: (event: 'error' | 'end', listener: (error?: unknown) => void) => unknown
  end: () => Promise<void>
}

export interface EventWriterOptions {
  /** Opens the one connection that writes; called again after it is lost. */
  connect: () => Promise<WriterConnection>
  /**
   * Asked for every batch how its columns travel; by default as PostgreSQL's binary form, in memory that is used again.
   */
  encode?: () => EncodeArray
  log: Logger
  /** Work that may wait; what comes beyond it is refused. */
  maxWaiting?: number
  /** Longest a batch may take before its connection is given up. */
  timeoutMs?: number
}

interface PendingWrite<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

const batchSize = 64
/** Smaller batches are not worth a commit of their own. */
const smallBatch = 16
const reconnectMs = 200

/**
 * How many of the waiting a statement takes: half of them, within the limits. Taking all would have the database idle
 * while their callers are answered and come again, and the service idle while it writes.
 */
const nextBatchSize = (waiting: number): number => Math.min(batchSize, Math.max(smallBatch, Math.ceil(waiting / 2)))

/**
 * Group commit without a timer: whenever the connection is free it takes of what waits, at most 64, in one statement. A
 * lone request commits at once, a crowd shares commits by itself. The order is first come, first served; labels and
 * events take turns on the same connection, so neither can see half of the other.
 */
export async function createEventWriter(options: EventWriterOptions): Promise<EventWriter> {
  const { log, encode = reusedArrays(), maxWaiting = 2000, timeoutMs = 5000 } = options
  const events: PendingWrite<DecidedEvent, WrittenEvent>[] = []
  const labels: PendingWrite<LabelWrite, undefined>[] = []
  const data: PendingWrite<DataWrite, WrittenData>[] = []
  /** Ids on their way: a repeat waits for the first and takes its answer. */
  const underWay = new Map<string, Promise<WrittenEvent>>()
  let client: WriterConnection | null = null
  let pumping = false
  let closed = false

  function lost(which: WriterConnection, error?: unknown): void {
    if (client !== which) return
    client = null
    log.write(3, 'writer.connection-lost', { code: codeOf(error) })
    for (const waiting of [...events.splice(0), ...labels.splice(0), ...data.splice(0)])
      waiting.reject(new UnavailableError('database'))
    if (!closed) reconnect()
  }

  function adopt(fresh: WriterConnection): void {
    client = fresh
    fresh.on('error', (error: unknown) => {
      lost(fresh, error)
    })
    fresh.on('end', () => {
      lost(fresh)
    })
  }

  function reconnect(): void {
    setTimeout(() => {
      if (closed || client !== null) return
      options.connect().then(fresh => {
        if (closed) void fresh.end()
        else {
          adopt(fresh)
          log.write(1, 'writer.connected')
        }
      }, reconnect)
    }, reconnectMs)
  }

  /** Runs work on the connection; gives the connection up when the database does not answer in time. */
  async function guarded<T>(use: (connection: WriterConnection) => Promise<T>): Promise<T> {
    const connection = client
    if (connection === null) throw new UnavailableError('database')
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        lost(connection)
        void connection.end().catch(() => undefined)
        reject(new UnavailableError('database'))
      }, timeoutMs)
    })
    try {
      return await Promise.race([use(connection), late])
    } catch (error) {
      if (error instanceof UnavailableError || isAboutData(error)) throw error
      // Whether the batch was committed is unknown: the caller tries again and gets the stored answer, or a decision.
      lost(connection, error)
      void connection.end().catch(() => undefined)
      throw new UnavailableError('database')
    } finally {
      clearTimeout(timer)
    }
  }

  async function pump(): Promise<void> {
    if (pumping) return
    pumping = true
    let answer = (): void => undefined
    try {
      while (waits()) {
        if (events.length > 0) {
          // The next batch is with the database before the last one is answered: neither waits for the other.
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
   * Gives back what answers the batch. One row that the database will not take must not cost its neighbours theirs:
   * then it is tried row by row.
   */
  async function settle<T, R>(
    batch: PendingWrite<T, R>[],
    run: (batch: PendingWrite<T, R>[]) => Promise<R[]>,
  ): Promise<() => void> {
    try {
      const results = await run(batch)
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
      if (!(error instanceof UnavailableError)) log.write(3, 'writer.refused', { code: codeOf(error) })
      return () => {
        for (const waiting of batch) waiting.reject(error)
      }
    }
  }

  async function writeBatch(batch: PendingWrite<DecidedEvent, WrittenEvent>[]): Promise<WrittenEvent[]> {
    return await guarded(async connection => {
      const { rows } = await connection.query<{ event_id: string }>({
        name: 'write-events',
        text: writeEvents,
        values: valuesOf(
          batch.map(({ item }) => item),
          encode(),
        ),
      })
      if (rows.length === batch.length) return batch.map(({ item }) => ({ answer: item.answer, replayed: false }))
      const stored = new Set(rows.map(row => row.event_id))
      const repeats = batch.filter(({ item }) => !stored.has(item.eventId))
      const answers = await connection.query<{
        environment_id: string
        event_type: string
        external_id: string
        answer: string
        rules: readonly ChainRule[] | null
      }>({
        name: 'read-answers',
        text: readAnswers,
        values: [
          JSON.stringify(
            repeats.map(({ item }) => ({
              environment_id: item.environmentId,
              event_type: item.eventType,
              external_id: item.externalId,
            })),
          ),
        ],
      })
      const byKey = new Map(answers.rows.map(row => [keyOf(row.environment_id, row.event_type, row.external_id), row]))
      return batch.map(({ item }) => {
        if (stored.has(item.eventId)) return { answer: item.answer, replayed: false }
        const first = byKey.get(keyOf(item.environmentId, item.eventType, item.externalId))
        if (first === undefined) throw new UnavailableError('database')
        return { answer: first.answer, replayed: true, rules: first.rules }
      })
    })
  }

  async function labelBatch(batch: PendingWrite<LabelWrite, undefined>[]): Promise<undefined[]> {
    return await guarded(async connection => {
      const keys = JSON.stringify(
        batch.map(({ item }) => ({ environment_id: item.environmentId, label_key: item.key })),
      )
      const { rows } = await connection.query<{
        environment_id: string
        label_key: string
        is_fraud: boolean | null
        label_at: Date
        body: Record<string, unknown>
      }>({ name: 'read-labels', text: readLabels, values: [keys] })
      const states = new Map<string, LabelState>(
        rows.map(row => [
          `${row.environment_id}\n${row.label_key}`,
          { body: row.body, isFraud: row.is_fraud, at: row.label_at.toISOString() },
        ]),
      )
      const writes = new Map<string, Record<string, unknown>>()
      for (const { item } of batch) {
        const key = `${item.environmentId}\n${item.key}`
        const state = item.merge(states.get(key) ?? null)
        states.set(key, state)
        writes.set(key, {
          environment_id: item.environmentId,
          label_key: item.key,
          object_type: item.objectType,
          object_id: item.objectId,
          event_types: item.eventTypes,
          is_fraud: state.isFraud,
          label_at: state.at,
          body: state.body,
        })
      }
      const payload = JSON.stringify([...writes.values()])
      await connection.query('begin')
      try {
        await connection.query({ name: 'write-labels', text: writeLabels, values: [payload] })
        // Sees the labels just written because it is a statement of its own; events change with them or not at all.
        await connection.query({ name: 'relabel', text: relabel, values: [payload] })
        await connection.query('commit')
      } catch (error) {
        await connection.query('rollback').catch(() => undefined)
        throw error
      }
      return batch.map(() => undefined)
    })
  }

  async function dataBatch(batch: PendingWrite<DataWrite, WrittenData>[]): Promise<WrittenData[]> {
    return await guarded(connection =>
      writeDataEvents(
        query => connection.query(query),
        batch.map(({ item }) => item),
      ),
    )
  }

  const waits = (): boolean => events.length > 0 || labels.length > 0 || data.length > 0

  function refusal(): UnavailableError | null {
    if (closed || client === null) return new UnavailableError('database')
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

  adopt(await options.connect())
  return {
    unavailableReason: refusal,
    write(event) {
      const key = keyOf(event.environmentId, event.eventType, event.externalId)
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
      while (client !== null && (pumping || waits())) await new Promise(resolve => setTimeout(resolve, 5))
      closed = true
      const connection = client
      client = null
      await connection?.end().catch(() => undefined)
    },
  }
}

const keyOf = (environmentId: string, eventType: string, externalId: string): string =>
  `${environmentId}\n${eventType}\n${externalId}`

/** True for errors that speak of the rows, not of the server or the connection. */
function isAboutData(error: unknown): boolean {
  return error instanceof RangeError || /^(?:21|22|23|40|42)...$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'none'
}
