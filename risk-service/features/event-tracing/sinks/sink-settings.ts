import type { SinkSettings } from '../../../contract/event-tracing/sinks.ts'
import { type EventSink, tracingLimits } from '../../../contract/index.ts'

/** The sink of a subscription as it is stored: a webhook in columns of its own, another one as a document. */
export interface StoredSink {
  sink: EventSink
  url: string | null
  batch: number
  target: SinkSettings | null
}

/** Returns the settings of a stored sink. */
export function sinkOf({ sink, url, batch, target }: StoredSink): SinkSettings {
  if (sink === 'webhook' && url !== null) return { kind: sink, url, batch }
  if (sink === 'pull') return { kind: sink }
  if (target?.kind !== sink) throw new Error(`The settings of a sink of the kind ${sink} are missing.`)
  return target
}

/** Returns the columns of a sink; `batch`: events that are sent at once. */
export function sinkColumns(sink: SinkSettings): {
  sink: EventSink
  url: string | null
  batch: number
  target: string | null
} {
  if (sink.kind === 'webhook') return { sink: sink.kind, url: sink.url, batch: sink.batch, target: null }
  const target = sink.kind === 'pull' ? null : JSON.stringify(sink)
  // A hub takes many messages at once, whatever the number of events in each.
  return { sink: sink.kind, url: null, batch: sink.kind === 'eventHubs' ? tracingLimits.batch : 1, target }
}
