import type { EventViewer } from '../../contract/events/event-viewers.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import type { EventScope } from './event-detail.ts'
import { findEventKey } from './store.ts'
import { recordView } from './views/event-views.ts'

type ViewerCall = Pick<ConsoleContext, 'db' | 'ports' | 'presence' | 'principal' | 'live'>

/**
 * Reports that the caller looks at an event, or has left it; other pages of the event are told when that is new, and the
 * visit is recorded.
 * Returns who looks at it now; null for an unknown event.
 */
export async function reportViewer(
  { db, ports, presence, principal, live }: ViewerCall,
  event: EventScope,
  left: boolean,
): Promise<EventViewer[] | null> {
  const { environmentId, eventType } = event
  const key = await findEventKey(db, environmentId, eventType, event.id)
  if (key === null) return null
  const eventId = key.external_id
  const place = { environmentId, eventType, externalId: eventId }
  const changed = left
    ? await presence.leave(place, principal.id)
    : await presence.enter(place, { id: principal.id, name: principal.name })
  if (changed && !left) await recordView(db, { environmentId, eventId: key.event_id }, principal, ports.clock())
  if (changed)
    live.publish({
      event: { kind: 'viewers', environmentId, eventType, eventId },
      audience: { tenantId: principal.tenantId, environmentId, capability: 'search' },
      supersedes: `viewers ${environmentId} ${eventType} ${eventId}`,
    })
  const viewers = await presence.viewers(place)
  return viewers.map(({ since, ...viewer }) => ({ ...viewer, since: since.toISOString() }))
}
