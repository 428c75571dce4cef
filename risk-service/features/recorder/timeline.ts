import type { RecorderStep, RecorderTimeline } from '../../contract/events/recorder.ts'
import { eventSubject } from '../../kernel/personal-data/mask-data.ts'
import { loadRecordedEvent } from '../review/stored-decisions.ts'
import { recordView } from '../review/views/event-views.ts'
import { decisionSteps } from './decision-steps.ts'
import { createHider } from './hide-values.ts'
import { loadLaterSteps, type RecorderCall, reportSteps } from './later-steps.ts'

/** Loads everything that was recorded of an event, and records that the caller looked; null for an unknown event. */
export async function loadTimeline(
  call: RecorderCall,
  { eventType, id }: { eventType: string; id: string },
): Promise<RecorderTimeline | null> {
  const { db, engine, ports, principal, environmentId } = call
  const event = await loadRecordedEvent(db, { environmentId, eventType, id })
  if (event === null) return null
  const { row } = event
  await recordView(db, row, principal, ports.clock())
  const [replay, later] = await Promise.all([engine.replayStored(event.decision), loadLaterSteps(call, event)])
  const subject = eventSubject(environmentId, row.eventType, row.externalId)
  const hide = createHider(event.decision.request, call.masking, subject)
  const steps = decisionSteps(event, replay).map(step => (step.kind === 'reads' ? hideReads(step, hide) : step))
  return {
    environmentId,
    eventType: row.eventType,
    externalId: row.externalId,
    eventId: row.eventId,
    steps: [...steps, ...sortSteps([...reportSteps(event), ...later.steps])],
    hidden: later.hidden,
  }
}

/** The steps of the decision stand in their order; what follows is sorted by time. */
const sortSteps = (steps: readonly RecorderStep[]): RecorderStep[] =>
  steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

/** Hides values of the event in what rules looked up and found. */
const hideReads = (step: Extract<RecorderStep, { kind: 'reads' }>, hide: (text: string) => string): RecorderStep => ({
  ...step,
  reads: step.reads.map(({ args, result, ...read }) => ({
    ...read,
    args: args.map(hide),
    result: result === null ? null : hide(result),
  })),
})
