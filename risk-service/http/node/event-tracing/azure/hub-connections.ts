import type { OutgoingOptions } from '../../outgoing-http.ts'
import type { AzureFailure } from './azure-failures.ts'
import { type EventHub, openEventHub } from './event-hub.ts'

interface OpenHub {
  connectionString: string
  hub: Promise<EventHub | AzureFailure>
  idle: NodeJS.Timeout | undefined
}

export interface HubConnections {
  /** Does something with the hub of a subscription, whose connection stays open for what follows. */
  use: (
    subscriptionId: string,
    connectionString: string,
    work: (hub: EventHub) => Promise<AzureFailure | null>,
  ) => Promise<AzureFailure | null>
  close: () => Promise<void>
}

/**
 * Creates the connections to event hubs, one for each subscription. One is closed after a failure, so that the next
 * attempt begins anew, and after a time without messages.
 */
export function createHubConnections(
  options: OutgoingOptions,
  { idleMs = 60_000, open = openEventHub }: { idleMs?: number; open?: typeof openEventHub } = {},
): HubConnections {
  const hubs = new Map<string, OpenHub>()

  async function drop(subscriptionId: string, entry: OpenHub): Promise<void> {
    clearTimeout(entry.idle)
    if (hubs.get(subscriptionId) === entry) hubs.delete(subscriptionId)
    const hub = await entry.hub
    if (typeof hub !== 'string') await hub.close()
  }
  function entryOf(subscriptionId: string, connectionString: string): OpenHub {
    const found = hubs.get(subscriptionId)
    if (found?.connectionString === connectionString) return found
    if (found !== undefined) void drop(subscriptionId, found)
    const entry: OpenHub = { connectionString, hub: open(connectionString, options), idle: undefined }
    hubs.set(subscriptionId, entry)
    return entry
  }
  return {
    async use(subscriptionId, connectionString, work) {
      const entry = entryOf(subscriptionId, connectionString)
      clearTimeout(entry.idle)
      const hub = await entry.hub
      const failure = typeof hub === 'string' ? hub : await work(hub)
      if (failure !== null && failure !== 'size') void drop(subscriptionId, entry)
      else entry.idle = setTimeout(() => void drop(subscriptionId, entry), idleMs).unref()
      return failure
    },
    async close() {
      await Promise.all([...hubs].map(([subscriptionId, entry]) => drop(subscriptionId, entry)))
    },
  }
}
