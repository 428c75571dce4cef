import type { ScopeInit } from '../index.ts'
import { createCallResult, createListReader, type FqlCase } from './case.ts'

/* The inputs of a case's evaluation: stubs of its resources, variables and the time. */

export const defaultNow = '2025-06-15T11:04:00Z'
export type AddReaders = (readers: ScopeInit) => ScopeInit

export const variablesOf = ({ variables }: FqlCase): Map<string, unknown> =>
  new Map(Object.entries(variables ?? {}).map(([name, value]) => [name.toLowerCase(), value]))

/** Creates the readers of a case; calls return promises, so that every case with a call waits. */
export function createReaders(testCase: FqlCase, calls: object[]): AddReaders {
  const scores = testCase.scores
  const model = (score: number | undefined): Record<string, unknown> | undefined =>
    score === undefined ? undefined : { Score: score, Reasons: scores?.reasons ?? [] }
  const find = <T>(record: Record<string, T> | undefined, name: string): T | undefined =>
    Object.entries(record ?? {}).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
  return init => ({
    ...init,
    lists: createListReader(testCase.lists ?? {}),
    velocities: {
      read: ({ name }, key, window) => find(testCase.velocities, name)?.[`${key}|${window.count}${window.unit}`] ?? 0,
    },
    calls: {
      external: async ({ name }, args) => {
        calls.push({ external: name, args })
        return createCallResult(find(testCase.external, name) ?? {}, args)
      },
      assessment: async ({ name }, _method, body) => {
        calls.push({ assessment: name, body })
        const stub = find(testCase.assessments, name)
        return { ...createCallResult({ ...stub, default: null }, []), request: body }
      },
    },
    geo: { lookup: ip => testCase.geo?.[ip], allows: () => true },
    bins: { lookup: prefix => testCase.bin?.[prefix] },
    devices: {
      attributes: id => (testCase.devices?.[id] === undefined ? undefined : (testCase.devices[id].attributes ?? {})),
      speedOfTravel: id => testCase.devices?.[id]?.speedOfTravel ?? 0,
    },
    models: { risk: () => model(scores?.risk), bot: () => model(scores?.bot) },
  })
}
