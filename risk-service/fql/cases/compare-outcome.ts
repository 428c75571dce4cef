import { dequal } from 'dequal/lite'
import { type CompileOptions, FqlError } from '../index.ts'
import type { FqlCase } from './case.ts'
import { runCase } from './run-case.ts'

/** Returns the differences between the expectation and the result of a case: one line each, none when it passed. */
export async function findFailures(
  testCase: FqlCase,
  mode: CompileOptions['mode'],
): Promise<{ key: string; expected: unknown; got: unknown }[]> {
  let got: Record<string, unknown>
  try {
    got = await runCase(testCase, mode)
  } catch (thrown) {
    if (thrown instanceof FqlError)
      return [{ key: 'error', expected: testCase.expect['error'] ?? null, got: thrown.message }]
    throw thrown
  }
  const { expect } = testCase
  const expectedError = (expect['error'] ?? undefined) as Record<string, unknown> | undefined
  if (expectedError !== undefined || got['error'] !== undefined) {
    const found = got['error'] as Record<string, unknown> | undefined
    const compared =
      found === undefined || expectedError === undefined
        ? found
        : Object.fromEntries(Object.entries(found).filter(([name]) => name in expectedError))
    return dequal(compared, expectedError)
      ? []
      : [{ key: 'error', expected: expectedError ?? null, got: compared ?? null }]
  }
  const allExpected: Record<string, unknown> = {
    ...(expect['runtimeErrors'] === undefined ? { runtimeErrors: [] } : {}),
    ...expect,
  }
  return Object.entries(allExpected).flatMap(([key, expected]) => {
    if (key === 'error') return []
    if (key !== 'outputRange') return dequal(got[key], expected) ? [] : [{ key, expected, got: got[key] }]
    return Object.entries(expected as Record<string, [number, number]>).flatMap(([path, [low, high]]) => {
      const [clause = '', name = ''] = path.split('.')
      const value = (got['output'] as Record<string, Record<string, unknown>> | undefined)?.[clause]?.[name]
      return typeof value === 'number' && value >= low && value < high
        ? []
        : [{ key: path, expected: [low, high], got: value }]
    })
  })
}
