import type { EventSinks, FileTarget, SinkFailure } from '../../../ports/index.ts'
import type { HistoryState } from '../../../ports/tables/review/event-tracing.ts'
import type { ClaimedSubscription, FailureState } from '../delivery/claim.ts'
import type { DeliveryServices } from '../delivery/deliver-subscription.ts'
import { secretPlace } from '../delivery/secret-place.ts'
import { accepted, storeProgress } from '../delivery/subscription-progress.ts'
import { manifestPath, withPaths } from './file-paths.ts'
import { manifestOf } from './manifest.ts'
import type { FilePackerOptions, PackedFile } from './packed-files.ts'

export interface FileServices extends DeliveryServices {
  sinks: Pick<EventSinks, 'openFiles' | 'openMessages'>
  /** Of tests: smaller files, and rows that are read at a time. */
  fileLimits?: FilePackerOptions & { rows?: number }
}

/** Where the files of a subscription end, and what failed. */
interface FilePosition {
  reached: number
  history: HistoryState | null
  state: FailureState
}

/** What writing the files of a subscription needs. */
export interface FileDelivery {
  services: FileServices
  claimed: ClaimedSubscription
  target: FileTarget
  scope: readonly string[]
  signal: AbortSignal
  position: FilePosition
}

const encoder = new TextEncoder()

/**
 * Writes a set of files, stores where it ends, and writes the manifests of its days. False: nothing more may be written
 * now, because something was not accepted, the process ends, or the subscription belongs to another one by now.
 */
export async function writeFiles(
  delivery: FileDelivery,
  packed: readonly PackedFile[],
  to: { reached: number; history: HistoryState | null; nextAt: Date | null },
): Promise<boolean> {
  const { services, claimed, target, signal, position } = delivery
  const { ports } = services
  const files = withPaths(packed, await pathsOf(delivery, packed))
  for (const { path, bytes } of files) {
    const failure = await target.put(path, bytes, signal)
    if (signal.aborted) return false
    if (failure !== null) return storeFailure(delivery, failure)
  }
  const now = ports.clock()
  const stored = await storeProgress(services, claimed, {
    reached: to.reached,
    delivered: files.reduce((sum, { events }) => sum + events, 0),
    delayMs: null,
    state: accepted,
    hasFailed: false,
    retryAfterMs: null,
    files: {
      history: to.history,
      written: files.length,
      nextAt: to.nextAt,
      async store(trx) {
        if (files.length === 0) return
        await trx
          .insertInto('event_file')
          .values(
            files.map(({ path, day, events, bytes, sha256, firstAt, lastAt }) => ({
              environment_id: claimed.environment_id,
              subscription_id: claimed.id,
              path,
              day,
              events,
              bytes: bytes.byteLength,
              sha256,
              first_at: firstAt,
              last_at: lastAt,
              listed: false,
              created_at: now,
            })),
          )
          .execute()
      },
    },
  })
  if (stored === null) return false
  Object.assign(position, { reached: to.reached, history: to.history, state: stored })
  return files.length === 0 || writeManifests(delivery)
}

/** Writes the manifests of days with files that no manifest lists yet. False: nothing more may be written now. */
export async function writeManifests(delivery: FileDelivery): Promise<boolean> {
  const { services, claimed, target, signal } = delivery
  const { db } = services.ports
  const unlisted = await db
    .selectFrom('event_file')
    .select('day')
    .distinct()
    .where('subscription_id', '=', claimed.id)
    .where('listed', '=', false)
    .orderBy('day')
    .execute()
  if (unlisted.length === 0) return true
  const secret = await services.cipher.decrypt(secretPlace(claimed.id), claimed.secret).catch(() => null)
  if (secret === null) return storeFailure(delivery, { reason: 'secret', status: null })
  for (const { day } of unlisted) {
    const rows = await db
      .selectFrom('event_file')
      .selectAll()
      .where('subscription_id', '=', claimed.id)
      .where('day', '=', day)
      .orderBy('path')
      .execute()
    const text = await manifestOf(
      { subscriptionId: claimed.id, environmentId: claimed.environment_id, day },
      rows.map(row => ({
        path: row.path,
        lines: row.events,
        bytes: row.bytes,
        sha256: row.sha256,
        firstTimestamp: row.first_at.toISOString(),
        lastTimestamp: row.last_at.toISOString(),
      })),
      secret,
    )
    const failure = await target.put(manifestPath(day), encoder.encode(text), signal)
    if (signal.aborted) return false
    if (failure !== null) return storeFailure(delivery, failure)
    await db
      .updateTable('event_file')
      .set({ listed: true })
      .where('subscription_id', '=', claimed.id)
      .where('day', '=', day)
      .where(
        'path',
        'in',
        rows.map(({ path }) => path),
      )
      .execute()
  }
  return true
}

/** Stores why something was not accepted, and when it is tried again. */
async function storeFailure({ services, claimed, position }: FileDelivery, failure: SinkFailure): Promise<false> {
  const { state } = position
  await storeProgress(services, claimed, {
    reached: position.reached,
    delivered: 0,
    delayMs: null,
    state: {
      ...state,
      attempts: state.attempts + 1,
      failing_since: state.failing_since ?? services.ports.clock(),
      failure: failure.reason,
      status: failure.status,
    },
    hasFailed: true,
    retryAfterMs: 0,
  })
  return false
}

/** Returns the paths that exist of the days of some files. */
async function pathsOf({ services, claimed }: FileDelivery, packed: readonly PackedFile[]): Promise<string[]> {
  if (packed.length === 0) return []
  const rows = await services.ports.db
    .selectFrom('event_file')
    .select('path')
    .where('subscription_id', '=', claimed.id)
    .where('day', 'in', [...new Set(packed.map(({ day }) => day))])
    .execute()
  return rows.map(({ path }) => path)
}
