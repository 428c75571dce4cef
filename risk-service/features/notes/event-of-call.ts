import { logNoteType } from '../../contract/index.ts'
import { authorize } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { noteEnvironmentOf } from '../activity-log/search/read-log.ts'
import { findEventId } from '../review/event-detail.ts'
import type { EventAddress } from './store.ts'

/**
 * Returns the event of a call by the id that its notes belong to; an entry of the activity log takes notes as an event
 * does.
 * @throws AccessError for a caller who may not see events or entries, NotFoundError for an unknown one
 */
export async function eventOf(
  call: EnvironmentCallContext,
  { environmentId, eventType, eventId }: EventAddress,
): Promise<EventAddress> {
  const { db, principal, tree } = call
  if (eventType === logNoteType) {
    authorize(principal, environmentId, 'settings.activitylogs', 'read', tree)
    const owner = await noteEnvironmentOf(call, environmentId, eventId)
    if (owner === null) throw new NotFoundError('There is no such entry of the log.')
    return { environmentId: owner, eventType, eventId }
  }
  authorize(principal, environmentId, 'search', 'read', tree)
  const id = await findEventId(db, { environmentId, eventType, id: eventId })
  if (id === null) throw new NotFoundError('There is no event with this id in this environment.')
  return { environmentId, eventType, eventId: id }
}
