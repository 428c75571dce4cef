import { type RecorderMatch, recorderLimits } from '../../contract/events/recorder.ts'
import { allows } from '../../contract/index.ts'
import { storedTypesOf } from '../../engine/assessments/assessment-info.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { findByCorrelationId, findByEventId, findByExternalId, findByReport, findRefusals } from './store.ts'

/** Assessments that have no rules. */
const eventTypesWithoutRules = ['signup', 'signin']

type FindCall = Pick<EnvironmentCallContext, 'db' | 'engine' | 'scope' | 'principal' | 'tree'>

/**
 * Finds what an id belongs to in the environments of a call: an event by the service's id, the merchant's or its
 * correlation id, an event that a call reported on, or a refused call where the caller may read those. Each event once,
 * by the first of these; an empty result is no error, because the id is a guess from a pasted text.
 */
export async function findMatches(call: FindCall, id: string): Promise<RecorderMatch[]> {
  const { db, engine, scope, principal, tree } = call
  // No text of the store contains U+0000, so that nothing has such an id.
  if (id.includes('\u0000')) return []
  const eventTypes = [
    ...new Set([
      ...scope.flatMap(environmentId => engine.assessments(environmentId).flatMap(storedTypesOf)),
      ...eventTypesWithoutRules,
    ]),
  ]
  const withErrors = scope.filter(each => allows(levelIn(principal, each, 'apimanagement', tree), 'read'))
  const [events, refusals] = await Promise.all([
    Promise.all([
      findByEventId(db, scope, id),
      findByExternalId(db, scope, eventTypes, id),
      findByCorrelationId(db, scope, id),
      findByReport(db, scope, id),
    ]),
    withErrors.length === 0 ? [] : findRefusals(db, withErrors, id),
  ])
  const first = new Map(
    events
      .flat()
      .toReversed()
      .map(match => [match.eventId, match]),
  )
  return [...[...first.values()].toReversed(), ...refusals].slice(0, recorderLimits.matches)
}
