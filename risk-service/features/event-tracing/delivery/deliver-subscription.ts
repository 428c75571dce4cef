import type { SecretCipher } from '../../../engine/calls/secret-encryption.ts'
import { sha256 } from '../../../engine/lib/sha256.ts'
import type { EventSinks, OutgoingHttp } from '../../../ports/index.ts'
import type { MessageBuilder } from '../messages/message-builder.ts'
import { type Chunk, isTooLarge } from './chunks.ts'
import type { ClaimedSubscription, FailureState } from './claim.ts'
import { addDeadLetters, redeliverLetters } from './dead-letters.ts'
import { type PostResult, tooLarge } from './post-events.ts'
import { contentOf, maxBytesOf, openSender, type SendMessage } from './sender.ts'
import { type PageReader, readPage } from './shared-pages.ts'
import { accepted, type ProgressServices, stateOf, storeProgress, untried } from './subscription-progress.ts'
import { tracedScope } from './traced-environments.ts'

export interface DeliveryServices extends ProgressServices {
  http: Pick<OutgoingHttp, 'send'>
  sinks: Pick<EventSinks, 'openMessages'>
  cipher: Pick<SecretCipher, 'decrypt'>
  build?: MessageBuilder
  /** Reads pages for several subscriptions; absent: each reads its own. */
  readPage?: PageReader
  /** Resolves when the next page or message may begin; absent: at once. */
  pace?: (signal: AbortSignal) => Promise<void>
}

/** Rows that are read at a time: more, the more wait, so that a page costs less of each. */
const pageSizes = { first: 200, last: 800 }
/** Messages and milliseconds after which progress is stored: the lease is longer than that and a message that lasts. */
const progressEvery = 20
const progressMs = 20_000
/** Every second so many dead letters, at most, as `redeliverLetters` reads. */
const redeliveryMs = 1000

/** What the delivery of a subscription needs from one page to the next. */
interface Delivery {
  services: DeliveryServices
  claimed: ClaimedSubscription
  send: SendMessage
  scope: readonly string[]
  signal: AbortSignal
}
/** Where the delivery is: up to which number, and what failed. */
interface Position {
  reached: number
  state: FailureState
}

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
  const send = await openSender(services, claimed)
  const scope = await tracedScope(ports.db, claimed.environment_id)
  const delivery: Delivery = { services, claimed, send, scope, signal }
  let position: Position = { reached: claimed.reached, state: stateOf(claimed) }
  let pageSize = pageSizes.first
  let hasLetters = claimed.has_letters
  let lookedAt = performance.now()
  while (!signal.aborted) {
    const page = await deliverPage(delivery, position, pageSize)
    if (page === null) return
    position = page
    pageSize = Math.min(pageSizes.last, pageSize * 2)
    const started = performance.now()
    // Letters that somebody asks for meanwhile are found after a second; looking for them costs as much as a page.
    if (!hasLetters && started - lookedAt < redeliveryMs) {
      if (page.isLast) return
      continue
    }
    lookedAt = started
    const redelivery = await redeliverLetters(ports, claimed, signal, content =>
      send({ ...content, deliveryId: ports.newId(), attempt: 1, signal }),
    )
    if (redelivery === null) return
    if (redelivery.isAccepted) position = { ...position, state: accepted }
    hasLetters = redelivery.tried > 0
    if (hasLetters) await pause(redeliveryMs - (performance.now() - started), signal)
    else if (page.isLast) return
  }
}

/** Delivers a page of events; null: nothing more may be sent now. */
async function deliverPage(
  { services, claimed, send, scope, signal }: Delivery,
  from: Position,
  limit: number,
): Promise<(Position & { isLast: boolean }) | null> {
  const { ports } = services
  await services.pace?.(signal)
  const request = { scope, after: from.reached, kinds: claimed.kinds, limit }
  const page = await (services.readPage?.(request) ?? readPage(ports.db, request, services.build))
  let { state } = from
  const progress = { reached: from.reached, delivered: 0, delayMs: null as number | null, hasFailed: false }
  let sent = 0
  let storedAt = ports.clock().getTime()
  const store = async (retryAfterMs: number | null = null): Promise<boolean> => {
    const stored = await storeProgress(services, claimed, { ...progress, state, retryAfterMs })
    progress.delivered = 0
    progress.hasFailed = false
    sent = 0
    storedAt = ports.clock().getTime()
    state = stored ?? state
    return stored !== null
  }
  const { batch, sink } = claimed
  const chunks = page.chunks({ batch, first: state.delivery_count ?? batch, maxBytes: maxBytesOf(sink) })
  for (const [index, chunk] of chunks.entries()) {
    await services.pace?.(signal)
    if (signal.aborted) break
    const attempted = await attemptOf(state, chunk, ports.newId)
    const result: PostResult = isTooLarge(chunk) ? tooLarge : await send({ ...attempted, ...contentOf(chunk) })
    const { failure } = result
    if (failure !== null) {
      progress.hasFailed = true
      state = {
        ...state,
        failing_since: state.failing_since ?? ports.clock(),
        failure: failure.reason,
        status: failure.status,
      }
    }
    if (failure !== null && !result.isFinal) {
      state = {
        ...state,
        attempts: state.attempts + 1,
        delivery_id: attempted.deliveryId,
        delivery_count: chunk.items.length,
        delivery_digest: await digestOf(chunk),
      }
      await store(result.retryAfterMs)
      return null
    }
    if (failure === null) {
      progress.delivered += chunk.items.length
      state = accepted
    } else {
      await addDeadLetters(ports.db, ports.newId, claimed, chunk.items, failure, ports.clock())
      state = { ...state, ...untried }
    }
    const last = chunk.items.at(-1)
    if (last !== undefined) {
      // A row of several messages is reached with the last of them.
      const following = chunks[index + 1]?.items[0]?.seq
      if (following !== last.seq) progress.reached = last.seq
      progress.delayMs = Math.max(0, ports.clock().getTime() - last.createdAt.getTime())
    }
    sent += 1
    const isDue = sent >= progressEvery || ports.clock().getTime() - storedAt >= progressMs
    if (isDue && !(await store())) return null
  }
  if (!signal.aborted) {
    progress.reached = page.upTo
    // What was tried before is gone where nothing was sent.
    if (chunks.length === 0 && page.upTo > from.reached) state = { ...state, ...untried }
  }
  if (!(await store())) return null
  return { reached: progress.reached, state, isLast: page.isLast }
}

/** Returns id and attempt of a message: those of one that failed where it has the same content, and new ones otherwise. */
async function attemptOf(
  { attempts, delivery_id, delivery_digest }: FailureState,
  chunk: Chunk<unknown>,
  newId: () => string,
): Promise<{ deliveryId: string; attempt: number }> {
  return delivery_id !== null && delivery_digest === (await digestOf(chunk))
    ? { deliveryId: delivery_id, attempt: attempts + 1 }
    : { deliveryId: newId(), attempt: 1 }
}

const digestOf = ({ body }: Chunk<unknown>): Promise<string> => sha256(body())

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
