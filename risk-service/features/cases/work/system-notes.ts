import type { SystemNoteEvent } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { addSystemNote, removeSystemNotes } from '../../notes/system-notes.ts'
import type { CaseChange, StoredCase } from '../model/case-record.ts'
import type { CaseCall } from './case-call.ts'

interface Line {
  event: SystemNoteEvent
  params: Record<string, string | number>
  text?: string
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '')

/** Returns what the notes of the event say about a step of a person; null for a step that they leave out. */
function lineOf({ kind, details }: CaseChange['history'][number]): Line | null {
  switch (kind) {
    case 'decided':
    case 'approved':
    case 'corrected': {
      const decision = { decision: textOf(details.decision), reason: textOf(details.reason) }
      const text = textOf(details.note)
      return details.via === 'Bulk'
        ? { event: 'bulkDecided', params: { ...decision, count: 1 }, text }
        : { event: 'decided', params: decision, text }
    }
    case 'escalated':
      return { event: 'escalated', params: { reason: textOf(details.reason) } }
    case 'held':
      return {
        event: details.awaiting === 'Challenge' ? 'challengeRequested' : 'held',
        params: { until: textOf(details.until) },
        text: textOf(details.reason),
      }
    case 'transferred':
      return {
        event: 'transferred',
        params: { from: textOf(details.from), to: textOf(details.to) },
        text: textOf(details.comment),
      }
    case 'tags-changed':
      return { event: 'tagsChanged', params: { added: listOf(details.added), removed: listOf(details.removed) } }
    default:
      return null
  }
}

/** Writes the steps of a person's work on a case to the notes of its event, in the transaction of the work. */
export async function noteSteps(
  trx: Db,
  call: CaseCall,
  found: StoredCase,
  history: CaseChange['history'],
): Promise<(() => void)[]> {
  const published: (() => void)[] = []
  const address = {
    environmentId: found.environment_id,
    eventType: found.event_type,
    eventId: found.external_id,
  }
  const { tenantId } = call.principal
  for (const entry of history) {
    const line = entry.by === null ? null : lineOf(entry)
    if (line !== null)
      published.push(await addSystemNote(trx, call, { tenantId, ...address, author: entry.by, ...line }))
    if (entry.kind === 'undone' && found.outcome !== null)
      published.push(
        await removeSystemNotes(trx, call, tenantId, address, {
          events: ['decided', 'bulkDecided'],
          since: new Date(found.outcome.at),
        }),
      )
  }
  return published
}
