import { hiddenPart } from '../../../contract/common/personal-data.ts'
import { createYieldPoint } from '../../../contract/cooperative.ts'
import { eventKinds, tracingLimits } from '../../../contract/index.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import { readEvents } from '../delivery/read-events.ts'
import { monitoringNames } from '../messages/monitoring-messages.ts'
import type { TracedMessage } from '../messages/traced-message.ts'
import type { TracingCall } from './read-subscriptions.ts'

/**
 * Returns traced events of the environment and those below it after a cursor, in their order. A page can be empty
 * although more follows, where none of its events has the name: its cursor is another one then. Callers from whom
 * personal data is hidden get smaller pages.
 */
export async function pullEvents(
  { db, scope, masking }: TracingCall,
  { name, after = '0', limit }: { name?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ events: Record<string, unknown>[]; next: string }> {
  const { events, upTo } = await readEvents(db, {
    scope,
    after: Number(after),
    kinds: eventKinds,
    limit: masking.kinds.size === 0 ? limit : Math.min(limit, tracingLimits.maskedPull),
  })
  const shown = await maskByRow(events, masking)
  return { events: shown.filter(event => name === undefined || event.name === name), next: String(upTo) }
}

/** Request and response of a failed call are texts, in which fields with personal data cannot be recognised. */
const callTexts = ['response', 'requestUri', 'requestBody'] as const
function withoutCallTexts(event: Record<string, unknown>, masking: Masking): Record<string, unknown> {
  if (masking.kinds.size === 0 || event['name'] !== monitoringNames.externalCallError) return event
  return { ...event, ...Object.fromEntries(callTexts.map(name => [name, hiddenPart])) }
}

/**
 * Masks the events of each row together: what a decision hides is hidden in its traces, too, whichever of them are
 * returned.
 */
export async function maskByRow(
  events: readonly { seq: number; message: Pick<TracedMessage, 'json'> }[],
  masking: Masking,
): Promise<Record<string, unknown>[]> {
  const pause = createYieldPoint()
  const rows = new Map<number, Record<string, unknown>[]>()
  for (const { seq, message } of events) {
    const event = withoutCallTexts(JSON.parse(message.json) as Record<string, unknown>, masking)
    const row = rows.get(seq)
    if (row === undefined) rows.set(seq, [event])
    else row.push(event)
  }
  const shown: Record<string, unknown>[] = []
  for (const row of rows.values()) {
    shown.push(...masking.apply(row))
    await pause()
  }
  return shown
}
