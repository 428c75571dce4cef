import { expect, it } from 'vitest'
import { postalCodeOf, postalCodesOf } from './postal-codes.ts'

it.each([
  [{ country: 'US', zipCode: '98101-1234' }, 'us 98101'],
  [{ country: ' gb ', zipCode: 'SW1A 1AA' }, 'gb sw1a1aa'],
  [{ country: 'JP', zipCode: '１００' }, 'jp １００'],
  [{ zipCode: '98101' }, null],
  [{ country: 'Germany', zipCode: '10115' }, null],
  [{ country: 'DE', zipCode: ' - ' }, null],
  [{ country: 'DE', zipCode: 10115 }, null],
  [{ country: 'DE', zipCode: '1'.repeat(17) }, null],
])('the postal code of %j is %s', (address, expected) => {
  expect(postalCodeOf(address)).toBe(expected)
})

it('a purchase has each postal code once, of its shipment and its first ten instruments', () => {
  const at = (zipCode: string) => ({ country: 'DE', zipCode })
  const instruments = Array.from({ length: 12 }, (_, index) => ({ billingAddress: at(`${index % 11}`) }))
  expect(postalCodesOf({ shippingAddress: at('3'), paymentInstrumentList: instruments })).toEqual(
    ['3', '0', '1', '2', '4', '5', '6', '7', '8', '9'].map(code => `de ${code}`),
  )
  expect(postalCodesOf({ shippingAddress: 'x', paymentInstrumentList: {} })).toEqual([])
})
