import { eventKinds } from '../../../contract/index.ts'
import { readEvents } from '../delivery/read-events.ts'
import type { TracingCall } from './read-subscriptions.ts'

/**
 * Returns traced events of the environment and those below it after a cursor, in their order. A page can be empty
 * although more follows, where none of its events has the name: its cursor is another one then.
 */
export async function pullEvents(
  { db, scope }: TracingCall,
  { name, after = '0', limit }: { name?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ events: Record<string, unknown>[]; next: string }> {
  const { events, upTo } = await readEvents(db, { scope, after: Number(after), kinds: eventKinds, limit })
  return {
    events: events
      .filter(({ message }) => name === undefined || message.name === name)
      .map(({ message }) => JSON.parse(message.json) as Record<string, unknown>),
    next: String(upTo),
  }
}
