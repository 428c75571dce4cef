import { expect, it } from 'vitest'
import { externalAddress } from './external-address.ts'

const request = {
  user: { userId: 'U 1/&?#$&', email: 'k***@contoso.com', empty: ' ' },
  productList: [{ sku: 'S-1' }],
  totalAmount: 12.5,
}
const address = (field: string) => externalAddress({ url: 'https://desk.example/o/#?from=assay', field }, request)

it('the value is encoded and stands for itself', () => {
  expect(address('user.userId')).toBe('https://desk.example/o/U%201%2F%26%3F%23%24%26?from=assay')
  expect(address('productList.0.sku')).toBe('https://desk.example/o/S-1?from=assay')
  expect(address('totalAmount')).toBe('https://desk.example/o/12.5?from=assay')
})
it.each(['user.name', 'user', 'user.empty', 'productList.1.sku', 'user.constructor', 'user.userId.length'])(
  'no link without a value at %s',
  field => expect(address(field)).toBeNull(),
)
it('no link with a masked value', () => {
  expect(address('user.email')).toBeNull()
})
