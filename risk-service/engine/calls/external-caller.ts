import { buildCallRequest } from '../../contract/external-calls/call-request.ts'
import type { CallResult } from '../../fql/index.ts'
import type { OutgoingHttp, Ports } from '../../ports/index.ts'
import { configurationsOf } from './call-definition.ts'
import type { MeteredCall } from './call-meter.ts'
import type { LoadedCall } from './load-calls.ts'
import { type CallOutcome, performCall } from './perform-call.ts'

interface ExternalCallDeps extends Pick<Ports, 'clock' | 'log'> {
  http: OutgoingHttp
  onCall: (call: MeteredCall) => void
}

/**
 * Creates the caller of external calls for events: within the remaining time of the event (`until`, on the clock of
 * `performance.now()`) and behind the circuit breaker of the target. A failed call returns the default response; the
 * caller never rejects.
 */
export function createExternalCaller({
  http,
  clock,
  log,
  onCall,
}: ExternalCallDeps): (
  call: LoadedCall,
  args: readonly string[],
  until?: number,
  trace?: (outcome: CallOutcome) => void,
) => Promise<CallResult> {
  return async (call, args, until = Infinity, trace = () => undefined) => {
    const { body, row, breaker, last } = call
    const finish = (outcome: CallOutcome): CallResult => {
      const { error, status, latencyMs } = outcome
      onCall({ environmentId: row.environment_id, kind: 'external', targetId: row.id, error, status, latencyMs })
      trace(outcome)
      return resultOf(outcome, body.defaultResponse)
    }
    const withheld = (error: 'circuit' | 'timeout', message: string): CallResult =>
      finish({ error, message, status: 0, latencyMs: 0, response: undefined, sent: withheldRequest(call, args) })
    const left = until - performance.now()
    if (left <= 0) return withheld('timeout', 'Timeout')
    if (!breaker.tryAcquire(clock().getTime())) return withheld('circuit', 'Circuit breaker')
    const timeoutMs = Math.min(body.timeoutMs, left)
    const outcome = await performCall(body, args, {
      http,
      authenticator: call.authenticator,
      secrets: call.secrets,
      timeoutMs,
    })
    const now = clock().getTime()
    last.real = now
    const closed = breaker.openUntil(now) === null
    // A time-out because other calls used up the time of the event is not a failure of this target.
    if (!closed || outcome.error !== 'timeout' || timeoutMs === body.timeoutMs)
      breaker.record(now, outcome.error === null)
    if (closed && breaker.openUntil(now) !== null)
      log.write(2, 'external-calls.suspended', { callId: row.id, environmentId: row.environment_id })
    return finish(outcome)
  }
}

const resultOf = (outcome: CallOutcome, defaultResponse: unknown): CallResult => ({
  response: outcome.error === null ? outcome.response : structuredClone(defaultResponse),
  httpStatusCode: outcome.status,
  errorMessage: outcome.message,
  latencyMs: outcome.latencyMs,
  request: outcome.sent.body ?? '',
  endpoint: outcome.sent.url,
})

/** Returns the request that a suppressed call would have sent. */
function withheldRequest({ body }: LoadedCall, args: readonly string[]): CallOutcome['sent'] {
  const { url, body: text } = buildCallRequest(body, {
    parameters: new Map(body.parameters.map(({ name }, index) => [name.toLowerCase(), args[index] ?? ''])),
    configurations: configurationsOf(body, new Map(), true),
  })
  return { url, body: text }
}
