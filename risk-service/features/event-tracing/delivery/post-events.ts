import type { DeliveryFailure } from '../../../contract/index.ts'
import type { OutgoingHttp } from '../../../ports/index.ts'
import { messageHeaders, type SignedMessage } from './message-headers.ts'

/** Milliseconds after which an attempt is given up. */
const timeoutMs = 10_000
/** The longest time that a receiver can ask to wait. */
const maxRetryAfterMs = 3_600_000
/** Statuses after which the message is tried again; every other one of the client's is final. */
const transient = new Set([408, 425, 429])

interface EventMessage extends SignedMessage {
  url: string
  /** Breaks it off. */
  signal?: AbortSignal
}
export interface PostResult {
  /** Null: the message was accepted. */
  failure: { reason: DeliveryFailure; status: number | null } | null
  status: number | null
  /** Nothing else would come of another attempt. */
  isFinal: boolean
  retryAfterMs: number
  certificateUntil: Date | null
}

/** Posts events to a webhook, signed. Redirects are not followed. Never rejects. */
export async function postEvents(
  http: Pick<OutgoingHttp, 'send'>,
  message: EventMessage,
  { withCertificate = false } = {},
): Promise<PostResult> {
  const headers = await messageHeaders(message)
  if (headers === null) return failed({ reason: 'secret', status: null })
  const answer = await http.send({
    method: 'POST',
    url: message.url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: message.body,
    timeoutMs,
    withCertificate,
    ...(message.signal === undefined ? {} : { signal: message.signal }),
  })
  if (answer.kind !== 'answer') return failed({ reason: answer.kind, status: null })
  const { status, headers: returned = {}, certificateUntil = null } = answer
  if (status >= 200 && status < 300) return { failure: null, status, isFinal: false, retryAfterMs: 0, certificateUntil }
  const reason = status >= 300 && status < 400 ? 'redirect' : 'status'
  return {
    ...failed({ reason, status }),
    isFinal: status >= 400 && status < 500 && !transient.has(status),
    retryAfterMs: retryAfterOf(returned['retry-after'], message.at),
    certificateUntil,
  }
}

const failed = (failure: NonNullable<PostResult['failure']>): PostResult => ({
  failure,
  status: failure.status,
  isFinal: false,
  retryAfterMs: 0,
  certificateUntil: null,
})

/** The result of a message that is larger than one may be: it is not posted. */
export const tooLarge: PostResult = { ...failed({ reason: 'size', status: null }), isFinal: true }

/** Returns the milliseconds that a header asks to wait, as seconds or as a date; 0 without one. */
function retryAfterOf(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? 0 : Math.min(maxRetryAfterMs, Math.max(0, ms))
}
