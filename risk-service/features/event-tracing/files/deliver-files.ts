import type { HistoryState } from '../../../ports/tables/review/event-tracing.ts'
import type { ClaimedSubscription } from '../delivery/claim.ts'
import { readEvents } from '../delivery/read-events.ts'
import { credentialPlace } from '../delivery/secret-place.ts'
import { leaseMs, renewLease, stateOf } from '../delivery/subscription-progress.ts'
import { tracedScope } from '../delivery/traced-environments.ts'
import { buildMessages } from '../messages/build-messages.ts'
import { sinkOf } from '../sinks/sink-settings.ts'
import { halfHourMs, halfHourOf } from './file-paths.ts'
import { countHistory, readHistory } from './history-rows.ts'
import { createFilePacker } from './packed-files.ts'
import { type FileDelivery, type FileServices, writeFiles, writeManifests } from './write-files.ts'

/** Rows that are read at a time. */
const pageRows = 500
/** Milliseconds after which what happened before a time is stored, and what happens after it stands in the outbox. */
export const settleMs = 20_000
/** Milliseconds before a subscription whose rows may stand in the outbox as well: clocks of services may differ. */
const overlapMs = 300_000
/** Milliseconds after which what is packed is written, although more would fit. */
const flushMs = 20_000

/**
 * Writes the files of a claimed subscription: of the stored events first, then of the half hours that are over. A set of
 * files is stored together with where it ends, so that a process that ends in the middle writes only that set again.
 */
export async function deliverFiles(
  services: FileServices,
  claimed: ClaimedSubscription,
  signal: AbortSignal,
): Promise<void> {
  const { ports } = services
  const sink = sinkOf(claimed)
  if (sink.kind === 'webhook' || sink.kind === 'pull' || sink.kind === 'eventHubs')
    throw new Error(`Sinks of the kind ${sink.kind} get no files.`)
  const sealed = claimed.credential
  const credential =
    sealed === null ? null : await services.cipher.decrypt(credentialPlace(claimed.id), sealed).catch(() => null)
  const lost = new AbortController()
  const delivery: FileDelivery = {
    services,
    claimed,
    target: services.sinks.openFiles(sink, { environmentId: claimed.environment_id, credential }),
    scope: await tracedScope(ports.db, claimed.environment_id),
    signal: AbortSignal.any([signal, lost.signal]),
    position: { reached: claimed.reached, history: claimed.history, state: stateOf(claimed) },
  }
  // A large file may last longer than the lease. Without it another process may write to the same paths.
  const renew = async (): Promise<void> => {
    if (!(await renewLease(ports, claimed, false))) lost.abort()
  }
  const renewal = setInterval(() => void renew().catch(() => undefined), leaseMs / 3)
  try {
    // Files without a manifest are those of a process that ended, or whose manifest was not accepted.
    if ((await writeManifests(delivery)) && (await copyHistory(delivery))) await writeHalfHours(delivery)
  } finally {
    clearInterval(renewal)
  }
}

/** Copies the stored events, the oldest first. Returns whether all are copied. */
async function copyHistory(delivery: FileDelivery): Promise<boolean> {
  const { services, claimed, scope, signal, position } = delivery
  const { db, clock } = services.ports
  if (position.history === null) return true
  const since = new Date(position.history.since)
  const until = new Date(since.getTime() + settleMs)
  const isSettled = clock().getTime() >= until.getTime() + settleMs
  const range = {
    scope,
    kinds: claimed.kinds,
    from: null,
    until: isSettled ? until : new Date(since.getTime() - settleMs),
  }
  let history: HistoryState = position.history
  history = { ...history, total: history.total ?? (await countHistory(db, { ...range, until })) }
  const notAfter = { seq: position.reached, from: new Date(since.getTime() - overlapMs) }
  const pageSize = services.fileLimits?.rows ?? pageRows
  const packer = createFilePacker(services.fileLimits)
  let flushedAt = performance.now()
  for (;;) {
    await services.pace?.(signal)
    if (signal.aborted) return false
    const page = await readHistory(db, range, { cursor: history.cursor, limit: pageSize, notAfter })
    const messages = await buildMessages(db, page.rows)
    for (const { seq } of page.rows)
      for (const message of messages.get(seq) ?? []) if (claimed.kinds.includes(message.kind)) await packer.add(message)
    history = { ...history, cursor: page.cursor, done: history.done + page.count }
    const isLast = page.count < pageSize
    if (isLast || packer.isFull() || performance.now() - flushedAt > flushMs) {
      const isWritten = await writeFiles(delivery, await packer.finish(), {
        reached: position.reached,
        history: isLast && isSettled ? null : history,
        // What happened last is copied once it is certain that all of it is stored.
        nextAt: isLast && !isSettled ? new Date(until.getTime() + settleMs) : null,
      })
      if (!isWritten) return false
      flushedAt = performance.now()
    }
    if (isLast) return isSettled
  }
}

/** Writes the events of the half hours that are over. */
async function writeHalfHours(delivery: FileDelivery): Promise<void> {
  const { services, claimed, scope, signal, position } = delivery
  const { db, clock } = services.ports
  const end = halfHourOf(clock())
  const nextAt = new Date(end.getTime() + halfHourMs)
  const pageSize = services.fileLimits?.rows ?? pageRows
  const packer = createFilePacker(services.fileLimits)
  let { reached } = position
  while (!signal.aborted) {
    await services.pace?.(signal)
    const page = await readEvents(
      db,
      { scope, after: reached, kinds: claimed.kinds, limit: pageSize, before: end },
      services.build,
    )
    for (const { message } of page.events) await packer.add(message)
    reached = page.upTo
    if (page.isLast || packer.isFull()) {
      const files = await packer.finish()
      if (!(await writeFiles(delivery, files, { reached, history: null, nextAt: page.isLast ? nextAt : null }))) return
    }
    if (page.isLast) return
  }
}
