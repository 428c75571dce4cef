import type { Db } from '../../../ports/database.ts'
import {
  type RetailPayment,
  type RetailSale,
  type RetailTransaction,
  storePaymentMethods,
  storePayments,
  storeSales,
  storeTransactions,
} from '../transactions/store-transactions.ts'

/** Collects the transactions of a shop. */
export class Till {
  readonly #transactions: RetailTransaction[] = []
  readonly #sales: RetailSale[] = []
  readonly #payments: RetailPayment[] = []
  readonly #prefix: string

  /** @param prefix of the numbers of its transactions */
  constructor(prefix = 'N') {
    this.#prefix = prefix
  }

  /** Sells an item for 10 dollars, so many times. @param options with the dollars of a manual discount of the line */
  sell(
    month: string,
    staff: string,
    terminal: string,
    count: number,
    options: { discounted?: boolean; lineDiscount?: number; unit?: string; day?: string } = {},
  ): void {
    for (let each = 0; each < count; each++) {
      const { unit = 'Store', day = '02' } = options
      const key = this.#add(`${month}-${day}`, staff, terminal, { unit })
      this.#sales.push({
        ...key,
        line: 1,
        product: 'Shirt',
        category: 'Clothing',
        quantity: 1,
        is_discounted: options.discounted ?? false,
        manual_discount: options.lineDiscount ?? 0,
      })
      this.#payments.push({ ...key, line: 1, method: '2', instrument: `card ${key.number}`, is_void: false })
    }
  }

  /** Takes back an item for 10 dollars, so many times: to the card and with a receipt, unless the options differ. */
  takeBack(
    month: string,
    staff: string,
    terminal: string,
    count: number,
    { cash = false, receipt = true }: { cash?: boolean; receipt?: boolean } = {},
  ): void {
    for (let each = 0; each < count; each++) {
      const key = this.#add(`${month}-02`, staff, terminal, { is_return: true, has_receipt: receipt })
      this.#payments.push({ ...key, line: 1, method: cash ? '1' : '2', instrument: null, is_void: false })
    }
  }

  #add(day: string, staff: string, terminal: string, { unit = 'Store', ...more }: Partial<RetailTransaction>) {
    const index = this.#transactions.length
    const key = { number: `${this.#prefix}${index}`, terminal, unit }
    this.#transactions.push({
      ...key,
      staff,
      at: new Date(Date.parse(`${day}T08:00:00Z`) + index * 1000),
      is_return: false,
      has_receipt: false,
      amount_usd: 1000,
      discount_usd: 0,
      usd_rate: 1,
      ...more,
    })
    return key
  }

  async store(db: Db, environmentId: string): Promise<void> {
    await storePaymentMethods(db, environmentId, [
      { method: '1', function: 'Cash', name: 'Cash' },
      { method: '2', function: 'Card', name: 'Card' },
    ])
    await storeTransactions(db, environmentId, this.#transactions)
    await storeSales(db, environmentId, this.#sales)
    await storePayments(db, environmentId, this.#payments)
  }
}
