import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { featurePoints } from './feature-points.ts'

const intl = createIntl({ locale: 'en-US', messages: {} })

test('points of a signal say where each bin begins, and what a missing value is worth', () => {
  expect(featurePoints(intl, { cuts: [0.00138888, 1200], points: [-41, 87, 0], unknown: 186 })).toEqual({
    bins: ['−41', '≥0.00139: +87', '≥1,200: 0'],
    missing: '+186',
  })
  expect(featurePoints(intl, { cuts: [], points: [3], unknown: 0 })).toEqual({ bins: ['+3'], missing: null })
})
