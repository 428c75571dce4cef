import type { EventDetail } from '@assay/risk-service/contract'
import type { OrderLine } from '../../../platform/events/order-lines.tsx'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { numberAt, objectsAt, textAt } from '../request-fields.ts'

/** What marks a line, in the order in which the marks are shown. */
const marks = ['isRecurring', 'isFree', 'isPreorder'] as const

/** A line of an order as the page of its event shows it. Money of one piece, in major units of `currency`. */
export interface ReviewLine extends OrderLine {
  sku: string | null
  market: string | null
  /** Sales price without the cost of the goods; null where one of them was not sent. */
  margin: number | null
  marks: (typeof marks)[number][]
}

/** Returns the lines of an order. @param categoryName a category in the reader's language */
export function reviewLinesOf(
  { view, row }: Pick<EventDetail, 'view' | 'row'>,
  categoryName: (code: string | null) => string | null,
): ReviewLine[] {
  return objectsAt(view, 'productList').map((product, index) => {
    const salesPrice = numberAt(product, 'salesPrice')
    const cost = numberAt(product, 'cogs')
    return {
      id: `${textAt(product, 'productId') ?? ''} ${index}`,
      name: textAt(product, 'productName') ?? textAt(product, 'productId') ?? '–',
      kind: categoryName(textAt(product, 'category')),
      quantity: numberAt(product, 'quantity') ?? 1,
      price: numberAt(product, 'purchasePrice') ?? salesPrice,
      currency: textAt(product, 'currency') ?? row.currency ?? '',
      sku: textAt(product, 'sku'),
      market: textAt(product, 'market'),
      margin: salesPrice === null || cost === null ? null : salesPrice - cost,
      marks: marks.filter(mark => product[mark] === true),
    }
  })
}

/**
 * Returns how many US dollars one unit of the currency of an event was worth when it was assessed; null where nothing
 * says so, and for events in US dollars.
 */
export function dollarRateOf({ amount, amountUsd, currency }: EventDetail['row']): number | null {
  if (amount === null || amount === 0 || amountUsd === null || currency === null || currency === 'USD') return null
  return amountUsd / 100 / majorUnits(amount, currency)
}

/** Returns the lines in US dollars; those in another currency than that of the event stay as they are. */
export const inDollars = (lines: readonly ReviewLine[], currency: string, rate: number): ReviewLine[] =>
  lines.map(line =>
    line.currency === currency
      ? {
          ...line,
          currency: 'USD',
          price: line.price === null ? null : line.price * rate,
          margin: line.margin === null ? null : line.margin * rate,
        }
      : line,
  )
