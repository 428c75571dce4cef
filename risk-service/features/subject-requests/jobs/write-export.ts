import { subjectLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { zipPieces } from '../../lists/archives/zip-stream.ts'
import { removeParts, storePart } from '../requests/export-parts.ts'
import {
  countListed,
  findRequest,
  loadRequestEvents,
  lockPending,
  removeListed,
  updateRequest,
} from '../requests/store.ts'
import type { DoomedEvent } from '../subjects/match-events.ts'
import { exportLines } from './export-lines.ts'
import { RequestFailedError } from './request-errors.ts'
import { collectEvents, type RequestPlace } from './request-place.ts'

/** Events and bytes that are in memory at a time: an event may be large. */
const eventsPerPage = 50
const partBytes = 512 * 1024

/**
 * Writes the file of an export piece by piece, from its beginning after a stop. Returns its size; null without events.
 * @throws RequestFailedError for too many events, or too large a file
 */
export async function writeExport(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  place: RequestPlace,
  id: string,
): Promise<number | null> {
  await db.transaction().execute(async trx => {
    const row = await lockPending(trx, id)
    if (row === null) return
    await removeParts(trx, id)
    // Listed before a stop, and deleted since.
    await removeListed(trx, id)
    await collectEvents(trx, place, row)
    await updateRequest(trx, id, { phase: 'export', total: await countListed(trx, id), events: 0 })
  })
  const total = (await findRequest(db, id))?.total ?? 0
  if (total > subjectLimits.events) throw new RequestFailedError('tooLarge')
  if (total === 0) return null
  let [bytes, parts] = [0, 0]
  for await (const part of gather(zipPieces({ name: 'events.jsonl', at: clock() }, linesOf(db, id)))) {
    await storePart(db, id, parts, part)
    parts += 1
    bytes += part.byteLength
  }
  return bytes
}

/** The lines of the listed events, a page at a time. */
async function* linesOf(db: Db, id: string): AsyncGenerator<Uint8Array> {
  let [bytes, events] = [0, 0]
  let after: DoomedEvent | null = null
  for (;;) {
    const page: DoomedEvent[] = await loadRequestEvents(db, id, { after, limit: eventsPerPage })
    if (page.length === 0) return
    const lines = new TextEncoder().encode(await exportLines(db, page))
    bytes += lines.byteLength
    if (bytes > subjectLimits.exportBytes) throw new RequestFailedError('tooLarge')
    yield lines
    events += page.length
    after = page.at(-1) ?? null
    await updateRequest(db, id, { events })
  }
}

/** Puts pieces together into parts that are worth a row. */
async function* gather(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(partBytes)
  let filled = 0
  for await (const piece of pieces)
    for (let from = 0; from < piece.byteLength; ) {
      const taken = piece.subarray(from, from + partBytes - filled)
      part.set(taken, filled)
      filled += taken.byteLength
      from += taken.byteLength
      if (filled < partBytes) continue
      yield part
      part = new Uint8Array(partBytes)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}
