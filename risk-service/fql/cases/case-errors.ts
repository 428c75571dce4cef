import { defined } from '../../contract/defined.ts'
import { type CheckEnvironment, checkFunction, type PartDiagnostic } from '../index.ts'

/* The errors of a case, in the form of its `error`. */

export const summariseError = ({ code, line, column }: { code: string; line: number; column: number }): object => ({
  code,
  line,
  column,
})

/** Returns the first error with the name of its part, in the form of a case's `error`. */
export function findError(problems: readonly PartDiagnostic[], names: readonly string[]): object | null {
  const first = problems.find(({ diagnostic }) => diagnostic.severity === 'error')
  return first === undefined
    ? null
    : {
        ...summariseError(first.diagnostic),
        part: first.part === 'condition' ? 'condition' : (names[first.part] ?? ''),
      }
}

/** Returns the first error in the code of a function. */
export function findFunctionError({ functions, ...env }: CheckEnvironment): object | null {
  for (const scope of [
    functions?.own,
    functions?.parent,
    functions?.root,
    ...(functions?.environments?.values() ?? []),
  ]) {
    for (const definition of scope?.values() ?? []) {
      for (const { property, diagnostic } of checkFunction(
        definition,
        definition.environment?.() ?? { ...env, ...defined({ functions }) },
      )) {
        if (diagnostic.severity === 'error')
          return { ...summariseError(diagnostic), part: definition.properties[property]?.name ?? '' }
      }
    }
  }
  return null
}
