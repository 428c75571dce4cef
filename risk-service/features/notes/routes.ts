import { authorize } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import { findEventId } from '../review/event-detail.ts'
import { attachFile, detachFile, downloadAttachment } from './attachments.ts'
import { createNote, removeNote, updateNote } from './notes.ts'
import { findCandidates } from './people.ts'
import { listNotes, listVersions, markNotesRead } from './read-notes.ts'
import type { EventAddress } from './store.ts'

/**
 * Returns the event of a call by the id that its notes belong to.
 * @throws AccessError for a caller who may not see events, NotFoundError for an unknown event
 */
async function eventOf(
  { db, principal, tree }: EnvironmentCallContext,
  { environmentId, eventType, eventId }: EventAddress,
): Promise<EventAddress> {
  authorize(principal, environmentId, 'search', 'read', tree)
  const id = await findEventId(db, { environmentId, eventType, id: eventId })
  if (id === null) throw new NotFoundError('There is no event with this id in this environment.')
  return { environmentId, eventType, eventId: id }
}

export const noteRoutes = {
  list: procedures.notes.list
    .use(inEnvironment)
    .handler(async ({ context, input }) => listNotes(context, await eventOf(context, input), input)),
  versions: procedures.notes.versions
    .use(inEnvironment)
    .handler(async ({ context, input }) => listVersions(context, await eventOf(context, input), input.noteId)),
  candidates: procedures.notes.candidates
    .use(inEnvironment)
    .handler(({ context: { db, principal, tree }, input: { environmentId, query } }) =>
      findCandidates(db, { tenantId: principal.tenantId, userId: principal.id, environmentId, tree }, query),
    ),
  create: procedures.notes.create
    .use(inEnvironment)
    .handler(async ({ context, input }) => createNote(context, await eventOf(context, input), input)),
  update: procedures.notes.update
    .use(inEnvironment)
    .handler(async ({ context, input }) => updateNote(context, await eventOf(context, input), input)),
  remove: procedures.notes.remove
    .use(inEnvironment)
    .handler(async ({ context, input }) => removeNote(context, await eventOf(context, input), input.noteId)),
  markRead: procedures.notes.markRead
    .use(inEnvironment)
    .handler(async ({ context, input }) => markNotesRead(context, await eventOf(context, input))),
  attach: procedures.notes.attach
    .use(inEnvironment)
    .handler(async ({ context, input }) => attachFile(context, await eventOf(context, input), input)),
  detach: procedures.notes.detach
    .use(inEnvironment)
    .handler(async ({ context, input }) => detachFile(context, await eventOf(context, input), input.attachmentId)),
  download: procedures.notes.download
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      downloadAttachment(context, await eventOf(context, input), input.attachmentId),
    ),
}
