import type { Db } from '../../../ports/database.ts'
import { buildMessages } from './build-messages.ts'
import type { MessagesBySeq, TracedMessage, TracedRow } from './traced-message.ts'

/** Builds the messages of rows. */
export type MessageBuilder = (rows: readonly TracedRow[]) => Promise<MessagesBySeq>

/** Rows whose messages are shared, and the time for which they are: what is stored may change. */
const maxRows = 2000
const shareMs = 2000

/** Creates a builder for several subscriptions: those that follow one another closely share the messages of a row. */
export function createMessageBuilder(db: Db): MessageBuilder {
  const shared = new Map<number, { builtAt: number; messages: Promise<TracedMessage[] | undefined> }>()
  return async rows => {
    const now = performance.now()
    const missing = rows.filter(({ seq }) => (shared.get(seq)?.builtAt ?? Number.NEGATIVE_INFINITY) < now - shareMs)
    if (missing.length > 0) {
      const built = buildMessages(db, missing)
      for (const { seq } of missing) {
        const messages = built.then(found => found.get(seq))
        // Whoever asked for it gets the failure below; nobody else may fail with it later.
        messages.catch(() => shared.delete(seq))
        shared.delete(seq)
        shared.set(seq, { builtAt: now, messages })
      }
    }
    const found = await Promise.all(rows.map(async ({ seq }) => [seq, await shared.get(seq)?.messages] as const))
    for (const seq of shared.keys()) {
      if (shared.size <= maxRows) break
      shared.delete(seq)
    }
    return new Map(found.flatMap(([seq, messages]) => (messages === undefined ? [] : [[seq, messages]])))
  }
}
