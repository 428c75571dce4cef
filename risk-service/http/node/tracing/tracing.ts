import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '../../../engine/index.ts'
import type { OutgoingHttp } from '../../../ports/index.ts'

/** What a span says: kinds, codes and the correlation id. Never an address, a body or an id of a person. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A span that is open. */
export interface OpenSpan {
  set: (attributes: SpanAttributes) => void
  fail: () => void
}

/** Traces of OpenTelemetry. Without it (null) nothing is wrapped, and nothing costs anything. */
export interface Tracing {
  /** Runs the work of a request in a span that continues the caller's trace and ends with the answer. */
  serve: (request: IncomingMessage, response: ServerResponse, area: string, work: () => void) => void
  /** Runs work in a span below the current one. */
  inSpan: <T>(kind: 'internal' | 'client', name: string, work: (span: OpenSpan) => Promise<T>) => Promise<T>
  /** The header that lets a called service continue the trace; none outside of a span. */
  headers: () => Readonly<Record<string, string>>
  /** Sends what waits, and ends. */
  close: () => Promise<void>
}

/** Returns the engine with a span for each decision. */
export function withDecisionSpans(engine: Engine, tracing: Tracing | null): Engine {
  if (tracing === null) return engine
  return {
    ...engine,
    decide: input =>
      tracing.inSpan('internal', 'decide', async span => {
        const result = await engine.decide(input)
        span.set({ 'assay.event_type': input.eventType, 'assay.outcome': result.kind })
        return result
      }),
  }
}

/** Returns the client with a span for each call of a decision, which the called service can continue. */
export function withCallSpans(http: OutgoingHttp, tracing: Tracing | null): OutgoingHttp {
  if (tracing === null) return http
  return {
    ...http,
    send: request =>
      tracing.inSpan('client', `call ${request.method}`, async span => {
        const answer = await http.send({ ...request, headers: { ...tracing.headers(), ...request.headers } })
        span.set(
          answer.kind === 'answer'
            ? { 'http.request.method': request.method, 'http.response.status_code': answer.status }
            : { 'http.request.method': request.method, 'error.type': answer.kind },
        )
        if (answer.kind !== 'answer') span.fail()
        return answer
      }),
  }
}
