import { runInSlices } from '../../contract/cooperative.ts'
import type { CompileOptions } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { RuleLists } from '../lists/types.ts'
import { createResourceChecks } from './available-resources.ts'
import { createVelocitySetCompiler } from './compile-velocity-sets.ts'
import { createDefaultSetCache } from './default-velocity-sets.ts'
import { type LoadedResources, loadResources, noResources } from './load-resources.ts'
import type { CallNames, ResourceRegistry } from './types.ts'
import { type VelocityAssessmentLookup, velocityEvents } from './velocity-events.ts'

export interface ResourceRegistryDeps extends Pick<Ports, 'db' | 'log'> {
  assessments: VelocityAssessmentLookup
  lists?: RuleLists | undefined
  calls?: CallNames | undefined
}

/**
 * Creates the registry of the published velocity sets and functions of every environment, and of the names that they
 * define.
 */
export function createResourceRegistry(
  { db, log, assessments, lists, calls }: ResourceRegistryDeps,
  mode: CompileOptions['mode'],
): ResourceRegistry {
  let state: LoadedResources = { paths: new Map(), own: new Map() }
  const systemSets = createDefaultSetCache()
  const checks = createResourceChecks({ loaded: () => state, lists, calls })
  const compiler = createVelocitySetCompiler({
    log,
    mode,
    assessments,
    signature,
    checkEnvironment: checks.checkEnvironment,
  })

  function signature(environmentId: string): string {
    const path = state.paths.get(environmentId) ?? [environmentId]
    return path
      .map(id => {
        const { velocities, functions } = state.own.get(id) ?? noResources
        // Resources of ancestors matter only through their functions.
        if (id !== environmentId && functions.length === 0) return ''
        return JSON.stringify([
          [...velocities.values()].map(info => [info.id, info.name, info.aggregate]),
          functions.map(({ id: functionId, version }) => [functionId, version]),
          calls?.signature(id),
          lists?.signature(id),
        ])
      })
      .join('\n')
  }

  return {
    async reload(environmentId) {
      await calls?.reload(environmentId)
      state = await loadResources(db, systemSets)
      checks.invalidate()
      await runInSlices(compiler.compile(state))
    },
    check: checks.check,
    checkWithFormerProperties: checks.checkWithFormerProperties,
    checkEnvironment: checks.checkEnvironment,
    signature,
    velocitySets: compiler.activeSets,
    velocitySources(environmentId) {
      const events = velocityEvents(environmentId, assessments)
      return (state.own.get(environmentId) ?? noResources).sets
        .filter(({ status }) => status === 'active')
        .map(({ id, shared: name, source, names }) => ({
          id,
          shared: name,
          source,
          names,
          check: compiler.checkFor(environmentId, source, events),
        }))
    },
    fineVelocities: compiler.fineVelocities,
    defaultSets: environmentId => systemSets.cached(environmentId),
    velocityEvents: environmentId => velocityEvents(environmentId, assessments),
    texts(environmentId) {
      const { sets, functions } = state.own.get(environmentId) ?? noResources
      const asClauses = (texts: readonly string[]) => texts.map(text => ({ name: '', section: 'prior' as const, text }))
      return [
        ...sets
          .filter(({ status, shared }) => status === 'active' && shared === undefined)
          .map(({ source }) => ({ condition: source.condition, clauses: asClauses(source.velocities) })),
        ...functions.map(({ body }) => ({
          condition: '',
          clauses: asClauses(body.properties.map(({ code }) => code)),
        })),
      ]
    },
  }
}
