import type { SystemNoteEvent } from '../../contract/index.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { publishNotes } from './note-changes.ts'
import { deleteSystemNotes, type EventAddress, insertNote } from './store.ts'

export interface SystemNote extends EventAddress {
  tenantId: string
  /** What happened; its message in the console takes the parameters that `systemNoteEvents` lists. */
  event: SystemNoteEvent
  params: Record<string, string | number>
  /** What the user wrote with the action, shown under the message; at most `noteLimits.text` characters. */
  text?: string
  /** The user whose action it reports; null for an action of the service, such as the end of a hold. */
  author: { id: string; name: string } | null
}

/**
 * Adds a line to the notes on an event that reports an action: nobody can edit or delete it. `trx` is the transaction of
 * the action, which audits itself, so that an action that is rolled back leaves no line.
 * @returns a function that makes open consoles fetch the notes; call it after the commit
 */
export async function addSystemNote(
  trx: Db,
  { ports, live }: { ports: Pick<Ports, 'clock' | 'newId'>; live: LiveHub },
  { tenantId, event, params, text = '', author, ...address }: SystemNote,
): Promise<() => void> {
  await insertNote(trx, {
    ...address,
    id: ports.newId(),
    parentId: null,
    author,
    text,
    mentions: [],
    system: { event, params },
    at: ports.clock(),
  })
  return () => publishNotes(live, tenantId, address)
}

/** Removes the lines of an action that was taken back before it had any effect: those of these events since a time. */
export async function removeSystemNotes(
  trx: Db,
  { live }: { live: LiveHub },
  tenantId: string,
  address: EventAddress,
  { events, since }: { events: readonly SystemNoteEvent[]; since: Date },
): Promise<() => void> {
  await deleteSystemNotes(trx, address, events, since)
  return () => publishNotes(live, tenantId, address)
}
