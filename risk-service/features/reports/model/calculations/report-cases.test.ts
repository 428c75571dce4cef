import { describe, expect, it } from 'vitest'
import { type CaseFile, caseFileSchema, checkCases, findDifference } from './check-cases.ts'
import content from './report-cases.json' with { type: 'json' }

const file: CaseFile = caseFileSchema.parse(content)
const outcomes = checkCases(file)
const firstCase = (): CaseFile['cases'][number] => {
  const [first] = file.cases
  if (first === undefined) throw new Error('no case')
  return first
}
/** Runs one check over the input of the first case. */
const outcomeOf = (check: Partial<CaseFile['cases'][number]['checks'][number]>) =>
  checkCases({
    tolerance: 1e-9,
    cases: [{ ...firstCase(), checks: [{ function: 'summaryKpis', expected: null, ...check }] }],
  })[0]

describe('worked examples', () => {
  it('all are here', () => {
    expect(file.cases.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `R${`${i + 1}`.padStart(2, '0')}`),
    )
    expect(outcomes).toHaveLength(22)
  })
  it.each(outcomes.map((outcome, index) => [`${outcome.id}, check ${index + 1}`, outcome] as const))(
    '%s',
    (_, outcome) => {
      expect(outcome.failure).toBeNull()
    },
  )
  it('can fail', () => {
    const [right] = firstCase().checks
    expect(outcomeOf({ expected: { ...(right?.expected as object), fraudVolume: 4 } })).toMatchObject({
      failure: 'fraudVolume: expected 4, got 3',
    })
    expect(outcomeOf({ function: 'toString' })).toMatchObject({ failure: 'There is no calculation toString.' })
    expect(outcomeOf({ inputKey: 'calls' })).toMatchObject({ failure: 'The case has no input calls.' })
    expect(outcomeOf({ params: { view: 'sum' } })?.failure).toMatch(/^view: /)
    expect(outcomeOf({ function: 'filterRows', params: { scoreFrom: 70, scoreTo: 60 } })).toMatchObject({
      failure: 'scoreTo: The lower score must not be greater than the upper score.',
    })
  })
  it('the defaults of a file apply where a check does not say otherwise', () => {
    const inAmounts = { ...file, conventions: { defaults: { view: 'amount' } } }
    expect(checkCases(inAmounts)[1]?.failure).toBeNull()
    const { checks, ...others } = firstCase()
    const without = checks.map(check => ({ ...check, params: {} }))
    expect(checkCases({ ...inAmounts, cases: [{ ...others, checks: without }] })[0]?.got).toMatchObject({
      transactionVolume: 2895,
    })
  })
})

describe('differences', () => {
  it.each([
    [1, 1 + 5e-10, null],
    [1, 1 + 2e-9, 'the result: expected 1, got 1.000000002'],
    [null, 0, 'the result: expected null, got 0'],
    [{ a: [1, 2] }, { a: [1] }, 'a: expected 2 items, got 1'],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'a[0].b: expected 1, got 2'],
    [{ a: 1 }, { a: 1, b: 2 }, 'b: expected nothing, got 2'],
    [{ a: 1, b: null }, { a: 1 }, 'b: expected null, got nothing'],
    ['x', 'x', null],
    [[], {}, 'the result: expected [], got {}'],
  ])('%j and %j', (expected, got, difference) => {
    expect(findDifference(expected, got, 1e-9)).toBe(difference)
  })
})
