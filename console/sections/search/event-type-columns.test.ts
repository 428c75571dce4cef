import { searchColumns } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { hasColumn } from './event-type-columns.ts'

const missing = (eventType: string) => searchColumns.filter(column => !hasColumn(eventType, column))

it('purchases and tenant assessments have every column of the search', () => {
  expect(missing('purchase')).toEqual([])
  expect(missing('CardAuthorization')).toEqual([])
})

it('account creations have no columns of an order, and logins none of payments and addresses either', () => {
  const order = ['amount', 'currency', 'amountUsd', 'itemCount']
  for (const type of ['accountcreation', 'signup']) expect(missing(type)).toEqual(order)
  for (const type of ['accountlogin', 'signin'])
    expect(missing(type)).toEqual([
      ...order.slice(0, 3),
      'paymentType',
      'cardType',
      'bin',
      'lastFour',
      'billingCountry',
      'shippingCountry',
      'shippingCity',
      'itemCount',
    ])
})
