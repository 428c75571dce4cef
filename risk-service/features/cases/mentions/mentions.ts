import type { CaseMention } from '../../../contract/cases/work/case-mentions.ts'
import { allows } from '../../../contract/index.ts'
import { levelIn, rolesIn } from '../../../kernel/access/authorize.ts'
import { loadNotesMentioning, type StoredMentioning } from '../../notes/mentions.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { seesQueue } from '../model/queue-role.ts'
import { findCase } from '../store/case-store.ts'
import { findQueueOf } from '../store/queue-store.ts'
import { type CaseCall, roleIn } from '../work/case-call.ts'

const listed = 20

/**
 * Returns the notes that mention the caller in environments whose events and notes the caller sees: unread ones first,
 * then the newest. A case whose queue the caller does not see is left out of its entry.
 */
export async function readMentions(call: CaseCall): Promise<CaseMention[]> {
  const { db, principal, tree, scope } = call
  const readable = scope.filter(id =>
    (['notes', 'search'] as const).every(capability => allows(levelIn(principal, id, capability, tree), 'read')),
  )
  await advanceCases(call, readable)
  const notes = await loadNotesMentioning(db, principal.id, readable, listed)
  return Promise.all(
    notes.map(async note => ({
      noteId: note.id,
      environmentId: note.environment_id,
      eventType: note.event_type,
      externalId: note.event_id,
      author: note.author_name ?? '',
      text: note.text,
      at: note.created_at.toISOString(),
      unread: note.unread,
      queueId: await visibleQueueOf(call, note),
    })),
  )
}

/** The queue of the case of an event; null without a case that the caller sees. */
async function visibleQueueOf(call: CaseCall, note: StoredMentioning): Promise<string | null> {
  const { principal, tree, db } = call
  const environmentId = note.environment_id
  if (!allows(levelIn(principal, environmentId, 'cases.queues', tree), 'read')) return null
  const found = await findCase(db, { environmentId, eventType: note.event_type, id: note.event_id })
  if (found === null || found.state === 'Removed') return null
  const queue = await findQueueOf(db, found)
  const actorRoles = rolesIn(principal, environmentId, tree)
  return queue !== null && seesQueue(queue, roleIn(queue, { ...call, actorRoles })) ? queue.id : null
}
