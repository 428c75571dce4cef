import { expect, it } from 'vitest'
import { orderSum } from './order-sum.ts'

const line = (price: number | null, quantity = 1, currency = 'EUR') => ({ price, quantity, currency })

it('lines, tax and tip without the discount are the total, within a cent', () => {
  const view = { salesTax: 1.9, tipAmount: 1, discountAmount: 2, totalAmount: 20.9 }
  expect(orderSum(view, [line(5, 2), line(10)], 'EUR')).toEqual({
    tax: 1.9,
    tip: 1,
    discount: 2,
    total: 20.9,
    computed: expect.closeTo(20.9, 6) as number,
    differs: false,
  })
  expect(orderSum({ totalAmount: 10.01 }, [line(10)], 'EUR').differs).toBe(false)
  expect(orderSum({ totalAmount: 10.02 }, [line(10)], 'EUR').differs).toBe(true)
})

it('what cannot be compared is no difference: no line, no price, another currency, no total', () => {
  for (const [view, lines] of [
    [{ totalAmount: 5 }, []],
    [{ totalAmount: 5 }, [line(null)]],
    [{ totalAmount: 5 }, [line(9, 1, 'USD')]],
    [{}, [line(9)]],
  ] as const)
    expect(orderSum(view, lines, 'EUR').differs).toBe(false)
})
