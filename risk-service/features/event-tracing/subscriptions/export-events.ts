import { createYieldPoint } from '../../../contract/cooperative.ts'
import { type EventKind, tracingLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { createGzip } from '../files/gzip.ts'
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

/**
 * Returns the stored events of one kind of a period, of the environment and those below it, as one compressed file with
 * an event per line; personal data is hidden as the roles of the caller say. One at a time for each tenant.
 * @param limit events of a file
 * @param seconds after which it is given up
 * @throws ValidationError for a period with more events than one file has, or one that takes too long
 */
export async function exportEvents(
  call: TracingCall,
  input: ExportInput,
  { limit = tracingLimits.exported, seconds = tracingLimits.exportSeconds }: { limit?: number; seconds?: number } = {},
): Promise<File> {
  const { db, scope, masking, ports, principal, actorRoles, correlationId, environmentId } = call
  const { kind, from, to } = input
  if (from >= to) throw new ValidationError(['to'], 'The period ends before it begins.')
  const range = { scope, kinds: [kind], from: new Date(from), until: new Date(to) }
  return call.importQueue(principal.tenantId, async () => {
    const gzip = createGzip()
    const encoder = new TextEncoder()
    const pause = createYieldPoint()
    const endsAt = performance.now() + seconds * 1000
    let events = 0
    let cursor: Parameters<typeof readHistory>[2]['cursor'] = null
    for (;;) {
      const page = await readHistory(db, range, { cursor, limit: pageRows, notAfter: null })
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
      if (page.count < pageRows) break
      await pause()
    }
    // Every file that leaves with personal data is in the activity log.
    await auditChange(
      db,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'EventSubscription', id: environmentId, name: kind },
      { operation: 'Export', before: null, after: { ...input, events } },
    )
    // Named by its last day, which the end of the period is not part of.
    const lastDay = new Date(new Date(to).getTime() - 1).toISOString().slice(0, 10)
    const name = `${kind}-${from.slice(0, 10)}-${lastDay}.ndjson.gz`
    return new File([await gzip.end()], name, { type: 'application/gzip' })
  })
}
