import { type RecorderStep, type RecorderTimeline, recorderLimits } from '../../contract/events/recorder.ts'
import { allows } from '../../contract/index.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ancestorsOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { readHistory } from '../cases/work/read-cases.ts'
import { loadDecisionDeliveries } from '../event-tracing/delivery/decision-deliveries.ts'
import { loadReveals } from '../personal-data/reveals.ts'
import { toDataEvent } from '../review/data-events.ts'
import type { RecordedEvent } from '../review/stored-decisions.ts'
import { labelFacts } from '../review/user-restriction.ts'
import { loadViews } from '../review/views/event-views.ts'

export type RecorderCall = EnvironmentCallContext & { environmentId: string }

const { entries } = recorderLimits

/** Returns the labels and reports on an event. */
export function reportSteps({ labels, dataEvents }: RecordedEvent): RecorderStep[] {
  return [
    ...labels.slice(0, entries).map(
      (label): RecorderStep => ({
        kind: 'label',
        at: label.received_at.toISOString(),
        durationMs: null,
        id: label.label_key,
        isFraud: label.is_fraud,
        source: labelFacts(label).source,
      }),
    ),
    ...dataEvents.slice(0, entries).map((stored): RecorderStep => {
      const { id, kind, type, status, receivedAt } = toDataEvent(stored)
      return {
        kind: 'report',
        at: receivedAt,
        durationMs: null,
        id,
        report: kind,
        type,
        status,
        correlationId: stored.correlation_id,
      }
    }),
  ]
}

/** Returns the steps of the case, of deliveries and of those who looked, as far as the caller may see them. */
export async function loadLaterSteps(
  call: RecorderCall,
  { row, receivedAt }: RecordedEvent,
): Promise<Pick<RecorderTimeline, 'steps' | 'hidden'>> {
  const { db, principal, tree, environmentId } = call
  const path = [...ancestorsOf(tree, environmentId).map(({ id }) => id), environmentId]
  // Subscriptions of an environment above receive the message, too; their names are for those who may read them there.
  const withDeliveries = path.filter(id => allows(levelIn(principal, id, 'eventtracing', tree), 'read'))
  const event = { environmentId, eventType: row.eventType, externalId: row.externalId, eventId: row.eventId }
  const hidden: RecorderTimeline['hidden'] = []
  if (!allows(levelIn(principal, environmentId, 'cases.queues', tree), 'read')) hidden.push('case')
  if (!withDeliveries.includes(environmentId)) hidden.push('delivery')
  const [cases, deliveries, views, reveals] = await Promise.all([
    hidden.includes('case') ? [] : loadCaseSteps(call, event),
    hidden.includes('delivery') ? [] : loadDecisionDeliveries(db, { ...event, receivedAt }, withDeliveries),
    loadViews(db, event, entries),
    loadReveals(db, event, path, { since: receivedAt, limit: entries }),
  ])
  return {
    hidden,
    steps: [
      ...cases,
      ...deliveries.map(
        ({ at, ...delivery }): RecorderStep => ({
          kind: 'delivery',
          at: at.toISOString(),
          durationMs: null,
          ...delivery,
        }),
      ),
      ...views.map(
        ({ userName, firstAt, lastAt, views: count }): RecorderStep => ({
          kind: 'viewed',
          at: firstAt.toISOString(),
          durationMs: null,
          by: userName,
          views: count,
          lastAt: lastAt.toISOString(),
        }),
      ),
      ...reveals.map(
        ({ id, at, actorName, reason }): RecorderStep => ({
          kind: 'revealed',
          at: at.toISOString(),
          durationMs: null,
          id,
          by: actorName,
          reason,
        }),
      ),
    ],
  }
}

/** Returns the history of the case; nothing for an event without one that the caller sees. */
async function loadCaseSteps(
  call: RecorderCall,
  { environmentId, eventType, externalId }: { environmentId: string; eventType: string; externalId: string },
): Promise<RecorderStep[]> {
  try {
    const history = await readHistory(call, { environmentId, eventType, id: externalId })
    return history.slice(0, entries).map(({ id, kind, at, by, details }) => ({
      kind: 'case',
      at,
      durationMs: null,
      id,
      change: kind,
      by: by?.name ?? null,
      details,
    }))
  } catch (error) {
    if (error instanceof NotFoundError) return []
    throw error
  }
}
