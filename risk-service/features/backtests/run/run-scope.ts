import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import { createListRegistry } from '../../../engine/lists/list-registry.ts'
import { createResourceRegistry } from '../../../engine/resources/resource-registry.ts'
import { createRuleRegistry } from '../../../engine/rules/rule-registry.ts'
import type { CompileOptions } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { VelocityCounting } from './count-velocities.ts'
import { loadEnvironmentScope } from './past-events.ts'
import type { RunDeps } from './run-types.ts'

/** Opens registries of their own for a run: it reads what is published at its beginning, and makes no call. */
export async function openRegistries(deps: RunDeps, mode: CompileOptions['mode']) {
  const assessments = createAssessmentRegistry(deps)
  const lists = createListRegistry(deps)
  const resources = createResourceRegistry({ ...deps, assessments, lists, calls: deps.calls }, mode)
  await Promise.all([lists.reload(), assessments.reload(), deps.calls?.reload()])
  const book = createRuleRegistry({ ...deps, assessments, lists, resources }, mode)
  await book.reload()
  return { assessments, resources, book }
}

/**
 * Returns the environments whose events are read: those whose events are decided, and those whose events count for what
 * rules read.
 */
export async function requiredEnvironments(
  db: Db,
  below: readonly string[],
  counting: VelocityCounting | null,
): Promise<string[]> {
  const more = await Promise.all([...(counting?.environmentIds ?? [])].map(id => loadEnvironmentScope(db, id)))
  return [...new Set([...below, ...more.flat()])]
}

/**
 * Returns the event types to read. Null for all: the names of the tenant's custom assessments differ from those under
 * which their events count.
 */
export function requiredEventTypes(eventType: string, counting: VelocityCounting | null): string[] | null {
  const types = new Set([eventType.toLowerCase(), ...(counting?.eventTypes ?? [])])
  return types.has('customassessment') ? null : [...types]
}

/** Returns the path of an environment: those from the root down to it. */
export async function loadEnvironmentPaths(db: Db): Promise<(environmentId: string) => readonly string[]> {
  const parents = new Map(
    (await db.selectFrom('environment').select(['id', 'parent_id']).execute()).map(row => [row.id, row.parent_id]),
  )
  const paths = new Map<string, readonly string[]>()
  return environmentId => {
    let path = paths.get(environmentId)
    if (path === undefined) {
      const made: string[] = []
      for (let at: string | null | undefined = environmentId; at != null && !made.includes(at); at = parents.get(at))
        made.unshift(at)
      paths.set(environmentId, (path = made))
    }
    return path
  }
}
