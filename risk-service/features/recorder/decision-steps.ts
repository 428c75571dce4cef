import { type RecorderRead, type RecorderStep, recorderLimits } from '../../contract/events/recorder.ts'
import { objectOf } from '../../engine/lib/json.ts'
import type { ResourceRead } from '../../engine/replay/recorded-readers.ts'
import type { Replay } from '../../engine/rerun/reruns.ts'
import type { RecordedEvent } from '../review/stored-decisions.ts'
import { type MaskAnswer, plainValue } from './mask-answer.ts'

/** Enriched facts that are not of the event: they are about the call, or repeat others. */
const beside: ReadonlySet<string> = new Set(['apiClient', 'entities', 'riskReasonCodes', 'deviceAttributes'])

/** Characters of a value that a rule read. */
const maxResult = 300

/**
 * Returns the steps from the request to the store, with the times of the phases as far as they were recorded.
 * @param mask for the values that rules read, before they are shortened to texts
 */
export function decisionSteps(event: RecordedEvent, replay: Replay, mask: MaskAnswer): RecorderStep[] {
  const { decision, explanation, row, receivedAt, timings, latencyMs } = event
  const phases = timings?.phases ?? []
  const received = receivedAt.getTime()
  /** When a phase began, and how long it took. */
  const phase = (index: number): { at: string; durationMs: number | null } => ({
    at: new Date(received + phases.slice(0, index).reduce((sum, each) => sum + each, 0)).toISOString(),
    durationMs: phases[index] ?? null,
  })
  const afterRules = { ...phase(phases.length), durationMs: null }
  const { enrichment, request, reads } = decision
  const used = replay.run?.reads ?? []
  const steps: RecorderStep[] = [
    {
      kind: 'received',
      at: receivedAt.toISOString(),
      durationMs: null,
      correlationId: event.correlationId,
      clientId: typeof enrichment.apiClient === 'string' ? enrichment.apiClient : null,
      receivedBytes: timings?.bytes ?? null,
      storedBytes: new TextEncoder().encode(JSON.stringify(request)).length,
    },
    { kind: 'validated', ...phase(0) },
    {
      kind: 'enriched',
      ...phase(1),
      hasDeviceSession: Object.keys(objectOf(enrichment.deviceAttributes)).length > 0,
      facts: Object.keys(enrichment).filter(name => !beside.has(name)).length,
    },
    {
      kind: 'scored',
      ...phase(2),
      riskScore: decision.riskScore,
      botScore: typeof reads.bot === 'number' ? reads.bot : null,
      reasonCodes: typeof enrichment.riskReasonCodes === 'string' ? enrichment.riskReasonCodes : '',
      contributions: explanation.contributions,
    },
    {
      kind: 'reads',
      at: phase(3).at,
      durationMs: null,
      state: replay.state,
      reads: mask(used.slice(0, recorderLimits.reads).map(toPlain)).map(toRead),
      omitted: Math.max(0, used.length - recorderLimits.reads),
    },
    {
      kind: 'rules',
      ...phase(3),
      rules: explanation.rules,
      runtimeErrors: explanation.runtimeErrors,
      calls: explanation.calls ?? [],
    },
    {
      kind: 'answered',
      ...afterRules,
      decision: decision.decision,
      reason: decision.reason,
      rule: decision.rule,
      clause: decision.clause,
    },
    {
      kind: 'committed',
      at: latencyMs === null ? afterRules.at : new Date(received + latencyMs).toISOString(),
      durationMs: null,
      latencyMs,
      eventId: row.eventId,
    },
    ...(explanation.routing === undefined ? [] : [{ kind: 'routed' as const, ...afterRules, ...explanation.routing }]),
  ]
  return row.decision === null ? steps.filter(({ kind }) => uploaded.has(kind)) : steps
}

/** The steps of an event of a data upload: nothing has scored or decided it. */
const uploaded: ReadonlySet<RecorderStep['kind']> = new Set(['received', 'validated', 'enriched', 'committed'])

const toPlain = (read: ResourceRead): ResourceRead => ({ ...read, value: plainValue(read.value) })

/** Returns a read in the form in which it is shown. */
function toRead({ kind, resource, window, args, value }: ResourceRead): RecorderRead {
  return { kind, resource, window: window ?? null, args: [...args], result: resultText(value) }
}

/** A value as text; null for nothing. */
export function resultText(value: unknown): string | null {
  if (value === null || value === undefined || value === false) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxResult ? `${text.slice(0, maxResult)}…` : text
}
