import type { Db } from '../../ports/database.ts'
import type { Logger } from '../../ports/index.ts'
import { emptySnapshot, includes, type Snapshot } from '../../ports/snapshot.ts'
import { codeOf } from '../errors/error-code.ts'
import type { PolledRange, ServiceChange, ServiceChanges } from '../store/changes/service-changes.ts'
import { writeChanges } from '../store/changes/write-changes.ts'
import { createStreamLimiter, hubLimits, type LiveHub, type LiveHubOptions } from './live-hub.ts'
import type { PlacedPublication, Publication } from './publication.ts'
import { hasReceived, isResumable, parsePlace, placeText, type StreamPlace } from './stream-place.ts'
import { createRetained, createSubscribers } from './subscribers.ts'

/** Milliseconds in which publications are collected, so that many of them are one statement. */
const collectMs = 25
const retryMs = 500
/** Publications that wait for the database. */
const maxWaiting = 1000
/** Bytes of one publication: it names what changed, never the data. */
const maxBytes = 8192
/** Written in place of publications that were dropped. */
const missedPayload = 'missed'

export interface SharedLiveHubDeps extends LiveHubOptions {
  db: Db
  log: Logger
  changes: Pick<ServiceChanges, 'subscribe'>
  /** The id of this process. */
  origin: () => string
  /** Browsers that listen to other processes. */
  listenersElsewhere: () => number
}

export interface SharedLiveHub extends LiveHub {
  /** Resolves when everything that was published has been written, or the database did not take it. */
  flush: () => Promise<void>
  /** Writes what waits, and ends. `close` ends the streams before, and parts that end later may still publish. */
  stop: () => Promise<void>
}

interface Shared extends PlacedPublication {
  xid: number
  seq: number
  /** The snapshot that first saw it. */
  to: Snapshot
}

/**
 * Creates the hub of a process among several: what it publishes is written to the database, and each process delivers
 * what all of them wrote to its own listeners. A listener may go on at any process.
 */
export function createSharedLiveHub({
  db,
  log,
  changes,
  origin,
  listenersElsewhere,
  maxRetained = hubLimits.maxRetained,
  maxQueued = hubLimits.maxQueued,
}: SharedLiveHubDeps): SharedLiveHub {
  /** Up to where this process has read. */
  let reached: Snapshot = emptySnapshot
  /** What it does not know: before its start, and what it no longer retains. */
  let forgotten: Snapshot = emptySnapshot
  const retained = createRetained<Shared>(maxRetained, oldest => {
    forgotten = oldest.to
  })
  const place = () => placeText({ from: reached, within: null })
  const subscribers = createSubscribers<Shared>(maxQueued, place)
  const totals = createTotals()
  const outbox = createOutbox({ db, log, origin })

  function deliver(found: readonly ServiceChange[], { from, to }: PolledRange): void {
    let before = placeText({ from, within: null })
    for (const [index, { xid, seq, origin: writer, payload }] of found.entries()) {
      if (payload === missedPayload) {
        missEverything(to)
        continue
      }
      const isLast = index === found.length - 1
      const id = placeText(isLast ? { from: to, within: null } : { from, within: { to, seq } })
      const publication = totals.merge(payload as Publication, writer ?? '')
      const next: Shared = { ...publication, xid, seq, to, id, before }
      before = id
      retained.add(next)
      subscribers.deliver(next)
    }
  }
  function missEverything(to: Snapshot): void {
    forgotten = to
    retained.clear()
    subscribers.missAll()
  }

  changes.subscribe({
    topics: ['live'],
    onBegun(found, range) {
      forgotten = range.from
      reached = range.to
      deliver(found, range)
    },
    onChanges(found, range) {
      if (reached === emptySnapshot) forgotten = range.from
      reached = range.to
      deliver(found, range)
    },
    onMissed(to) {
      reached = to
      missEverything(to)
    },
    onPolled(to) {
      if (reached === emptySnapshot) forgotten = to
      reached = to
    },
  })

  return {
    get listening() {
      return subscribers.count() > 0 || listenersElsewhere() > 0
    },
    get listeners() {
      return subscribers.count()
    },
    streams: createStreamLimiter(),
    publish: outbox.add,
    subscribe({ accepts, lastEventId }) {
      const named = lastEventId === null ? null : parsePlace(lastEventId)
      const resumed = named !== null && isResumable(named, { forgotten, reached }) ? named : null
      const from: StreamPlace = resumed ?? { from: reached, within: null }
      const waiting = lastEventId === null ? [] : retained.all().filter(each => isNew(each) && accepts(each.audience))
      function isNew(publication: Shared): boolean {
        return !hasReceived(from, publication)
      }
      return subscribers.subscribe({
        // A browser that comes from a process that is ahead of this one does not receive everything again.
        accepts: publication => accepts(publication.audience) && isNew(publication),
        waiting,
        missed: lastEventId !== null && resumed === null,
        startedAt: waits =>
          resumed !== null && (waits || !includes(reached, resumed.within?.to ?? resumed.from))
            ? (lastEventId ?? '')
            : place(),
      })
    },
    flush: outbox.flush,
    close: subscribers.close,
    async stop() {
      outbox.close()
      await outbox.flush()
    },
  }
}

/** Each process counts its own decisions: browsers get the sum of all. */
function createTotals(): { merge: (publication: Publication, writer: string) => Publication } {
  const byKey = new Map<string, Map<string, number>>()
  return {
    merge(publication, writer) {
      const { event } = publication
      if (event.kind !== 'decisions') return publication
      const key = `${event.environmentId} ${event.eventType}`
      const byWriter = byKey.get(key) ?? new Map<string, number>()
      byKey.set(key, byWriter.set(writer, event.total))
      return {
        ...publication,
        event: { ...event, total: [...byWriter.values()].reduce((sum, total) => sum + total, 0) },
      }
    },
  }
}

/** What waits to be written: one of those that supersede each other, and a bounded number. */
function createOutbox({ db, log, origin }: Pick<SharedLiveHubDeps, 'db' | 'log' | 'origin'>) {
  let waiting: Publication[] = []
  let lost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let failing = false
  let closed = false

  async function write(): Promise<void> {
    const batch = waiting
    const wasLost = lost
    waiting = []
    lost = false
    const rows = batch.map(payload => ({ topic: 'live' as const, key: null, payload: payload as unknown }))
    if (wasLost) rows.push({ topic: 'live', key: null, payload: missedPayload })
    try {
      await writeChanges(db, origin(), rows)
      if (failing) log.write(1, 'live.published-again')
      failing = false
    } catch (error) {
      const code = codeOf(error)
      // An outage would fill the log.
      if (!failing) log.write(2, 'live.not-published', { code })
      failing = true
      // A text that the database does not take would be refused for ever.
      const isRefused = code.startsWith('22')
      if (!isRefused) waiting = [...batch, ...waiting]
      lost ||= wasLost || isRefused
      bound()
    }
  }
  function bound(): void {
    if (waiting.length <= maxWaiting) return
    // Browsers read everything again instead.
    waiting = []
    lost = true
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= write().finally(() => {
      running = null
      if (waiting.length > 0 || lost) schedule(failing ? retryMs : collectMs)
    })
    return running
  }
  function schedule(wait: number): void {
    if (!closed) timer ??= setTimeout(() => void flush(), wait)
  }

  return {
    add(publication: Publication) {
      if (JSON.stringify(publication).length > maxBytes) lost = true
      else {
        const { supersedes } = publication
        const older = supersedes === undefined ? -1 : waiting.findIndex(each => each.supersedes === supersedes)
        if (older >= 0) waiting.splice(older, 1)
        waiting.push(publication)
        bound()
      }
      if (running === null) schedule(failing ? retryMs : collectMs)
    },
    async flush() {
      await running
      await flush()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
