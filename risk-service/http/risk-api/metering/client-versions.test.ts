import { expect, it } from 'vitest'
import { createClientVersions, otherVersion, productOf } from './client-versions.ts'

it.each([
  ['checkout/8.3', 'checkout/8.3'],
  ['Shop-App/2.0.1-beta.4 (linux)', 'Shop-App/2.0.1-beta.4'],
  ['node', ''],
  ['jane.doe@example.com/1', ''],
  ['jane 0641234567', ''],
  [null, ''],
  [`${'x'.repeat(41)}/1`, ''],
])('the product of %s is "%s"', (header, product) => expect(productOf(header)).toBe(product))

it('a client has a bounded number of versions on a day', () => {
  const versionOf = createClientVersions()
  const today = new Date('2025-11-20T12:00:00.000Z')
  for (let version = 1; version <= 20; version += 1)
    expect(versionOf('shop', `checkout/${version}`, today)).toBe(`checkout/${version}`)
  expect(versionOf('shop', 'checkout/21', today)).toBe(otherVersion)
  expect(versionOf('shop', 'checkout/20', today)).toBe('checkout/20')
  expect(versionOf('till', 'checkout/21', today)).toBe('checkout/21')
  expect(versionOf('shop', 'checkout/21', new Date('2025-11-21T00:00:00.000Z'))).toBe('checkout/21')
})
