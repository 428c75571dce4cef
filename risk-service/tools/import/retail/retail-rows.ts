import { createHash } from 'node:crypto'
import { type Rates, ratesOf, toUsdCents } from '../../../engine/enrich/exchange-rates.ts'
import type {
  RetailPayment,
  RetailPaymentMethod,
  RetailSale,
  RetailTransaction,
} from '../../../features/loss-prevention/transactions/store-transactions.ts'
import type { Row, RowIssue } from '../files/ecommerce-file.ts'

/** Columns that each file needs; further ones are read where they are there, and all others are left out. */
export const retailColumns = {
  Transactions: [
    'TRANSACTIONNUMBER',
    'TERMINAL',
    'OPERATINGUNITNUMBER',
    'STAFF',
    'TRANSACTIONDATE',
    'NETAMOUNT',
    // Without it nobody would have given a discount by hand.
    'TOTALMANUALDISCOUNTAMOUNT',
  ],
  Sales: [
    'TRANSACTIONNUMBER',
    'TERMINAL',
    'OPERATINGUNITNUMBER',
    'LINENUMBER',
    'QUANTITY',
    'LINEDISCOUNT',
    'LINEMANUALDISCOUNTAMOUNT',
    'PERIODICDISCOUNTAMOUNT',
    'CATEGORYNAME',
  ],
  Payments: ['TRANSACTIONNUMBER', 'TERMINAL', 'OPERATINGUNITNUMBER', 'LINENUMBER', 'TENDERTYPE', 'VOIDSTATUS'],
  PaymentMethod: ['PAYMENTMETHODNUMBER', 'DEFAULTFUNCTION', 'NAME'],
} as const
export type RetailFile = keyof typeof retailColumns

/** Reads the cells of one row, and collects what is wrong with them. */
class Cells {
  readonly issues: RowIssue[] = []
  readonly #row: Row

  constructor(row: Row) {
    this.#row = row
  }

  optional(column: string): string {
    return this.#row[column]?.trim() ?? ''
  }

  text(column: string): string {
    const value = this.optional(column)
    if (value === '') this.issues.push({ column, problem: 'it is empty' })
    else if (value.length > 256) this.issues.push({ column, problem: 'it is longer than 256 characters' })
    return value
  }

  /** A number; 0 for an empty cell of a column that is not needed. */
  number(column: string, needed = true): number {
    const value = needed ? this.text(column) : this.optional(column)
    if (value === '') return 0
    if (/^[+-]?\d+(?:\.\d+)?$/.test(value)) return Number(value)
    this.issues.push({ column, problem: `'${value}' is not a number` })
    return 0
  }

  /** A whole number that fits a line, with or without decimals that are 0. */
  line(column: string): number {
    const value = this.number(column)
    if (!Number.isInteger(value) || Math.abs(value) > 2_000_000_000)
      this.issues.push({ column, problem: `'${this.optional(column)}' is not a whole number` })
    return value
  }

  /** Cents of US dollars by the rates of a day, without the sign. */
  cents(column: string, rates: Rates, needed = true): number {
    const amount = Math.abs(this.number(column, needed))
    return toUsdCents(amount, this.#currency, rates) ?? 0
  }

  get #currency(): string {
    return this.optional('CURRENCY').toUpperCase() || 'USD'
  }

  /** Notes a currency without rates. */
  checkCurrency(rates: Rates): void {
    if (rates.factor(this.#currency) === null)
      this.issues.push({ column: 'CURRENCY', problem: `'${this.#currency}' is not a known currency` })
  }

  key() {
    return {
      number: this.text('TRANSACTIONNUMBER'),
      terminal: this.text('TERMINAL'),
      unit: this.text('OPERATINGUNITNUMBER'),
    }
  }
}

const result = <Value>({ issues }: Cells, value: Value): Value | RowIssue[] => (issues.length > 0 ? issues : value)

/** Returns a transaction. Its time of day is the number of seconds after midnight of TRANSACTIONTIME. */
export function mapTransaction(row: Row): RetailTransaction | RowIssue[] {
  const cells = new Cells(row)
  const date = cells.text('TRANSACTIONDATE')
  const seconds = cells.number('TRANSACTIONTIME', false)
  const day = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(`${date.slice(0, 10)}T00:00:00Z`) : Number.NaN
  if (date !== '' && (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date.slice(0, 10)))
    cells.issues.push({ column: 'TRANSACTIONDATE', problem: `'${date}' is not an ISO 8601 date and time` })
  if (seconds < 0 || seconds >= 86_400)
    cells.issues.push({ column: 'TRANSACTIONTIME', problem: `'${seconds}' is not a number of seconds of a day` })
  const at = new Date(Number.isNaN(day) ? 0 : day + seconds * 1000)
  const rates = ratesOf(at)
  cells.checkCurrency(rates)
  return result(cells, {
    ...cells.key(),
    staff: cells.text('STAFF'),
    at,
    is_return: cells.number('SALEISRETURNSALE', false) === 1,
    has_receipt: cells.optional('REFUNDRECEIPTID') !== '',
    amount_usd: cells.cents('NETAMOUNT', rates),
    discount_usd: cells.cents('TOTALMANUALDISCOUNTAMOUNT', rates, false),
  })
}

/** Returns a line of a sale. Without an item number its category stands for the product. */
export function mapSale(row: Row): RetailSale | RowIssue[] {
  const cells = new Cells(row)
  const category = cells.text('CATEGORYNAME')
  const discounts = ['LINEDISCOUNT', 'LINEMANUALDISCOUNTAMOUNT', 'PERIODICDISCOUNTAMOUNT'].map(column =>
    cells.number(column),
  )
  return result(cells, {
    ...cells.key(),
    line: cells.line('LINENUMBER'),
    product: cells.optional('ITEMID') || cells.optional('BARCODE') || category,
    category,
    quantity: cells.number('QUANTITY'),
    is_discounted: discounts.some(amount => amount !== 0),
  })
}

/** Returns a payment. Of the instrument only a hash is stored: the report counts different ones. */
export function mapPayment(row: Row): RetailPayment | RowIssue[] {
  const cells = new Cells(row)
  const instrument = cells.optional('MERCHANTPAYMENTINSTRUMENTID')
  return result(cells, {
    ...cells.key(),
    line: cells.line('LINENUMBER'),
    method: cells.text('TENDERTYPE'),
    instrument: instrument === '' ? null : createHash('sha256').update(instrument).digest('base64url').slice(0, 22),
    is_void: cells.number('VOIDSTATUS') !== 0,
  })
}

/** Returns a payment method. */
export function mapPaymentMethod(row: Row): RetailPaymentMethod | RowIssue[] {
  const cells = new Cells(row)
  return result(cells, {
    method: cells.text('PAYMENTMETHODNUMBER'),
    function: cells.text('DEFAULTFUNCTION'),
    name: cells.text('NAME'),
  })
}
