import type { CallError } from '../../../contract/common/resource-limits.ts'
import type { MonitoringKind } from '../../../contract/index.ts'
import type { TracedCall } from '../../../engine/calls/types.ts'
import type { Ports } from '../../../ports/index.ts'
import { builtInNames } from '../messages/assessment-names.ts'
import { loadTracedPlaces, type MonitoringEvent, writeMonitoring } from './write-monitoring.ts'

const kinds: readonly MonitoringKind[] = ['externalCall', 'externalCallError']

/** Status of a call as subscribers read it. */
const statuses: Readonly<Record<CallError, string>> = {
  http: 'ResponseFailure',
  response: 'ResponseFailure',
  definition: 'UnknownFailure',
  application: 'AuthenticationFailure',
  entra: 'AuthenticationFailure',
  token: 'AuthenticationFailure',
  timeout: 'Timeout',
  communication: 'CommunicationFailure',
  refused: 'CommunicationFailure',
  circuit: 'CircuitBreakerOpen',
  unknown: 'UnknownFailure',
}

/** Calls that wait in memory at most, and milliseconds until they are written. */
const maxWaiting = 5000
const everyMs = 500

export interface ExternalCallEvents {
  add: (call: TracedCall) => void
  flush: () => Promise<void>
}

/**
 * Writes external calls as events for subscriptions that contain them, in batches outside of the calls. Bounded: with
 * more calls than the store can write, the oldest waiting ones are dropped and counted.
 */
export function createExternalCallEvents(ports: Pick<Ports, 'db' | 'newId' | 'log'>): ExternalCallEvents {
  const { db, log } = ports
  let waiting: TracedCall[] = []
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (dropped > 0) log.write(2, 'events.calls-dropped', { count: dropped })
    dropped = 0
    const calls = waiting
    waiting = []
    if (calls.length === 0) return
    try {
      const places = await loadTracedPlaces(db, kinds)
      const traced = calls.filter(({ environmentId }) => places.has(environmentId))
      await writeMonitoring(ports, traced.flatMap(eventsOf), places)
    } catch {
      // The store is unreachable: what fits waits for a later attempt.
      const newer = waiting
      waiting = [...calls, ...newer].slice(-maxWaiting)
      dropped += calls.length + newer.length - waiting.length
      schedule(everyMs * 4)
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(write)
    return flushing
  }

  function schedule(afterMs: number): void {
    timer ??= setTimeout(() => void flush(), afterMs)
    timer.unref()
  }

  return {
    flush,
    add(call) {
      if (waiting.length >= maxWaiting) {
        waiting.shift()
        dropped += 1
      }
      waiting.push(call)
      schedule(everyMs)
    },
  }
}

/** Returns the events of a call: each is one, and a failed one is another with its request and response. */
function eventsOf(call: TracedCall): MonitoringEvent[] {
  const { environmentId, at, eventType, error } = call
  const metric = {
    externalCallName: call.name,
    requestStatus: error === null ? 'Success' : statuses[error],
    httpStatusCode: call.status,
    correlationId: call.correlationId ?? '',
    latencyMs: call.latencyMs,
    // Published events write built-in assessments in upper case.
    assessment: eventType in builtInNames ? eventType.toUpperCase() : eventType,
    rule: call.rule,
    clause: call.clause,
  }
  const place = { environmentId, at, eventType }
  const event: MonitoringEvent = { ...place, kind: 'externalCall', members: metric }
  if (error === null) return [event]
  const content = { response: call.response, requestUri: call.request.url, requestBody: call.request.body ?? '' }
  return [event, { ...place, kind: 'externalCallError', members: { ...metric, ...content } }]
}
