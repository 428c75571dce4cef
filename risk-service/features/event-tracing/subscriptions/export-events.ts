import { createYieldPoint } from '../../../contract/cooperative.ts'
import { type EventKind, tracingLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { createGzipStream } from '../files/gzip.ts'
import { readHistory } from '../files/history-rows.ts'
import { buildMessages } from '../messages/build-messages.ts'
import { maskByRow } from './pull-events.ts'
import type { TracingCall } from './read-subscriptions.ts'

/** Rows that are read at a time: decisions are made between them. */
const pageRows = 200

interface ExportInput {
  kind: EventKind
  from: string
  to: string
}

/** Limits of a file; tests have smaller ones. */
interface ExportLimits {
  /** Events of a file. */
  limit: number
  /** After so many it is given up. */
  seconds: number
  /** Rows that are read at a time. */
  rows: number
}
const product: ExportLimits = {
  limit: tracingLimits.exported,
  seconds: tracingLimits.exportSeconds,
  rows: pageRows,
}

/**
 * Returns the stored events of one kind of a period, of the environment and those below it, as one compressed file with
 * an event per line; personal data is hidden as the roles of the caller say. Each page of rows is written before the next
 * one is read. One at a time for each tenant, from its first row until it is sent or given up; imports do not wait for
 * it.
 * @throws ValidationError for a period with more events than one file has, or one that takes too long
 */
export async function exportEvents(
  call: TracingCall,
  input: ExportInput,
  signal: AbortSignal = new AbortController().signal,
  limits: Partial<ExportLimits> = {},
): Promise<File> {
  const { ports, principal, actorRoles, correlationId, environmentId } = call
  const { kind, from, to } = input
  if (from >= to) throw new ValidationError(['to'], 'The period ends before it begins.')
  const { seconds } = { ...product, ...limits }
  const answer = Promise.withResolvers<File>()
  const work = async (): Promise<void> => {
    signal.throwIfAborted()
    const file = await call.openScratchFile(signal, { bytes: tracingLimits.exportedBytes, seconds })
    const gzip = createGzipStream(file.write)
    try {
      const events = await writeEvents(call, input, gzip, signal, { ...product, ...limits })
      await gzip.end()
      // Every file that leaves with personal data is in the activity log.
      await auditChange(
        call.db,
        { ports, principal, roles: actorRoles, correlationId, environmentId },
        { type: 'EventSubscription', id: environmentId, name: kind },
        { operation: 'Export', before: null, after: { ...input, events } },
      )
    } catch (error) {
      await gzip.abort()
      await file.discard()
      throw error
    }
    // Named by its last day, which the end of the period is not part of.
    const lastDay = new Date(new Date(to).getTime() - 1).toISOString().slice(0, 10)
    answer.resolve(file.finish(`${kind}-${from.slice(0, 10)}-${lastDay}.ndjson.gz`, 'application/gzip'))
    // The next file waits for the room of this one.
    await file.removed
  }
  call.fileQueue(`traced events ${principal.tenantId}`, work).catch(answer.reject)
  return answer.promise
}

/** Writes the events page by page; returns their number. */
async function writeEvents(
  { db, scope, masking }: TracingCall,
  { kind, from, to }: ExportInput,
  gzip: Pick<ReturnType<typeof createGzipStream>, 'write' | 'size'>,
  signal: AbortSignal,
  { limit, seconds, rows }: ExportLimits,
): Promise<number> {
  const range = { scope, kinds: [kind], from: new Date(from), until: new Date(to) }
  const encoder = new TextEncoder()
  const pause = createYieldPoint()
  const endsAt = performance.now() + seconds * 1000
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
    if (performance.now() > endsAt) throw new ValidationError(['to'], 'The period takes too long to read.')
    if (events > limit || gzip.size() > tracingLimits.exportedBytes)
      throw new ValidationError(['to'], `The period has more than ${limit} events, or its file is too large.`)
    const lines =
      masking.kinds.size === 0
        ? found.map(({ message }) => message.json)
        : (await maskByRow(found, masking)).map(event => JSON.stringify(event))
    if (lines.length > 0) await gzip.write(encoder.encode(`${lines.join('\n')}\n`))
    cursor = page.cursor
    if (page.count < rows) return events
    await pause()
  }
}
