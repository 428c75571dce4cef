import { sql } from 'kysely'
import { createYieldPoint } from '../../../contract/cooperative.ts'
import { buildMessages } from '../messages/build-messages.ts'
import type { TracedMessage, TracedRow } from '../messages/traced-message.ts'
import { requireSubscription } from './dead-letter-list.ts'
import { createEventFile, type EventFileLimits, type EventLines, eventFileLimits } from './event-file.ts'
import { maskByRow } from './pull-events.ts'
import type { TracingCall } from './read-subscriptions.ts'

/** A dead letter with what its event is built from; of an event that is not stored any more, nothing is. */
type LetterRow = {
  number: number
  letter_name: string
  letter_event_id: string
  failure: string
  status: number | null
  attempts: number
  rejected_at: Date
} & { [Member in keyof TracedRow]: TracedRow[Member] | null }

/**
 * Returns all dead letters of a subscription as one compressed file, the oldest first: why each was rejected, and the
 * event as it would be delivered. Personal data is hidden as the roles of the caller say. Each page of rows is written
 * before the next one is read.
 * @throws NotFoundError for a subscription of another environment; ValidationError if one file cannot have them all
 */
export async function exportDeadLetters(
  call: TracingCall,
  { subscriptionId }: { subscriptionId: string },
  signal: AbortSignal = new AbortController().signal,
  limits: Partial<EventFileLimits> = {},
): Promise<File> {
  const { id, name } = await requireSubscription(call, subscriptionId)
  const used = { ...eventFileLimits, ...limits }
  const file = {
    name: `dead-letters-${call.ports.clock().toISOString().slice(0, 10)}`,
    field: 'subscriptionId',
    source: 'The subscription',
    resource: { id, name },
    audited: (deadLetters: number) => ({ deadLetters }),
    write: (lines: EventLines) => writeLetters(call, id, lines, signal, used.rows),
  }
  return createEventFile(call, file, used, signal)
}

/** Writes the dead letters page by page; returns their number. */
async function writeLetters(
  call: TracingCall,
  subscriptionId: string,
  lines: EventLines,
  signal: AbortSignal,
  pageRows: number,
): Promise<number> {
  const pause = createYieldPoint()
  let count = 0
  let last: LetterRow | undefined
  for (;;) {
    signal.throwIfAborted()
    const rows = await readLetters(call, subscriptionId, last, pageRows)
    count += rows.length
    lines.assertRoom(rows.length)
    await lines.write(await linesOf(call, rows))
    last = rows.at(-1)
    if (rows.length < pageRows) return count
    await pause()
  }
}

async function readLetters(
  { db, scope }: TracingCall,
  subscriptionId: string,
  last: LetterRow | undefined,
  limit: number,
): Promise<LetterRow[]> {
  const after =
    last === undefined
      ? sql``
      : sql`and (d.seq, d.name, d.event_id) > (${last.number}::bigint, ${last.letter_name}::text, ${last.letter_event_id}::text)`
  const { rows } = await sql<LetterRow>`
    select d.seq as number, d.name as letter_name, d.event_id as letter_event_id, d.failure, d.status, d.attempts,
      d.created_at as rejected_at, t.seq, t.environment_id, t.kind, t.at, t.ref, t.created_at
    from event_dead_letter d
    left join traced_event t on t.seq = d.seq and t.environment_id = any(${scope}::uuid[])
    where d.subscription_id = ${subscriptionId}::uuid ${after}
    order by d.seq, d.name, d.event_id limit ${limit}`.execute(db)
  return rows
}

/** Returns a line for each letter; its event is null where it was erased meanwhile. */
async function linesOf({ db, masking }: TracingCall, rows: readonly LetterRow[]): Promise<string[]> {
  const stored = rows.filter((row): row is LetterRow & TracedRow => row.seq !== null)
  const messages = await buildMessages(db, [...new Map(stored.map(row => [row.seq, row])).values()])
  // What an event hides is hidden in all its messages, so that all of them are masked, whichever were rejected.
  const built = [...messages].flatMap(([seq, own]) => own.map(message => ({ seq, message })))
  const masked = masking.kinds.size === 0 ? null : await maskByRow(built, masking)
  const texts = new Map(
    built.map(({ seq, message }, index) => [
      keyOf(seq, message),
      masked === null ? message.json : JSON.stringify(masked[index]),
    ]),
  )
  return rows.map(({ number, letter_name, letter_event_id, failure, status, attempts, rejected_at }) => {
    const facts = JSON.stringify({
      name: letter_name,
      failure: { reason: failure, status },
      attempts,
      rejectedAt: rejected_at.toISOString(),
    })
    const event = texts.get(keyOf(number, { name: letter_name, eventId: letter_event_id })) ?? 'null'
    return `${facts.slice(0, -1)},"event":${event}}`
  })
}

const keyOf = (seq: number, { name, eventId }: Pick<TracedMessage, 'name' | 'eventId'>): string =>
  JSON.stringify([Number(seq), name, eventId])
