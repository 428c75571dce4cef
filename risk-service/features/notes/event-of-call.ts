import { authorize } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { findEventId } from '../review/event-detail.ts'
import type { EventAddress } from './store.ts'

/**
 * Returns the event of a call by the id that its notes belong to.
 * @throws AccessError for a caller who may not see events, NotFoundError for an unknown event
 */
export async function eventOf(
  { db, principal, tree }: EnvironmentCallContext,
  { environmentId, eventType, eventId }: EventAddress,
): Promise<EventAddress> {
  authorize(principal, environmentId, 'search', 'read', tree)
  const id = await findEventId(db, { environmentId, eventType, id: eventId })
  if (id === null) throw new NotFoundError('There is no event with this id in this environment.')
  return { environmentId, eventType, eventId: id }
}
