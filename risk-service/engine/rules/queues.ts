import { systemQueue } from '../../contract/index.ts'

export const systemQueues: readonly string[] = [systemQueue]

/** Returns the queues of each environment that has more than the system queue: routing rules name those of their own. */
export function queuesByEnvironment(
  queues: readonly { environment_id: string; name: string }[],
): Map<string, readonly string[]> {
  const result = new Map<string, readonly string[]>()
  for (const [id, own] of Map.groupBy(queues, queue => queue.environment_id))
    result.set(id, [...new Set([systemQueue, ...own.map(({ name }) => name)])])
  return result
}
