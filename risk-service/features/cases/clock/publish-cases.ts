import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { StoredCase } from '../model/case-record.ts'

/** Above this number of cases a queue is published instead: consoles read its list anyway. */
const maxSingleCases = 20

/** Publishes changed cases to open consoles, after the commit. */
export function publishCases(
  live: LiveHub,
  cases: readonly Pick<StoredCase, 'id' | 'environment_id' | 'queue_id'>[],
): void {
  if (!live.listening) return
  const single = cases.length <= maxSingleCases
  for (const found of cases) publish(live, found.environment_id, found.queue_id, single ? found.id : null)
}

/** Publishes a change of a queue, or of all queues of an environment. */
export function publishQueue(live: LiveHub, environmentId: string, queueId: string | null): void {
  publish(live, environmentId, queueId, null)
}

function publish(live: LiveHub, environmentId: string, queueId: string | null, caseId: string | null): void {
  live.publish({
    event: { kind: 'cases', environmentId, queueId, caseId },
    audience: { tenantId: null, environmentId, capability: 'cases.queues' },
    supersedes: `cases ${environmentId} ${queueId ?? ''} ${caseId ?? ''}`,
  })
}
