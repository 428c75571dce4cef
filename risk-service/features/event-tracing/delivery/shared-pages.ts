import type { Db } from '../../../ports/database.ts'
import type { MessageBuilder } from '../messages/message-builder.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { type EventPage, type PagedEvent, type PageRequest, readEvents } from './read-events.ts'

/** How the events of a page are divided into messages. */
interface Division {
  batch: number
  /** Events of the first message at most, which may be one that is sent again. */
  first: number
  maxBytes: number
}

/** A page with its messages: those that are divided in the same way are made and encoded once. */
export interface SharedPage extends Omit<EventPage, 'events'> {
  chunks: (division: Division) => readonly Chunk<PagedEvent>[]
}
export type PageReader = (request: PageRequest) => Promise<SharedPage>

/** Pages that are shared, and the time for which they are: what is stored may change. */
const maxPages = 4
const shareMs = 1000

/** Reads a page for one subscription. */
export async function readPage(db: Db, request: PageRequest, build?: MessageBuilder): Promise<SharedPage> {
  const { events, upTo, isLast } = await readEvents(db, request, build)
  const divided = new Map<string, readonly Chunk<PagedEvent>[]>()
  return {
    upTo,
    isLast,
    chunks({ batch, first, maxBytes }) {
      const key = `${batch} ${first} ${maxBytes}`
      const chunks = divided.get(key) ?? [...chunksOf(events, ({ message }) => message.json, batch, first, maxBytes)]
      divided.set(key, chunks)
      return chunks
    },
  }
}

/**
 * Creates a reader for several subscriptions: those that are at the same event and get the same kinds share the page,
 * and the bytes of its messages.
 */
export function createPageReader(db: Db, build: MessageBuilder): PageReader {
  const shared = new Map<string, { readAt: number; page: Promise<SharedPage> }>()
  return async request => {
    const { scope, kinds, after, limit } = request
    const key = JSON.stringify([[...scope].sort(), [...kinds].sort(), after, limit])
    const now = performance.now()
    for (const [each, { readAt }] of shared) if (readAt < now - shareMs) shared.delete(each)
    const present = shared.get(key)
    if (present !== undefined) return present.page
    const page = readPage(db, request, build)
    shared.set(key, { readAt: now, page })
    for (const each of shared.keys()) {
      if (shared.size <= maxPages) break
      shared.delete(each)
    }
    try {
      const read = await page
      // What happens after the same number is a page of its own.
      if (read.upTo === after) shared.delete(key)
      return read
    } catch (error) {
      shared.delete(key)
      throw error
    }
  }
}
