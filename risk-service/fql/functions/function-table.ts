import { dateFunctions } from './date.ts'
import type { FunctionEntry } from './function-entry.ts'
import { generalFunctions } from './general.ts'
import { listFunctions } from './lists.ts'
import { lookupFunctions } from './lookups.ts'
import { mathFunctions } from './math.ts'
import { patternFunctions } from './pattern.ts'
import { textFunctions } from './text.ts'

export type { FunctionEntry } from './function-entry.ts'
export { signature, signatureWithResult } from './function-entry.ts'

/** Every function, method and property of the language. */
export const functionTable: readonly FunctionEntry[] = [
  ...generalFunctions,
  ...listFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...mathFunctions,
  ...lookupFunctions,
  ...patternFunctions,
]

const entriesByKey = Map.groupBy(functionTable, entry =>
  `${entry.namespace ?? ''}|${entry.receiver ?? ''}|${entry.name}`.toLowerCase(),
)

/** Returns the overloads of a global or namespaced function. */
export const findFunction = (namespace: string, name: string): readonly FunctionEntry[] =>
  entriesByKey.get(`${namespace}||${name}`.toLowerCase()) ?? []
/** Returns the overloads of a member of a receiver type. */
export const findMember = (receiver: NonNullable<FunctionEntry['receiver']>, name: string): readonly FunctionEntry[] =>
  entriesByKey.get(`|${receiver}|${name}`.toLowerCase()) ?? []

/** Namespaces of the table in their spelling, and those whose members are resources of the environment. */
export const namespaces: readonly string[] = [...new Set(functionTable.flatMap(entry => entry.namespace ?? []))]
/** Namespaces whose members are resources; a name that the environment lacks is missing (FQL2007). */
export const resourceNamespaces: Readonly<Record<string, string>> = {
  velocity: 'Velocity',
  external: 'External call',
  assessments: 'External assessment',
  functions: 'Function',
}
