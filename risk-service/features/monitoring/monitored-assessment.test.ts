import { expect, it } from 'vitest'
import { builtInAssessments } from '../../engine/assessments/assessment-info.ts'
import { scorecardOf } from './monitored-assessment.ts'

const [purchase, creation, login] = builtInAssessments.list('')
const own = (kind: 'wizard' | 'legacyCustom', template?: string) => ({
  ...purchase!,
  key: 'Own',
  kind,
  check: { ...purchase!.check, ...(template === undefined ? {} : { template }) },
})

it.each([
  ['purchases', purchase!, null],
  ['account creation', creation!, 'accounts'],
  ['account login', login!, 'accounts'],
  ['an assessment of the wizard', own('wizard', 'CardPayment'), 'assessment'],
  ['device fingerprinting', own('wizard', 'DeviceFingerprinting'), null],
  ['a former custom assessment', own('legacyCustom'), null],
])('the scorecard of %s', (_, assessment, expected) => {
  expect(scorecardOf(assessment)).toBe(expected)
})
