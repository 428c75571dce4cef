import { type EventTestCase, recorderLimits } from '../../contract/events/recorder.ts'
import type { FqlCase } from '../../fql/cases/case.ts'
import { runCase } from '../../fql/cases/run-case.ts'
import { FqlError } from '../../fql/index.ts'
import { eventSubject } from '../../kernel/personal-data/mask-data.ts'
import { loadRecordedEvent, loadRuleBodies } from '../review/stored-decisions.ts'
import type { RecorderCall } from './later-steps.ts'
import { maskCase } from './mask-case.ts'

/** What a case expects, in the order in which it is written. */
const expected = ['decision', 'reason', 'supportMessage', 'challengeType', 'rule', 'clause', 'output'] as const

/**
 * Returns an event as a case of the query language that passes with today's rules; null for an unknown event. It is
 * masked as the event is for the caller, and expects what the masked event leads to.
 */
export async function createTestCase(
  { db, engine, masking, environmentId }: RecorderCall,
  { eventType, id }: { eventType: string; id: string },
): Promise<EventTestCase | null> {
  const event = await loadRecordedEvent(db, { environmentId, eventType, id })
  if (event === null) return null
  const { row, decision } = event
  const today = await engine.rerunStored(decision)
  const bodies = await loadRuleBodies(db, today.rules)
  const [missing] = bodies.filter(({ body }) => body === null)
  const draft = missing === undefined ? await engine.caseOfStored(decision, bodies) : null
  const refused = { state: 'notPossible', file: '', masked: false, agrees: false } as const
  if (draft === null || today.now === null) return { ...refused, problem: missing?.rule ?? null }
  const shown = maskCase(draft, masking, eventSubject(environmentId, row.eventType, row.externalId))
  const outcome = await runSafely({ ...shown, expect: {} })
  if ('problem' in outcome) return { ...refused, problem: outcome.problem }
  const { result } = outcome
  const errors = result.runtimeErrors
  const testCase: FqlCase = {
    ...shown,
    expect: {
      ...Object.fromEntries(expected.map(name => [name, result[name]])),
      ...(Array.isArray(errors) && errors.length > 0 ? { runtimeErrors: errors } : {}),
    },
  }
  const file = `${JSON.stringify([testCase], null, 2)}\n`
  if (file.length > recorderLimits.testCase) return { ...refused, problem: null }
  return {
    state: 'ready',
    file,
    masked: shown !== draft,
    agrees:
      result.decision === today.now.decision &&
      result.rule === (today.now.rule ?? '') &&
      result.clause === (today.now.clause ?? ''),
    problem: null,
  }
}

type Run = { result: Record<string, unknown> } | { problem: string }

/** Runs a case; what stops it is an answer, too. */
async function runSafely(testCase: FqlCase): Promise<Run> {
  try {
    const result = await runCase(testCase, 'code')
    const { error } = result as { error?: { code?: string; part?: string } }
    return error === undefined ? { result } : { problem: `${error.code ?? ''} ${error.part ?? ''}`.trim() }
  } catch (error) {
    if (error instanceof FqlError) return { problem: error.message }
    throw error
  }
}
