import { tracingLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { createGzipStream } from '../files/gzip.ts'
import type { TracingCall } from './read-subscriptions.ts'

/** Limits of a file; tests have smaller ones. */
export interface EventFileLimits {
  /** Lines of a file. */
  limit: number
  /** After so many it is given up. */
  seconds: number
  /** Rows that are read at a time: decisions are made between them. */
  rows: number
}
export const eventFileLimits: EventFileLimits = {
  limit: tracingLimits.exported,
  seconds: tracingLimits.exportSeconds,
  rows: 200,
}

/** The file while it is written. */
export interface EventLines {
  /** @throws ValidationError if the file with so many lines more is too large, or takes too long */
  assertRoom: (more: number) => void
  write: (lines: readonly string[]) => Promise<void>
}

interface EventFile {
  /** Without the ending. */
  name: string
  /** The field that an error names, and what the lines come from. */
  field: string
  source: string
  /** Writes the lines page by page; returns their number. */
  write: (lines: EventLines) => Promise<number>
  resource: { id: string; name: string }
  /** What the activity log says of the file. */
  audited: (lines: number) => object
}

/**
 * Returns a compressed file with one JSON object per line. Every file is audited: personal data leaves with it. One at
 * a time for each tenant, from its first row until it is sent or given up; imports do not wait for it.
 * @throws ValidationError for a file that is too large, or takes too long
 */
export async function createEventFile(
  call: TracingCall,
  { name, field, source, write, resource, audited }: EventFile,
  { limit, seconds }: Pick<EventFileLimits, 'limit' | 'seconds'>,
  signal: AbortSignal,
): Promise<File> {
  const { ports, principal, actorRoles, correlationId, environmentId } = call
  const answer = Promise.withResolvers<File>()
  const work = async (): Promise<void> => {
    signal.throwIfAborted()
    const file = await call.openScratchFile(signal, { bytes: tracingLimits.exportedBytes, seconds })
    const gzip = createGzipStream(file.write)
    const encoder = new TextEncoder()
    const endsAt = performance.now() + seconds * 1000
    let count = 0
    try {
      const lines = await write({
        assertRoom(more) {
          count += more
          if (performance.now() > endsAt) throw new ValidationError([field], `${source} takes too long to read.`)
          if (count > limit || gzip.size() > tracingLimits.exportedBytes)
            throw new ValidationError([field], `${source} has more than ${limit} events, or its file is too large.`)
        },
        async write(texts) {
          if (texts.length > 0) await gzip.write(encoder.encode(`${texts.join('\n')}\n`))
        },
      })
      await gzip.end()
      await auditChange(
        call.db,
        { ports, principal, roles: actorRoles, correlationId, environmentId },
        { type: 'EventSubscription', ...resource },
        { operation: 'Export', before: null, after: audited(lines) },
      )
    } catch (error) {
      await gzip.abort()
      await file.discard()
      throw error
    }
    answer.resolve(file.finish(`${name}.ndjson.gz`, 'application/gzip'))
    // The next file waits for the room of this one.
    await file.removed
  }
  call.fileQueue(`traced events ${principal.tenantId}`, work).catch(answer.reject)
  return answer.promise
}
