import { createYieldPoint } from '../../../contract/cooperative.ts'
import type { EventKind } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { readHistory } from '../files/history-rows.ts'
import { buildMessages } from '../messages/build-messages.ts'
import { createEventFile, type EventFileLimits, type EventLines, eventFileLimits } from './event-file.ts'
import { maskByRow } from './pull-events.ts'
import type { TracingCall } from './read-subscriptions.ts'

interface ExportInput {
  kind: EventKind
  from: string
  to: string
}

/**
 * Returns the stored events of one kind of a period, of the environment and those below it, as one compressed file with
 * an event per line; personal data is hidden as the roles of the caller say. Each page of rows is written before the next
 * one is read.
 * @throws ValidationError for a period with more events than one file has, or one that takes too long
 */
export async function exportEvents(
  call: TracingCall,
  input: ExportInput,
  signal: AbortSignal = new AbortController().signal,
  limits: Partial<EventFileLimits> = {},
): Promise<File> {
  const { kind, from, to } = input
  if (from >= to) throw new ValidationError(['to'], 'The period ends before it begins.')
  const used = { ...eventFileLimits, ...limits }
  // Named by its last day, which the end of the period is not part of.
  const lastDay = new Date(new Date(to).getTime() - 1).toISOString().slice(0, 10)
  const file = {
    name: `${kind}-${from.slice(0, 10)}-${lastDay}`,
    field: 'to',
    source: 'The period',
    resource: { id: call.environmentId, name: kind },
    audited: (events: number) => ({ ...input, events }),
    write: (lines: EventLines) => writeEvents(call, input, lines, signal, used.rows),
  }
  return createEventFile(call, file, used, signal)
}

/** Writes the events page by page; returns their number. */
async function writeEvents(
  { db, scope, masking }: TracingCall,
  { kind, from, to }: ExportInput,
  lines: EventLines,
  signal: AbortSignal,
  rows: number,
): Promise<number> {
  const range = { scope, kinds: [kind], from: new Date(from), until: new Date(to) }
  const pause = createYieldPoint()
  let events = 0
  let cursor: Parameters<typeof readHistory>[2]['cursor'] = null
  for (;;) {
    signal.throwIfAborted()
    const page = await readHistory(db, range, { cursor, limit: rows, notAfter: null })
    const messages = await buildMessages(db, page.rows)
    const found = page.rows.flatMap(({ seq }) =>
      (messages.get(seq) ?? []).filter(message => message.kind === kind).map(message => ({ seq, message })),
    )
    events += found.length
    lines.assertRoom(found.length)
    await lines.write(
      masking.kinds.size === 0
        ? found.map(({ message }) => message.json)
        : (await maskByRow(found, masking)).map(event => JSON.stringify(event)),
    )
    cursor = page.cursor
    if (page.count < rows) return events
    await pause()
  }
}
