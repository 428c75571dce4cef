import type { EventWriter } from '../../ports/index.ts'
import type { LiveHub } from './live-hub.ts'

/** Longest time for which decisions are collected before they are published, in milliseconds. */
const intervalMs = 1000

/**
 * Wraps the writer: publishes once per second and environment that events were decided, after their commit. Without
 * listeners it is the writer itself and a check of one number; with listeners, a decision costs one entry in a map.
 */
export function publishDecisionCounts(writer: EventWriter, hub: LiveHub): EventWriter {
  const totals = new Map<string, number>()
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function publish(): void {
    timer = undefined
    for (const environmentId of changed) {
      hub.publish({
        event: { kind: 'decisions', environmentId, total: totals.get(environmentId) ?? 0 },
        supersedes: `decisions ${environmentId}`,
        audience: { tenantId: null, environmentId, capability: 'dashboard' },
      })
    }
    changed.clear()
  }

  return {
    ...writer,
    write(event) {
      const written = writer.write(event)
      // Listeners show purchases only.
      if (hub.listening && event.eventType === 'purchase') {
        written.then(
          ({ replayed }) => {
            if (replayed) return
            totals.set(event.environmentId, (totals.get(event.environmentId) ?? 0) + 1)
            changed.add(event.environmentId)
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
