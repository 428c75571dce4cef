import { describe, expect, it } from 'vitest'
import { checkRule } from '../index.ts'
import cases from './fql-cases.json' with { type: 'json' }
import { missingFeatures, runCase, type FqlCase } from './run-case.ts'

const all = cases as unknown as FqlCase[]
const covered = all.filter((testCase) => missingFeatures(testCase).length === 0)
const open = all.filter((testCase) => missingFeatures(testCase).length > 0)

describe.each(['code', 'closures'] as const)('acceptance cases, %s', (mode) => {
  it.each(covered.map((testCase) => [testCase.name, testCase] as const))('%s', (_name, testCase) => {
    const result = runCase(testCase, mode, checkRule)
    if (testCase.expect['error'] !== undefined) {
      expect(result['error']).toEqual(testCase.expect['error'])
      return
    }
    expect(result['error']).toBeUndefined()
    for (const [key, wanted] of Object.entries(testCase.expect)) {
      if (key === 'outputRange') {
        for (const [path, [low, high]] of Object.entries(wanted as Record<string, [number, number]>)) {
          const [clause = '', name = ''] = path.split('.')
          const value = (result['output'] as Record<string, Record<string, number>>)[clause]?.[name]
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThan(high)
        }
      } else expect({ [key]: result[key] }).toEqual({ [key]: wanted })
    }
    if (testCase.expect['runtimeErrors'] === undefined) expect(result['runtimeErrors']).toEqual([])
  })
})

describe('coverage of the acceptance cases', () => {
  it('cannot shrink unnoticed', () => {
    expect(covered.length).toBeGreaterThanOrEqual(115)
    expect(covered.length + open.length).toBe(all.length)
  })
  it('leaves out only cases that need a resource of later parts', () => {
    const kinds = new Set(open.flatMap(missingFeatures))
    expect([...kinds].sort()).toEqual(['bin', 'devices', 'externalAssessments', 'externalCalls', 'functions', 'geo', 'gibberish', 'models', 'velocityReads', 'velocitySets'])
  })
})
