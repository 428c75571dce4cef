/** What every change of notes has in common: the audit entry, the mentioned users, and the open consoles. */
import { type AuditEntry, auditChange } from '../../kernel/audit.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Db } from '../../ports/database.ts'
import type { StoredMention } from '../../ports/tables/review/notes.ts'
import { notify } from '../notifications/notify.ts'
import type { StoredAttachment } from './attachment-store.ts'
import type { NoteContext } from './note-view.ts'
import type { EventAddress, StoredNote } from './store.ts'

/** Makes open consoles fetch the notes on an event again. Call it after the commit. */
export function publishNotes(
  live: LiveHub,
  tenantId: string,
  { environmentId, eventType, eventId }: EventAddress,
): void {
  live.publish({
    event: { kind: 'notes', environmentId, eventType, eventId },
    audience: { tenantId, environmentId, capability: 'notes' },
    supersedes: `notes ${environmentId} ${eventType} ${eventId}`,
  })
}

/** Returns a note for the audit log; of a file, what identifies it. */
export const auditSnapshot = (
  { text, mentions, parent_id: parentId }: Pick<StoredNote, 'text' | 'mentions' | 'parent_id'>,
  attachments: readonly Pick<StoredAttachment, 'name' | 'size' | 'digest'>[],
) => ({
  text,
  parentId,
  mentions: mentions.map(({ userId, name }) => ({ userId, name })),
  attachments: attachments.map(({ name, size, digest }) => ({ name, size, digest })),
})

export function auditNote(
  trx: Db,
  { ports, principal, actorRoles, correlationId }: NoteContext,
  { environmentId, eventType, eventId }: EventAddress,
  noteId: string,
  change: Pick<AuditEntry, 'operation' | 'before' | 'after'>,
): Promise<void> {
  return auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'Note', id: noteId, name: `${eventType} ${eventId}` },
    change,
  )
}

/**
 * Notifies users whom a note mentions, once each and never its author. Who cannot see the event gets no data of it.
 * @returns a function that notifies open consoles; call it after the commit
 */
export async function notifyMentioned(
  trx: Db,
  { ports, live, principal }: NoteContext,
  { environmentId, eventType, eventId }: EventAddress,
  mentions: readonly StoredMention[],
): Promise<() => void> {
  const people = new Map(mentions.map(mention => [mention.userId, mention]))
  people.delete(principal.id)
  const announcements: (() => void)[] = []
  for (const { userId, hasAccess } of people.values())
    announcements.push(
      await notify(
        trx,
        { ports, live },
        {
          tenantId: principal.tenantId,
          userId,
          ...(hasAccess
            ? { environmentId, event: 'NoteTagged', params: { name: principal.name, id: eventId, eventType } }
            : { environmentId: null, event: 'NoteTaggedElsewhere', params: { name: principal.name } }),
        },
      ),
    )
  return () => {
    for (const announce of announcements) announce()
  }
}
