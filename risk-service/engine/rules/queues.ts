import { systemQueue } from '../../contract/index.ts'

/** Setting (scope: environment id): names of its queues beside the system queue. */
export const queuesSetting = 'caseManagement.queues'
export const systemQueues: readonly string[] = [systemQueue]

/** Returns the system queue, and those in the settings of the environment and its ancestors. */
export function queuesByEnvironment(
  settings: readonly { scope: string; value: unknown }[],
  environmentIds: readonly string[],
  pathOf: (id: string) => string[],
): Map<string, readonly string[]> {
  const own = new Map(
    settings.map(row => [
      row.scope,
      Array.isArray(row.value) ? row.value.filter((name): name is string => typeof name === 'string') : [],
    ]),
  )
  const result = new Map<string, readonly string[]>()
  if (own.size === 0) return result
  for (const id of environmentIds) {
    const names = pathOf(id).flatMap(at => own.get(at) ?? [])
    if (names.length > 0) result.set(id, [...new Set([systemQueue, ...names])])
  }
  return result
}
