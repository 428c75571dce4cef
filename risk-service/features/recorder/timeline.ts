import type { RecorderStep, RecorderTimeline } from '../../contract/events/recorder.ts'
import { loadRecordedEvent } from '../review/stored-decisions.ts'
import { recordView } from '../review/views/event-views.ts'
import { decisionSteps } from './decision-steps.ts'
import { loadLaterSteps, type RecorderCall, reportSteps } from './later-steps.ts'
import { createAnswerMask } from './mask-answer.ts'

/**
 * Loads everything that was recorded of an event, masked for the caller, and records that the caller looked; null for an
 * unknown event.
 */
export async function loadTimeline(
  call: RecorderCall,
  { eventType, id }: { eventType: string; id: string },
): Promise<RecorderTimeline | null> {
  const { db, engine, ports, principal, masking, environmentId } = call
  const event = await loadRecordedEvent(db, { environmentId, eventType, id })
  if (event === null) return null
  const { row } = event
  await recordView(db, row, principal, ports.clock())
  const [replay, later] = await Promise.all([engine.replayStored(event.decision), loadLaterSteps(call, event)])
  const mask = createAnswerMask(masking, event)
  return mask({
    environmentId,
    eventType: row.eventType,
    externalId: row.externalId,
    eventId: row.eventId,
    steps: [...decisionSteps(event, replay, mask), ...sortSteps([...reportSteps(event), ...later.steps])],
    hidden: later.hidden,
  })
}

/** The steps of the decision stand in their order; what follows is sorted by time. */
const sortSteps = (steps: readonly RecorderStep[]): RecorderStep[] =>
  steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
