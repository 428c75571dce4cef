import { recordNoResponse, recordResponse } from '../offline/connection.ts'
import { recordServerDate } from './server-clock.ts'

/** Milliseconds after which a call without an answer is aborted. */
export const requestTimeout = 30_000
/** The longest wait that a 429 may impose before its read is repeated: milliseconds. */
export const maxRetryAfter = 60_000

/** No answer within the limit. */
export class RequestTimeoutError extends Error {
  /** @param timeout milliseconds */
  constructor(timeout: number = requestTimeout) {
    super(`The service did not answer within ${timeout / 1000} seconds.`)
    this.name = 'CallTimeout'
  }
}
/** The service cannot be reached at all. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The service cannot be reached.', { cause })
    this.name = 'NoConnection'
  }
}

/** Milliseconds that a `Retry-After` demands: seconds, or a point in time. */
export function retryAfterOf(header: string | null, now: number): number {
  const seconds = Number(header ?? 1)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - now
  return Math.min(Math.max(Number.isFinite(wait) ? wait : 1000, 0), maxRetryAfter)
}

/**
 * Sends one request: it is aborted when its time is over or the page is left.
 * @param timeout milliseconds
 */
export async function send(request: Request, init: RequestInit, timeout: number = requestTimeout): Promise<Response> {
  const limit = new AbortController()
  // The time-out ends when the answer begins: a stream of events may last any time.
  const timer = setTimeout(() => limit.abort(new RequestTimeoutError(timeout)), timeout)
  const leaving = () => limit.abort(request.signal.reason)
  if (request.signal.aborted) leaving()
  request.signal.addEventListener('abort', leaving, { once: true })
  const sentAt = Date.now()
  try {
    const answer = await fetch(request, { ...init, signal: limit.signal })
    recordServerDate(answer.headers.get('date'), sentAt)
    recordResponse(answer.headers.get('date'), answer.status)
    return answer
  } catch (error) {
    if (limit.signal.aborted) throw limit.signal.reason
    recordNoResponse()
    throw new ConnectionError(error)
  } finally {
    clearTimeout(timer)
  }
}

function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}

interface Answer {
  status: number
  headers: { readonly [name: string]: string | readonly string[] | undefined }
}

/**
 * A call of the service: a read that is rate limited waits for the requested time and is repeated once, with a request
 * of its own.
 * @param next sends the request of the call
 */
export async function repeatLimitedRead<Result extends Answer>(
  next: () => Promise<Result>,
  { isRead, signal }: { isRead: boolean; signal: AbortSignal | undefined },
): Promise<Result> {
  const answer = await next()
  if (answer.status !== 429 || !isRead) return answer
  await delay(retryAfterOf(String(answer.headers['retry-after'] ?? 1), Date.now()), signal)
  return next()
}
