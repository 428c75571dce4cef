import { z } from 'zod'
import { calculations } from './calculations.ts'

const checkSchema = z.object({
  function: z.string(),
  params: z.record(z.string(), z.unknown()).nullish(),
  inputKey: z.string().nullish(),
  expected: z.unknown(),
})
/** A file of worked examples. */
export const caseFileSchema = z.object({
  /** By how much a number may differ from the expected one. */
  tolerance: z.number().min(0).default(1e-9),
  conventions: z.object({ defaults: z.record(z.string(), z.unknown()).optional() }).optional(),
  cases: z.array(
    z.object({
      id: z.union([z.string(), z.number()]),
      title: z.string().nullish(),
      input: z.record(z.string(), z.unknown()),
      checks: z.array(checkSchema),
    }),
  ),
})
export type CaseFile = z.output<typeof caseFileSchema>
type Check = z.output<typeof checkSchema>

export interface CheckOutcome {
  id: string
  check: Check
  got: unknown
  /** Why the check failed; null: it passed. */
  failure: string | null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the first difference between an expected value and a computed one, with its place; null where there is none. */
export function findDifference(expected: unknown, got: unknown, tolerance: number, place = ''): string | null {
  const where = place === '' ? 'the result' : place
  const differs = `${where}: expected ${JSON.stringify(expected) ?? 'nothing'}, got ${JSON.stringify(got) ?? 'nothing'}`
  if (typeof expected === 'number' && typeof got === 'number')
    return Math.abs(expected - got) <= tolerance ? null : differs
  if (Array.isArray(expected) && Array.isArray(got)) {
    if (expected.length !== got.length) return `${where}: expected ${expected.length} items, got ${got.length}`
    for (const [index, value] of expected.entries()) {
      const difference = findDifference(value, got[index], tolerance, `${place}[${index}]`)
      if (difference !== null) return difference
    }
    return null
  }
  if (isObject(expected) && isObject(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const difference = findDifference(
        Object.hasOwn(expected, key) ? expected[key] : undefined,
        Object.hasOwn(got, key) ? got[key] : undefined,
        tolerance,
        place === '' ? key : `${place}.${key}`,
      )
      if (difference !== null) return difference
    }
    return null
  }
  return Object.is(expected, got) ? null : differs
}

function compute(check: Check, input: Record<string, unknown>, defaults: Record<string, unknown>): unknown {
  const run = Object.hasOwn(calculations, check.function) ? calculations[check.function] : undefined
  if (run === undefined) throw new Error(`There is no calculation ${check.function}.`)
  const key = check.inputKey ?? 'rows'
  if (!Object.hasOwn(input, key)) throw new Error(`The case has no input ${key}.`)
  return run(input[key], { ...defaults, ...check.params })
}

const messageOf = (thrown: unknown): string => {
  if (thrown instanceof z.ZodError)
    return thrown.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Runs every check of a file. A check that cannot be computed has failed. */
export function checkCases({ tolerance, conventions, cases }: CaseFile): CheckOutcome[] {
  const defaults = conventions?.defaults ?? {}
  return cases.flatMap(({ id, input, checks }) =>
    checks.map(check => {
      try {
        const got = compute(check, input, defaults)
        return { id: String(id), check, got, failure: findDifference(check.expected, got, tolerance) }
      } catch (thrown) {
        return { id: String(id), check, got: undefined, failure: messageOf(thrown) }
      }
    }),
  )
}
