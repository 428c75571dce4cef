import { defined } from '../../contract/defined.ts'
import { type CheckEnvironment, checkFunction, type PartDiagnostic } from '../index.ts'

/*
 * The errors of a case, as `error` is written in it.
 */

export const summariseError = ({ code, line, column }: { code: string; line: number; column: number }): object => ({
  code,
  line,
  column,
})

/** First error with the name of its part, as `error` is written in a case. */
export function findError(problems: readonly PartDiagnostic[], names: readonly string[]): object | null {
  const first = problems.find(({ diagnostic }) => diagnostic.severity === 'error')
  return first === undefined
    ? null
    : {
        ...summariseError(first.diagnostic),
        part: first.part === 'condition' ? 'condition' : (names[first.part] ?? ''),
      }
}

/** The first error in the code of a function. */
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
