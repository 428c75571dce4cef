import type { CheckEnvironment, FunctionDefinition, FunctionScopes } from '../../fql/index.ts'

/**
 * Names of a text in a form that can be passed to another thread: the code of a function finds its names in
 * `environment` as data, not by a call.
 */
export interface CloneableNames {
  check: CheckEnvironment
  environments: Map<FunctionDefinition, CheckEnvironment>
}

/** Returns the names with all names that its functions can use. */
export function toCloneableNames(check: CheckEnvironment): CloneableNames {
  const plain = new Map<FunctionDefinition, FunctionDefinition>()
  const environments = new Map<FunctionDefinition, CheckEnvironment>()

  const plainFunction = (definition: FunctionDefinition): FunctionDefinition => {
    const converted = plain.get(definition)
    if (converted !== undefined) return converted
    const { environment, ...data } = definition
    plain.set(definition, data)
    if (environment !== undefined) environments.set(data, plainEnvironment(environment()))
    return data
  }
  const plainMap = (functions: ReadonlyMap<string, FunctionDefinition>): Map<string, FunctionDefinition> =>
    new Map([...functions].map(([name, definition]) => [name, plainFunction(definition)]))
  const plainScopes = ({ own, root, parent, environments: above }: FunctionScopes): FunctionScopes => ({
    ...(own === undefined ? {} : { own: plainMap(own) }),
    ...(root === undefined ? {} : { root: plainMap(root) }),
    ...(parent === undefined ? {} : { parent: plainMap(parent) }),
    ...(above === undefined
      ? {}
      : { environments: new Map([...above].map(([id, functions]) => [id, plainMap(functions)])) }),
  })
  const plainEnvironment = (each: CheckEnvironment): CheckEnvironment =>
    each.functions === undefined ? each : { ...each, functions: plainScopes(each.functions) }

  return { check: plainEnvironment(check), environments }
}

/** Returns the names for the checker; the reverse of `toCloneableNames`. */
export function fromCloneableNames({ check, environments }: CloneableNames): CheckEnvironment {
  for (const [definition, environment] of environments) definition.environment = () => environment
  return check
}
