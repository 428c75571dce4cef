import type { SecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { OutgoingHttp } from '../../../ports/index.ts'
import type { MessageBuilder } from '../messages/message-builder.ts'
import { chunksOf, isTooLarge } from './chunks.ts'
import type { ClaimedSubscription } from './claim.ts'
import { addDeadLetters, redeliverLetters } from './dead-letters.ts'
import { type PostResult, postEvents } from './post-events.ts'
import { readEvents } from './read-events.ts'
import { secretPlace } from './secret-place.ts'
import { type Progress, type ProgressServices, storeFailure, storeProgress } from './subscription-progress.ts'
import { tracedScope } from './traced-environments.ts'

export interface DeliveryServices extends ProgressServices {
  http: Pick<OutgoingHttp, 'send'>
  cipher: Pick<SecretCipher, 'decrypt'>
  build?: MessageBuilder
}

/** Rows that are read at a time. */
const pageSize = 200
/** Messages after which progress is stored: so many are sent again when the process ends in the middle. */
const progressEvery = 20
/** Every second so many dead letters, at most, as `redeliverLetters` reads. */
const redeliveryMs = 1000

/**
 * Delivers what waits for a claimed subscription, in its order, and dead letters beside it. Ends when nothing waits any
 * more, when a message has to be tried again later, and when the subscription belongs to somebody else.
 */
export async function deliverSubscription(
  services: DeliveryServices,
  claimed: ClaimedSubscription,
  signal: AbortSignal,
): Promise<void> {
  const { ports } = services
  const secrets = await secretsOf(services, claimed)
  const scope = await tracedScope(ports.db, claimed.environment_id)
  let reached = claimed.reached
  while (!signal.aborted) {
    const live = await deliverPage(services, { ...claimed, reached }, { secrets, scope }, signal)
    if (live === null) return
    reached = live.reached
    const started = performance.now()
    const redelivered = await redeliverLetters(ports, claimed, (names, body) =>
      post(services, claimed, { secrets, names, body, deliveryId: ports.newId(), attempt: 1 }),
    )
    if (redelivered > 0) await pause(redeliveryMs - (performance.now() - started), signal)
    else if (live.isLast) return
  }
}

/** Delivers a page of events; null: nothing more may be sent now. */
async function deliverPage(
  services: DeliveryServices,
  claimed: ClaimedSubscription,
  { secrets, scope }: { secrets: readonly string[]; scope: readonly string[] },
  signal: AbortSignal,
): Promise<{ reached: number; isLast: boolean } | null> {
  const { ports } = services
  const { db } = ports
  const page = await readEvents(
    db,
    { scope, after: claimed.reached, kinds: claimed.kinds, limit: pageSize },
    services.build,
  )
  const progress: Progress = { reached: claimed.reached, delivered: 0, delayMs: null }
  // Of the first message that is sent: it was tried before.
  let retried = { attempts: claimed.attempts, deliveryId: claimed.delivery_id }
  let sent = 0
  const store = async () => {
    const isOwned = await storeProgress(db, claimed, progress, ports.clock())
    progress.delivered = 0
    sent = 0
    return isOwned
  }
  const chunks = [...chunksOf(page.events, ({ message }) => message.json, claimed.batch)]
  for (const [index, chunk] of chunks.entries()) {
    if (signal.aborted) break
    const deliveryId = retried.deliveryId ?? ports.newId()
    const names = chunk.items.map(({ message }) => message.name)
    const result: PostResult = isTooLarge(chunk)
      ? tooLarge
      : await post(services, claimed, { secrets, names, body: chunk.body, deliveryId, attempt: retried.attempts + 1 })
    if (result.failure !== null && !result.isFinal) {
      if (sent > 0 && !(await store())) return null
      await storeFailure(services, sent > 0 || index > 0 ? { ...claimed, ...fresh } : claimed, deliveryId, result)
      return null
    }
    retried = { attempts: 0, deliveryId: null }
    if (result.failure !== null)
      await addDeadLetters(db, ports.newId, claimed, chunk.items, result.failure, ports.clock())
    else progress.delivered += chunk.items.length
    const last = chunk.items.at(-1)
    if (last !== undefined) {
      // A row of several messages is reached with the last of them.
      const following = chunks[index + 1]?.items[0]?.seq
      if (following !== last.seq) progress.reached = last.seq
      progress.delayMs = Math.max(0, ports.clock().getTime() - last.createdAt.getTime())
    }
    sent += 1
    if (sent >= progressEvery && !(await store())) return null
  }
  if (!signal.aborted) progress.reached = page.upTo
  if (!(await store())) return null
  return { reached: progress.reached, isLast: page.isLast }
}

/** The state of a message that was never tried. */
const fresh = { attempts: 0, failing_since: null, notified_at: null }

const tooLarge: PostResult = {
  failure: { reason: 'size', status: null, answer: null },
  status: null,
  isFinal: true,
  retryAfterMs: 0,
  certificateUntil: null,
}

const post = (
  { http, ports }: DeliveryServices,
  { id, url }: ClaimedSubscription,
  message: { secrets: readonly string[]; names: readonly string[]; body: string; deliveryId: string; attempt: number },
): Promise<PostResult> => postEvents(http, { ...message, url, subscriptionId: id, at: ports.clock() })

/** Returns the key that signs, and for a time the one before it; none where they cannot be read. */
async function secretsOf(
  { cipher, ports }: DeliveryServices,
  { id, secret, previous_secret, previous_until }: ClaimedSubscription,
): Promise<string[]> {
  const previous = previous_until !== null && previous_until > ports.clock() ? previous_secret : null
  try {
    return await Promise.all(
      [secret, ...(previous === null ? [] : [previous])].map(sealed => cipher.decrypt(secretPlace(id), sealed)),
    )
  } catch {
    return ['']
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
