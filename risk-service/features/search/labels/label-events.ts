import type { z } from 'zod'
import type { LabelledEvent, searchLabelInputSchema } from '../../../contract/index.ts'
import { sendEventLabel } from '../../../engine/data-events/send-event-label.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'

type Input = z.output<typeof searchLabelInputSchema>

/**
 * Sends a label for events that were found, one by one: what fails for one does not keep the others from theirs. The
 * audit log has one entry for all of them, with what became of each.
 */
export async function labelEvents(context: EnvironmentCallContext, input: Input): Promise<LabelledEvent[]> {
  const { environmentId, eventType, label, reason } = input
  const { db, ports, principal, actorRoles, correlationId } = context
  const known = await storedEvents(context, input)
  const events = new Map(input.events.map(event => [keyOf(event.environmentId, event.id), event]))
  const results: LabelledEvent[] = []
  for (const [key, event] of events)
    results.push({ ...event, result: known.has(key) ? await labelOne(context, input, event) : 'notFound' })
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Search', id: eventType, name: eventType },
    { operation: 'SendLabel', before: null, after: { label, reason, events: results } },
  )
  return results
}

const keyOf = (environmentId: string, id: string): string => `${environmentId} ${id}`

/** Returns the events among those named that exist in the environments of the call. */
async function storedEvents({ db, scope }: EnvironmentCallContext, { eventType, events }: Input): Promise<Set<string>> {
  const rows = await db
    .selectFrom('event_key')
    .select(['environment_id', 'external_id'])
    .where('environment_id', 'in', [...scope])
    .where('event_type', '=', eventType)
    .where(
      'external_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  return new Set(rows.map(row => keyOf(row.environment_id, row.external_id)))
}

async function labelOne(
  { engine, ports, correlationId }: EnvironmentCallContext,
  { eventType, label, reason }: Input,
  { environmentId, id }: Input['events'][number],
): Promise<LabelledEvent['result']> {
  const receivedAt = ports.clock()
  try {
    const { kind } = await sendEventLabel(
      engine,
      { eventType, externalId: id },
      { isFraud: label === 'Fraud', reasonText: reason, eventTimeStamp: receivedAt.toISOString() },
      { environmentId, correlationId, receivedAt },
    )
    return kind === 'accepted' ? 'sent' : 'refused'
  } catch {
    return 'failed'
  }
}
