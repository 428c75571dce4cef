import { type MirrorRefusal, mirrorLimits } from '../../../contract/dual-runs/mirrors.ts'
import type { EventReader } from '../../../engine/assessment-types/read-event.ts'
import { isObject, type Json, objectOf } from '../../../engine/lib/json.ts'
import type { Db } from '../../../ports/database.ts'
import type { FormerEvent } from '../formats/former-event.ts'
import { readEntry } from '../formats/read-entry.ts'

export interface ReceiveDeps {
  db: Db
  engine: EventReader
  /** Called after events were stored. */
  wake: () => void
}

/** `refused`: the index of each event that was not stored, with the reason and the first fault of an invalid one. */
export interface Received {
  accepted: number
  refused: { index: number; reason: MirrorRefusal; message?: string }[]
}

/** Why a call is refused as a whole. */
export type ReceiveFault = 'body' | 'tooMany' | 'noMirror' | 'full'

interface ReadEvent {
  eventType: string
  externalId: string
  at: number
  content: string
}

/**
 * Stores the events of one call with the answers of the former system, for the mirror of the environment; decides
 * nothing. Fields that are never stored are removed before.
 */
export async function receiveMirroredEvents(
  { db, engine, wake }: ReceiveDeps,
  environmentId: string,
  body: Json,
  receivedAt: Date,
): Promise<Received | ReceiveFault> {
  const { events } = body
  if (!Array.isArray(events) || events.length === 0) return 'body'
  if (events.length > mirrorLimits.batch) return 'tooMany'
  const refused: Received['refused'] = []
  const read: ReadEvent[] = []
  for (const [index, value] of (events as unknown[]).entries()) {
    const found = readMirrored(engine, environmentId, value, receivedAt)
    if ('reason' in found) refused.push({ index, ...found })
    else read.push(found)
  }
  const fault = await db.transaction().execute(async trx => {
    // The row is locked, so that the sequence of events is that of their commits: none appears behind the comparison.
    const mirror = await trx
      .selectFrom('mirror')
      .select(['id', 'state', 'received'])
      .where('environment_id', '=', environmentId)
      .forUpdate()
      .executeTakeFirst()
    if (mirror?.state !== 'running') return 'noMirror'
    if (mirror.received + read.length > mirrorLimits.events) return 'full'
    await trx
      .updateTable('mirror')
      .set(({ eb }) => ({
        received: eb('received', '+', read.length),
        refused: eb('refused', '+', refused.length),
        received_at: receivedAt,
      }))
      .where('environment_id', '=', environmentId)
      .execute()
    if (read.length > 0)
      await trx
        .insertInto('mirror_event')
        .values(
          read.map(({ eventType, externalId, at, content }) => ({
            environment_id: environmentId,
            mirror_id: mirror.id,
            event_type: eventType,
            external_id: externalId,
            at: new Date(at),
            content,
          })),
        )
        .execute()
    return null
  })
  if (fault !== null) return fault
  if (read.length > 0) wake()
  return { accepted: read.length, refused }
}

function readMirrored(
  engine: EventReader,
  environmentId: string,
  value: unknown,
  receivedAt: Date,
): ReadEvent | Omit<Received['refused'][number], 'index'> {
  if (!isObject(value)) return { reason: 'notAnEvent' }
  const { event, fault, format } = readEntry(value, '')
  // Rows of a search export name no assessment, and have no whole requests.
  if (format === 'searchExport') return { reason: 'notAnEvent' }
  if (event === null) return { reason: fault === null || fault === 'dataEvent' ? 'notAnEvent' : fault }
  const found = engine.readEvent(environmentId, event.eventType, objectOf(JSON.parse(event.request)))
  if (found === null) return { reason: 'unknownType' }
  const [message] = found.messages
  if (message !== undefined) return { reason: 'invalid', message }
  const { answer, eventType } = event
  // The clock of the sender may be ahead.
  const at = Math.min(event.at, receivedAt.getTime())
  const stored: FormerEvent = {
    at,
    eventType,
    environmentId: null,
    request: JSON.stringify(found.event),
    isPartial: false,
    answer,
  }
  return { eventType, externalId: found.externalId ?? '', at, content: JSON.stringify(stored) }
}
