import { describe, expect, it } from 'vitest'
import type { FqlCase } from './case.ts'
import { findFailures } from './compare-outcome.ts'
import cases from './fql-cases.json' with { type: 'json' }
import moreCases from './more-cases.json' with { type: 'json' }

const all = cases as unknown as FqlCase[]
/** Sentences of the specification that its own cases do not reach. */
const more = moreCases as unknown as FqlCase[]

describe.each(['code', 'closures'] as const)('acceptance cases, %s', mode => {
  it('acceptance cases are all here', () => {
    expect(all.length).toBe(144)
    expect(new Set([...all, ...more].map(({ name }) => name)).size).toBe(all.length + more.length)
  })
  it.each([...all, ...more].map(testCase => [testCase.name, testCase] as const))('%s', async (_name, testCase) => {
    expect(await findFailures(testCase, mode)).toEqual([])
  })
  it('acceptance cases can fail', async () => {
    const [first] = all
    if (first === undefined) throw new Error('no case')
    expect(await findFailures({ ...first, expect: { decision: 'Approve', output: { a: {} } } }, mode)).toEqual([
      { key: 'decision', expected: 'Approve', got: 'Reject' },
      { key: 'output', expected: { a: {} }, got: {} },
    ])
    expect(await findFailures({ ...first, rule: 'RETURN', expect: { decision: 'Approve' } }, mode)).toMatchObject([
      { key: 'error', expected: null, got: { code: 'FQL1006' } },
    ])
  })
})
