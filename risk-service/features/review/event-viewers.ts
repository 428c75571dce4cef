import type { EventViewer } from '../../contract/events/event-viewers.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { type EventScope, findEventId } from './event-detail.ts'

type ViewerCall = Pick<ConsoleContext, 'db' | 'presence' | 'principal' | 'live'>

/**
 * Reports that the caller looks at an event, or has left it; other pages of the event are told when that is new.
 * Returns who looks at it now; null for an unknown event.
 */
export async function reportViewer(
  { db, presence, principal, live }: ViewerCall,
  event: EventScope,
  left: boolean,
): Promise<EventViewer[] | null> {
  const eventId = await findEventId(db, event)
  if (eventId === null) return null
  const { environmentId, eventType } = event
  const place = `${environmentId} ${eventType} ${eventId}`
  const changed = left
    ? presence.leave(place, principal.id)
    : presence.enter(place, { id: principal.id, name: principal.name })
  if (changed)
    live.publish({
      event: { kind: 'viewers', environmentId, eventType, eventId },
      audience: { tenantId: principal.tenantId, environmentId, capability: 'search' },
      supersedes: `viewers ${place}`,
    })
  return presence.viewers(place).map(({ since, ...viewer }) => ({ ...viewer, since: new Date(since).toISOString() }))
}
