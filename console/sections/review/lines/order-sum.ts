import type { OrderLine } from '../../../platform/events/order-lines.tsx'
import { numberAt } from '../request-fields.ts'

/** Sums that differ by no more than this, in major units, are equal. */
const tolerance = 0.01

/** What an order amounts to, in major units of its currency; null where it was not sent. */
export interface OrderSum {
  tax: number | null
  tip: number | null
  discount: number | null
  total: number | null
  /** Lines, tax and tip without the discount; null where a price is missing or in another currency. */
  computed: number | null
  /** Both are known, and differ. */
  differs: boolean
}

/** Returns the amounts below the lines of an order, and whether the lines add up to its total. */
export function orderSum(
  view: Record<string, unknown>,
  lines: readonly Pick<OrderLine, 'quantity' | 'price' | 'currency'>[],
  currency: string | null,
): OrderSum {
  const [tax, tip, discount, total] = ['salesTax', 'tipAmount', 'discountAmount', 'totalAmount'].map(name =>
    numberAt(view, name),
  ) as [number | null, number | null, number | null, number | null]
  const comparable = lines.length > 0 && lines.every(line => line.price !== null && line.currency === currency)
  const computed = comparable
    ? lines.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0) +
      (tax ?? 0) +
      (tip ?? 0) -
      (discount ?? 0)
    : null
  // Amounts are decimal fractions: half a thousandth keeps their binary form from deciding.
  const differs = computed !== null && total !== null && Math.abs(computed - total) > tolerance + 0.0005
  return { tax, tip, discount, total, computed, differs }
}
