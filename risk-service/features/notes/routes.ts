import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { attachFile, detachFile, downloadAttachment } from './attachments.ts'
import { eventOf } from './event-of-call.ts'
import { createNote, removeNote, updateNote } from './notes.ts'
import { findCandidates } from './people.ts'
import { listNotes, listVersions, markNotesRead } from './read-notes.ts'

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
