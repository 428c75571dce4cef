import type { EventWriter } from '../../ports/index.ts'
import type { LiveHub } from './live-hub.ts'

/** Longest time for which decisions are collected before they are published, in milliseconds. */
const intervalMs = 1000

/**
 * Wraps the writer: publishes once per second, environment and type that events were decided, after their commit. Without
 * listeners it is the writer itself and a check of one number; with listeners, a decision costs one entry in a map.
 */
export function publishDecisionCounts(writer: EventWriter, hub: LiveHub): EventWriter {
  /** Totals by environment, then by event type. */
  const totals = new Map<string, Map<string, number>>()
  const changed = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function publish(): void {
    timer = undefined
    for (const [environmentId, eventTypes] of changed) {
      for (const eventType of eventTypes)
        hub.publish({
          event: {
            kind: 'decisions',
            environmentId,
            eventType,
            total: totals.get(environmentId)?.get(eventType) ?? 0,
          },
          supersedes: `decisions ${environmentId} ${eventType}`,
          audience: { tenantId: null, environmentId, capability: 'dashboard' },
        })
    }
    changed.clear()
  }

  return {
    ...writer,
    write(event) {
      const written = writer.write(event)
      if (hub.listening) {
        const { environmentId, eventType } = event
        written.then(
          ({ replayed }) => {
            if (replayed) return
            const counts = totals.get(environmentId) ?? new Map<string, number>()
            totals.set(environmentId, counts.set(eventType, (counts.get(eventType) ?? 0) + 1))
            changed.set(environmentId, (changed.get(environmentId) ?? new Set()).add(eventType))
            timer ??= setTimeout(publish, intervalMs)
          },
          () => undefined,
        )
      }
      return written
    },
    async close() {
      clearTimeout(timer)
      await writer.close()
    },
  }
}
