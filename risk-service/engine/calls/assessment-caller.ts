import type { CallError } from '../../contract/common/resource-limits.ts'
import { runtimeMessage } from '../../fql/diagnostics/diagnostics.ts'
import type { Ports } from '../../ports/index.ts'
import type { DataEventInput, DecideInput, DecideResult, IngestResult } from '../types/inputs-and-results.ts'
import type { AssessmentCall, AssessmentCaller } from './types.ts'

/** The part of the engine that carries out a call. */
interface TargetEngine {
  decide: (input: DecideInput) => Promise<DecideResult>
  ingestDataEvent: (input: DataEventInput) => Promise<IngestResult>
}

/** Maximum depth of assessments that call one another below an event from outside. */
const maxCallDepth = 3
const timeoutMs = 5000

const failed = (error: CallError, errorMessage: string, httpStatusCode = 0) => ({
  response: null,
  httpStatusCode,
  errorMessage,
  error,
})
const answered = (text: string) => ({
  response: JSON.parse(text) as unknown,
  httpStatusCode: 200,
  errorMessage: '',
  error: null,
})

/**
 * Creates a caller by which one assessment calls another as a request to the risk API would, without the network in
 * between.
 */
export function createAssessmentCaller({
  engine,
  clock,
}: Pick<Ports, 'clock'> & { engine: TargetEngine }): AssessmentCaller {
  async function run({ target, method, body, observation, context }: AssessmentCall): ReturnType<AssessmentCaller> {
    const { environmentId, eventType } = target
    const input = { environmentId, body, correlationId: context.correlationId, receivedAt: clock() }
    if (method === 'evaluate') {
      const result = await engine.decide({
        ...input,
        eventType,
        backfill: false,
        diagnostics: false,
        depth: context.depth + 1,
        skipRecording: context.skipRecording === true,
        until: context.until,
      })
      switch (result.kind) {
        case 'answer':
          return answered(result.answer)
        case 'invalid':
          return failed('http', result.messages.join(' '), 400)
        case 'conflict':
          return failed('http', result.message, 409)
        default:
          return failed('definition', 'Definition not found')
      }
    }
    if (context.skipRecording === true)
      return failed('refused', 'Nothing is stored in this run, so no observation and no label is sent.')
    const sent: DataEventInput = {
      ...input,
      depth: context.depth + 1,
      assessment: eventType,
      observation: method === 'label' ? null : (observation ?? ''),
    }
    const result = await engine.ingestDataEvent(sent)
    switch (result.kind) {
      case 'accepted':
        return answered(
          JSON.stringify({ succeeded: true, metadata: { eventId: result.id, correlationId: context.correlationId } }),
        )
      case 'invalid':
        return failed('http', result.messages.join(' '), 400)
      case 'unknown':
        return failed('definition', 'Definition not found')
    }
  }

  return async call => {
    const { depth, until = Infinity } = call.context
    if (depth >= maxCallDepth) return failed('refused', runtimeMessage('FQL4008'))
    const left = Math.min(timeoutMs, until - performance.now())
    if (left <= 0) return failed('timeout', 'Timeout')
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      return await Promise.race([
        run(call),
        new Promise<Awaited<ReturnType<AssessmentCaller>>>(resolve => {
          timer = setTimeout(() => resolve(failed('timeout', 'Timeout')), left)
        }),
      ])
    } catch {
      // Overload, or the database is unreachable.
      return failed('communication', 'Communication failure', 503)
    } finally {
      clearTimeout(timer)
    }
  }
}
