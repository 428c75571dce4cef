import type { EventWriter } from '../../ports/index.ts'
import type { LiveHub } from './live-hub.ts'

/** Longest time for which decisions are collected before they are told, in milliseconds. */
const intervalMs = 1000

/**
 * The writer, telling once a second and environment that something was decided, after its commit. While nobody listens
 * it is the writer itself and a look at a number; while somebody does, a decision costs one entry in a map.
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
      // Who listens shows purchases.
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
