import type { CheckEnvironment, FunctionDefinition, FunctionProperty, VelocityInfo } from '../../fql/index.ts'
import type { RuleLists } from '../lists/types.ts'
import { functionDefinition } from './function-definition.ts'
import { type LoadedResources, noResources } from './load-resources.ts'
import type { AvailableResources, CallNames, ResourceRegistry, ResourceTrial } from './types.ts'
import { parseVelocity } from './velocity-text.ts'

interface ResourceChecks extends Pick<ResourceRegistry, 'check' | 'checkWithFormerProperties' | 'checkEnvironment'> {
  /** To be called when the loaded resources changed. */
  invalidate: () => void
}

/** Creates the check environments of texts, from the published resources and a trial text. */
export function createResourceChecks({
  loaded,
  lists,
  calls,
}: {
  loaded: () => LoadedResources
  lists: RuleLists | undefined
  calls: CallNames | undefined
}): ResourceChecks {
  const cache = new Map<string, AvailableResources>()
  const formers = new WeakMap<FunctionDefinition, readonly FunctionProperty[]>()

  function velocitiesOf(environmentId: string, trial: ResourceTrial | undefined): ReadonlyMap<string, VelocityInfo> {
    const resources = loaded().own.get(environmentId) ?? noResources
    const { velocitySet } = trial ?? {}
    if (velocitySet === undefined) return resources.velocities
    const names = resources.sets
      .filter(({ id }) => id !== velocitySet.id)
      .flatMap((set): VelocityInfo[] => [...set.names])
    const drafted = velocitySet.body.velocities.flatMap(({ text }): VelocityInfo[] => {
      const found = parseVelocity(text)
      return found === null ? [] : [{ name: found.name }]
    })
    return new Map([...drafted, ...names].map(info => [info.name.toLowerCase(), info]))
  }

  /** Returns the functions of one environment; their code uses the names of `environment`. */
  function functionsIn(
    environmentId: string,
    environment: () => CheckEnvironment,
    trial: ResourceTrial['functions'],
  ): ReadonlyMap<string, FunctionDefinition> {
    const published = (loaded().own.get(environmentId) ?? noResources).functions.filter(({ id }) => id !== trial?.id)
    return new Map(
      [...published, ...(trial === undefined ? [] : [{ body: trial.body, former: [] }])].map(({ body, former }) => {
        const definition = functionDefinition(body, environment)
        if (former.length > 0) formers.set(definition, former)
        return [body.name.toLowerCase(), definition]
      }),
    )
  }

  function check(environmentId: string, trial?: ResourceTrial): AvailableResources {
    const cached = trial === undefined ? cache.get(environmentId) : undefined
    if (cached !== undefined) return cached
    const path = loaded().paths.get(environmentId) ?? [environmentId]
    const ancestors = path.slice(0, -1)
    const environment = (): CheckEnvironment => ({
      ...checkEnvironment(environmentId),
      ...available,
      attributes: new Map(),
    })
    const own = functionsIn(environmentId, environment, trial?.functions)
    const above = ancestors.map(id => [id, check(id).functions?.own ?? new Map<string, FunctionDefinition>()] as const)
    const available: AvailableResources = {
      velocities: velocitiesOf(environmentId, trial),
      ...calls?.infos(environmentId),
      functions: {
        own,
        root: above[0]?.[1] ?? own,
        ...(above.length === 0 ? {} : { parent: above[above.length - 1]?.[1] ?? own }),
        environments: new Map(above.map(([id, functions]) => [id.toLowerCase(), functions])),
      },
    }
    if (trial === undefined) cache.set(environmentId, available)
    return available
  }

  function checkWithFormerProperties(environmentId: string): AvailableResources | null {
    const available = check(environmentId)
    let changed = false
    const restore = (
      functions: ReadonlyMap<string, FunctionDefinition> | undefined,
    ): ReadonlyMap<string, FunctionDefinition> =>
      new Map(
        [...(functions ?? [])].map(([key, definition]) => {
          const old = formers.get(definition)
          if (old === undefined) return [key, definition]
          changed = true
          const gone = new Set(old.map(({ name }) => name.toLowerCase()))
          return [
            key,
            {
              ...definition,
              properties: [...definition.properties.filter(({ name }) => !gone.has(name.toLowerCase())), ...old],
            },
          ]
        }),
      )
    const { own, root, parent, environments } = available.functions ?? {}
    const functions = {
      own: restore(own),
      root: restore(root),
      ...(parent === undefined ? {} : { parent: restore(parent) }),
      environments: new Map([...(environments ?? [])].map(([id, each]) => [id, restore(each)])),
    }
    return changed ? { ...available, functions } : null
  }

  function checkEnvironment(
    environmentId: string,
    trial?: ResourceTrial,
  ): Omit<CheckEnvironment, 'attributes' | 'kind'> {
    return {
      ...check(environmentId, trial),
      ...(lists === undefined ? {} : { lists: lists.checkLists(environmentId) }),
    } as Omit<CheckEnvironment, 'attributes' | 'kind'>
  }

  return { check, checkWithFormerProperties, checkEnvironment, invalidate: () => cache.clear() }
}
