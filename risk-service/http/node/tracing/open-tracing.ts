import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { OpenSpan, Tracing } from './tracing.ts'

export interface TracingOptions {
  /** Where OTLP over HTTP is taken: the one address that traces are sent to. */
  url: string
  /** Share of the traces that begin here, 0 to 1; a trace that begins at the caller is recorded when the caller does. */
  share: number
  version: string
}

/** Spans that wait to be sent; more are dropped, so that a collector that is away costs no memory. */
const waitingSpans = 2048
const exportTimeoutMs = 5000
/** Milliseconds that the end of the service waits for the last spans. */
const closeTimeoutMs = 2000

const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/**
 * Returns the context of a caller's trace (W3C Trace Context, version 00). Its `tracestate` and `baggage` are not taken
 * over: they may contain anything, and would be passed on to others.
 */
function contextOf(header: string | string[] | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(typeof header === 'string' ? header : '') ?? []
  if (traceId === '') return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function openSpan(span: Span): OpenSpan {
  return {
    set: attributes => void span.setAttributes(attributes),
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
  }
}

/** Opens traces. The module and what it stands on are loaded only where an operator names an address. */
export function openTracing({ url, share, version }: TracingOptions): Tracing {
  const { pathname } = new URL(url)
  const exporter = new OTLPTraceExporter({
    url: pathname === '/' ? `${url}/v1/traces` : url,
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'assay',
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: waitingSpans,
        maxExportBatchSize: 512,
        scheduledDelayMillis: 1000,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('assay')
  // Its own, not the global one: whatever else is loaded in the process does not see it.
  const contexts = new AsyncLocalStorage<Context>()
  const active = (): Context => contexts.getStore() ?? ROOT_CONTEXT
  return {
    serve(request, response, area, work) {
      const method = request.method ?? 'GET'
      const parent = contextOf(request.headers['traceparent'])
      const attributes = { 'http.request.method': method, 'assay.area': area }
      const span = tracer.startSpan(`${method} ${area}`, { kind: SpanKind.SERVER, attributes }, parent)
      response.once('close', () => {
        const status = response.writableFinished ? response.statusCode : 499
        span.setAttribute('http.response.status_code', status)
        const correlationId = response.getHeader('x-ms-correlation-id')
        if (typeof correlationId === 'string') span.setAttribute('assay.correlation_id', correlationId)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      contexts.run(trace.setSpan(parent, span), work)
    },
    async inSpan(kind, name, work) {
      const parent = active()
      // Work that no request asked for, such as that of jobs.
      if (trace.getSpan(parent) === undefined) return work({ set: () => undefined, fail: () => undefined })
      const span = tracer.startSpan(name, { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL }, parent)
      try {
        return await contexts.run(trace.setSpan(parent, span), () => work(openSpan(span)))
      } catch (error) {
        // The name alone: a text may contain values.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    headers() {
      const current = trace.getSpanContext(active())
      if (current === undefined) return {}
      const flags = (current.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')
      return { traceparent: `00-${current.traceId}-${current.spanId}-${flags}` }
    },
    async close() {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>(resolve => {
        timer = setTimeout(resolve, closeTimeoutMs)
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late]).finally(() => clearTimeout(timer))
      contexts.disable()
    },
  }
}
