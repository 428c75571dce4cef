import type { Dependency, RuleOverview, VelocitySetBody } from '../../contract/index.ts'
import { parseVelocity } from '../../engine/resources/velocity-text.ts'
import { type EnvironmentTree, scopeOf } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import { loadReferenceCheck } from './dependents.ts'

type UnusedResource = NonNullable<RuleOverview['warnings'][number]['resources']>[number]

/**
 * Finds functions, velocities, lists and external calls of an environment that no published rule, velocity set,
 * function or decision of cases names.
 */
export async function findUnusedResources(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
): Promise<UnusedResource[]> {
  const of = (table: 'function' | 'list' | 'external_call') =>
    db
      .selectFrom(table as 'list')
      .select(['id', 'name'])
      .where('environment_id', '=', environmentId)
      .orderBy('name')
      .execute()
  const [functions, lists, calls, sets] = await Promise.all([
    of('function'),
    of('list'),
    of('external_call'),
    db
      .selectFrom('velocity_set')
      .select(['id', 'body'])
      .where('environment_id', '=', environmentId)
      .orderBy('name')
      .execute(),
  ])
  const all: { dependency: Dependency; shown: UnusedResource }[] = [
    ...functions.map(({ id, name }) => ({
      dependency: { kind: 'function' as const, name },
      shown: { resource: 'function' as const, id, name: `Functions.${name}` },
    })),
    ...sets.flatMap(({ id, body }) =>
      (body as VelocitySetBody).velocities.flatMap(({ text }) => {
        const name = parseVelocity(text)?.name
        return name === undefined
          ? []
          : [
              {
                dependency: { kind: 'velocity' as const, name },
                shown: { resource: 'velocity' as const, id, name: `Velocity.${name}` },
              },
            ]
      }),
    ),
    ...lists.map(({ id, name }) => ({
      dependency: { kind: 'list' as const, name },
      shown: { resource: 'list' as const, id, name },
    })),
    ...calls.map(({ id, name }) => ({
      dependency: { kind: 'externalCall' as const, name },
      shown: { resource: 'externalCall' as const, id, name: `External.${name}` },
    })),
  ]
  if (all.length === 0) return []
  const isNamed = await loadReferenceCheck(
    db,
    tree,
    environmentId,
    functions.length === 0 ? [environmentId] : scopeOf(tree, environmentId),
  )
  return all.filter(({ dependency }) => !isNamed(dependency)).map(({ shown }) => shown)
}
