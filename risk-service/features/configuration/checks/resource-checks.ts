import { defined } from '../../../contract/defined.ts'
import { defaultVelocitySets, type FunctionBody, type VelocitySetBody } from '../../../contract/index.ts'
import {
  checkFunctionInSteps,
  checkVelocitySetInSteps,
  functionCheckEnvironment,
  namesOfVelocitySet,
} from '../../../engine/resources/check-resources.ts'
import { functionDefinition } from '../../../engine/resources/function-definition.ts'
import type { AvailableResources, ResourceRegistry, ResourceTrial } from '../../../engine/resources/types.ts'
import { type VelocityAssessmentLookup, velocityEvents } from '../../../engine/resources/velocity-events.ts'
import { parseVelocity } from '../../../engine/resources/velocity-text.ts'
import type { CheckEnvironment, FunctionDefinition, FunctionScopes } from '../../../fql/index.ts'
import type { ParsedConfig } from '../files/config-files.ts'
import { withDividers } from '../files/rule-files.ts'
import { type ConfigFileIssue, type EnvironmentConfig, nameKey } from '../model.ts'

/**
 * Resources beside velocity sets and functions: lists and calls of the folder, and functions of the environments above.
 */
export interface ReferencedResources {
  assessments: VelocityAssessmentLookup
  lists: CheckEnvironment['lists']
  calls: Pick<CheckEnvironment, 'externalCalls' | 'externalAssessments'>
  inherited?: FunctionScopes | undefined
}

/**
 * Returns the velocity sets and functions of an environment after an import, by name: the remaining ones and those of
 * the folder.
 */
export function mergeResources(
  current: EnvironmentConfig,
  target: EnvironmentConfig,
  prune: boolean,
): { sets: VelocitySetBody[]; functions: FunctionBody[] } {
  const merged = <T extends { name: string }>(before: readonly T[], next: readonly T[]): T[] => [
    ...new Map([...(prune && next.length > 0 ? [] : before), ...next].map(each => [nameKey(each.name), each])).values(),
  ]
  return {
    sets: merged(
      current.velocitySets.map(({ body }) => body),
      target.velocitySets.map(({ body }) => body),
    ),
    functions: merged(current.functions, target.functions),
  }
}

/**
 * Creates the registry of resources that rules would read after the import. Its sets and functions have their names, in
 * lower case, as ids.
 */
export function createFolderRegistry(
  environmentId: string,
  { sets, functions }: ReturnType<typeof mergeResources>,
  { assessments, lists, calls, inherited }: ReferencedResources,
): ResourceRegistry {
  const namesOf = ({ velocities }: VelocitySetBody): string[] =>
    velocities.flatMap(({ text }) => parseVelocity(text)?.name ?? [])
  const system = defaultVelocitySets.flatMap(({ velocities }) => velocities.map(({ name }) => name))
  const own = {
    sets: new Map(sets.map(body => [nameKey(body.name), body])),
    functions: new Map(functions.map(body => [nameKey(body.name), body])),
  }
  // Each text is parsed once, however many others are checked with it.
  const named = new Map(sets.map(body => [nameKey(body.name), namesOf(body)]))
  const make = ({ velocitySet, functions: tried }: ResourceTrial = {}): AvailableResources => {
    const velocities = new Map(named)
    if (velocitySet) velocities.set(velocitySet.id ?? '', namesOf(velocitySet.body))
    const bodies = new Map(own.functions)
    if (tried?.id != null) bodies.delete(tried.id)
    if (tried) bodies.set(nameKey(tried.body.name), tried.body)
    const around = (): CheckEnvironment => ({
      ...available,
      ...calls,
      ...defined({ lists }),
      attributes: new Map(),
    })
    const definitions = new Map<string, FunctionDefinition>(
      [...bodies].map(([key, body]) => [key, functionDefinition(body, around)]),
    )
    const available: AvailableResources = {
      ...calls,
      velocities: new Map([...system, ...[...velocities.values()].flat()].map(name => [nameKey(name), { name }])),
      functions: { ...(inherited?.parent === undefined ? { root: definitions } : inherited), own: definitions },
    }
    return available
  }
  let whole: AvailableResources | undefined
  // A trial of a resource that equals the one of the folder changes nothing.
  const isOwn = ({ velocitySet, functions: tried }: ResourceTrial): boolean =>
    (velocitySet === undefined || own.sets.get(velocitySet.id ?? '') === velocitySet.body) &&
    (tried === undefined || own.functions.get(tried.id ?? '') === tried.body)
  const check = (_environmentId: string, tried: ResourceTrial = {}): AvailableResources =>
    isOwn(tried) ? (whole ??= make()) : make(tried)
  return {
    check,
    checkWithFormerProperties: () => null,
    checkEnvironment: (id, tried) => ({ ...check(id, tried), ...defined({ lists }) }),
    velocityEvents: () => velocityEvents(environmentId, assessments),
    reload: () => Promise.resolve(),
    signature: () => '',
    velocitySets: () => [],
    velocitySources: () => [],
    defaultSets: () => [],
    fineVelocities: () => [],
    texts: () => [],
  }
}

/** Finds the issues of the velocity sets and functions of a folder, by file. Yields after each. */
export function* findResourceIssues(
  { config, resourcePlaces }: Pick<ParsedConfig, 'config' | 'resourcePlaces'>,
  book: ResourceRegistry,
): Generator<undefined, ConfigFileIssue[]> {
  const at = (definition: object, part: number | null, otherwise: string): string => {
    const places = resourcePlaces.get(definition)
    return (
      (part === null ? undefined : places?.parts[part]) ?? places?.condition ?? `${places?.folder ?? ''}/${otherwise}`
    )
  }
  const down = (definition: object, part: number | null): number => {
    const lines = resourcePlaces.get(definition)?.lines
    return (part === null ? lines?.condition : lines?.parts[part]) ?? 0
  }
  const found: ConfigFileIssue[] = []
  for (const set of config.velocitySets) {
    const names = namesOfVelocitySet(book, { environmentId: '', id: nameKey(set.body.name), body: set.body })
    for (const issue of yield* checkVelocitySetInSteps(names, set.body)) {
      const { part, line, column, severity, code, message, params } = issue
      const own = part === 'condition' ? null : part
      const whole = resourcePlaces.get(set)?.lines?.condition === 0
      found.push({
        file: at(set, own, 'condition.fql'),
        line: line + down(set, own),
        column,
        severity,
        code,
        message: whole && own === 0 ? withDividers({ code, message }, 'Velocity') : message,
        ...defined({ params }),
      })
    }
    yield
  }
  for (const body of config.functions) {
    const names = functionCheckEnvironment(book, { environmentId: '', id: nameKey(body.name), body })
    for (const { property, line, column, severity, code, message, params } of yield* checkFunctionInSteps(
      names,
      body,
    )) {
      found.push({
        file: at(body, line === 0 ? null : property, 'function.json'),
        line,
        column,
        severity,
        code,
        message,
        ...defined({ params }),
      })
    }
    yield
  }
  return found
}
