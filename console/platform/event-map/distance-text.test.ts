import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { distanceText } from './distance-text.ts'

const intl = createIntl({ locale: 'en-US' })

it('a distance has two decimals below ten and none from ten up, in miles as in kilometres', () => {
  expect(distanceText(intl, 3866.4, 'kilometer', false)).toBe('3,866 km')
  expect(distanceText(intl, 3866.4, 'mile', false)).toBe('2,402 mi')
  expect(distanceText(intl, 0, 'mile', false)).toBe('0.00 mi')
  expect(distanceText(intl, 9.994, 'kilometer', false)).toBe('9.99 km')
  // Rounded first: no ten has decimals.
  expect(distanceText(intl, 9.996, 'kilometer', false)).toBe('10 km')
})

it('a distance between places that are not known to the street is approximate', () => {
  expect(distanceText(intl, 1002, 'kilometer', true)).toBe('≈\u00a01,002 km')
})
