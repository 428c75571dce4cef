import { runInSlices } from '../../../contract/cooperative.ts'
import type { FunctionBody, VelocitySetBody } from '../../../contract/index.ts'
import {
  checkFunctionInSteps,
  checkVelocitySetInSteps,
  functionCheckEnvironment,
  namesOfVelocitySet,
} from '../../../engine/resources/check-resources.ts'
import type { ResourceRegistry } from '../../../engine/resources/types.ts'
import type { Db } from '../../../ports/database.ts'
import { functions } from '../../functions/functions.ts'
import {
  lockResources,
  publishResourceIn,
  type ResourceActionContext,
  type ResourceDefinition,
  removeResourceIn,
} from '../../lifecycle/resource-lifecycle.ts'
import { velocityNames, velocitySets } from '../../velocities/velocity-set-definition.ts'
import { moveVelocities } from '../../velocities/velocity-sets.ts'
import { fileNameOf } from '../files/file-names.ts'
import { type EnvironmentConfig, nameKey } from '../model.ts'
import type { StoredConfig } from '../stored-configuration.ts'
import { withFileInError } from './name-file-in-error.ts'

type ResourceImportContext = Omit<ResourceActionContext, 'engine'>

/**
 * Publishes the velocity sets and functions of a folder and, with `prune`, deletes those that it lacks. Runs after the
 * rules: a velocity may be removed as soon as no rule names it.
 */
export async function importResources(
  trx: Db,
  context: ResourceImportContext,
  current: StoredConfig,
  target: EnvironmentConfig,
  prune: boolean,
  registry: ResourceRegistry,
): Promise<void> {
  const editor: ResourceActionContext = {
    ...context,
    engine: {
      reloadRules: () => Promise.resolve(),
      resources: registry,
      // With the lists after the import, not the current ones.
      checkVelocitySet: ({ body, environmentId }) =>
        runInSlices(
          checkVelocitySetInSteps(namesOfVelocitySet(registry, { environmentId, id: nameKey(body.name), body }), body),
        ),
      checkFunction: ({ body, environmentId }) =>
        runInSlices(
          checkFunctionInSteps(
            functionCheckEnvironment(registry, { environmentId, id: nameKey(body.name), body }),
            body,
          ),
        ),
    },
  }
  const newIds = new Map(target.velocitySets.map(({ body }) => [nameKey(body.name), context.ports.newId()]))
  const bring = async <Body extends { name: string }>(
    type: ResourceDefinition<Body>,
    next: readonly { body: Body; status: 'active' | 'inactive' }[],
    ids: ReadonlyMap<string, string>,
  ): Promise<void> => {
    for (const { body, status } of next) {
      const key = nameKey(body.name)
      const isSet = type.kind === 'velocity_set'
      const file = `${isSet ? 'velocities' : 'functions'}/${fileNameOf(body.name)}/${isSet ? 'set' : 'function'}.json`
      await withFileInError(file, () =>
        publishResourceIn(trx, editor, type, {
          id: ids.get(key) ?? null,
          ...(isSet ? { newId: newIds.get(key) } : {}),
          body,
          status,
        }),
      )
    }
  }
  const clear = async <Body extends { name: string }>(
    type: ResourceDefinition<Body>,
    next: readonly string[],
    ids: ReadonlyMap<string, string>,
  ): Promise<void> => {
    if (!prune || next.length === 0) return
    for (const [name, id] of ids) if (!next.includes(name)) await removeResourceIn(trx, editor, type, id)
  }
  const setIds = new Map([...current.setIds].map(([{ body }, id]) => [nameKey(body.name), id]))
  const functionIds = new Map([...current.functionIds].map(([{ name }, id]) => [nameKey(name), id]))
  // The number of arguments of callers is checked after the whole folder is imported: functions and sets call one
  // another.
  const { beforeChange: changing, ...brought } = functions
  await bring<FunctionBody>(
    brought,
    target.functions.map(body => ({ body, status: 'active' as const })),
    functionIds,
  )
  await lockResources(trx, velocitySets.kind, context.environmentId)
  await moveVelocities(
    trx,
    context.environmentId,
    movedVelocities(current, target, prune).map(({ name, to }) => ({
      name,
      to: setIds.get(to) ?? newIds.get(to) ?? '',
    })),
  )
  await bring<VelocitySetBody>(velocitySets, target.velocitySets, setIds)
  for (const [before, id] of current.functionIds) {
    const after = target.functions.find(each => nameKey(each.name) === nameKey(before.name))
    if (after !== undefined) await changing?.(trx, editor, id, before, after)
  }
  await clear(
    velocitySets,
    target.velocitySets.map(({ body }) => nameKey(body.name)),
    setIds,
  )
  await clear(
    functions,
    target.functions.map(({ name }) => nameKey(name)),
    functionIds,
  )
}

/** Returns the velocities that move from one set to another, with the key of the target set. */
function movedVelocities(
  current: StoredConfig,
  target: EnvironmentConfig,
  prune: boolean,
): { name: string; to: string }[] {
  const namesOf = (sets: Iterable<{ body: VelocitySetBody }>) =>
    new Map([...sets].map(({ body }) => [nameKey(body.name), new Set(velocityNames(body).map(nameKey))]))
  const next = namesOf(target.velocitySets)
  const goes = (set: string, name: string): boolean =>
    next.get(set)?.has(name) === false || (prune && next.size > 0 && !next.has(set))
  return [...namesOf(current.setIds.keys())].flatMap(([set, names]) =>
    [...names].flatMap(name => {
      const to = goes(set, name) ? [...next].find(([, velocities]) => velocities.has(name)) : undefined
      return to === undefined ? [] : [{ name, to: to[0] }]
    }),
  )
}
