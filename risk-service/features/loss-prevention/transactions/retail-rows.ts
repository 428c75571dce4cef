import { type Rates, ratesOf, toUsdCents } from '../../../engine/enrich/exchange-rates.ts'
import type { RetailPayment, RetailPaymentMethod, RetailSale, RetailTransaction } from './store-transactions.ts'

type Row = Readonly<Record<string, string | undefined>>
export interface RetailRowIssue {
  column: string
  problem: string
}

/** Columns that each file needs. */
export const retailColumns = {
  Transactions: ['TRANSACTIONNUMBER', 'TERMINAL', 'OPERATINGUNITNUMBER', 'STAFF', 'TRANSACTIONDATE', 'NETAMOUNT'],
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

/** Columns that are read where they are there; all others are left out. */
export const optionalRetailColumns = {
  Transactions: [
    'TRANSACTIONTIME',
    'SALEISRETURNSALE',
    'REFUNDRECEIPTID',
    'TOTALMANUALDISCOUNTAMOUNT',
    'CURRENCY',
    'TRANSACTIONSTATUS',
  ],
  Sales: ['ITEMID', 'BARCODE', 'TRANSACTIONSTATUS'],
  Payments: ['MERCHANTPAYMENTINSTRUMENTID', 'TRANSACTIONSTATUS'],
  PaymentMethod: [],
} as const satisfies Record<RetailFile, readonly string[]>

const longestText = 256
const largestNumber = 1e12
/** Values of TRANSACTIONSTATUS, the RetailEntryStatus of Dynamics: voided, cancelled, on hold, training. */
const statusesWithoutEffect: ReadonlySet<number> = new Set([1, 4, 5, 6])
const firstDay = Date.UTC(1970, 0, 1)

/** A row that says whether what it describes took place. One that did not removes a stored row of the same key. */
export type Uploaded<Value> = Value & { tookPlace: boolean }

/** Reads the cells of one row, and collects what is wrong with them. */
class Cells {
  readonly issues: RetailRowIssue[] = []
  readonly #row: Row

  constructor(row: Row) {
    this.#row = row
  }

  optional(column: string): string {
    const value = this.#row[column]?.trim() ?? ''
    if (value.length > longestText) this.#fault(column, `it is longer than ${longestText} characters`)
    else if (value.includes('\0')) this.#fault(column, 'it has a character that a text cannot have')
    return value
  }

  text(column: string): string {
    const value = this.optional(column)
    if (value === '') this.#fault(column, 'it is empty')
    return value
  }

  /** Notes what is wrong with a cell; a cell that is read twice is noted once. */
  #fault(column: string, problem: string): void {
    if (!this.issues.some(issue => issue.column === column && issue.problem === problem))
      this.issues.push({ column, problem })
  }

  /** A number; 0 for an empty cell of a column that is not needed. */
  number(column: string, needed = true): number {
    const value = needed ? this.text(column) : this.optional(column)
    if (value === '') return 0
    const number = /^[+-]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN
    if (Math.abs(number) <= largestNumber) return number
    this.#fault(column, Number.isNaN(number) ? `'${value}' is not a number` : `'${value}' is too large`)
    return 0
  }

  /** Whether a transaction, a line or a payment took place: it was not voided, cancelled, parked or done in training. */
  tookPlace(): boolean {
    const status = this.number('TRANSACTIONSTATUS', false)
    if (!Number.isInteger(status)) this.#fault('TRANSACTIONSTATUS', `'${status}' is not a whole number`)
    return !statusesWithoutEffect.has(status)
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

  /** Dollars per unit of the currency, and notes one without rates. */
  rate(rates: Rates): number {
    const rate = rates.factor(this.#currency)
    if (rate === null) this.#fault('CURRENCY', `'${this.#currency}' is not a known currency`)
    return rate ?? 0
  }

  key() {
    return {
      number: this.text('TRANSACTIONNUMBER'),
      terminal: this.text('TERMINAL'),
      unit: this.text('OPERATINGUNITNUMBER'),
    }
  }
}

const result = <Value>({ issues }: Cells, value: Value): Value | RetailRowIssue[] =>
  issues.length > 0 ? issues : value

/** Returns a transaction. Its time of day is the number of seconds after midnight of TRANSACTIONTIME. */
export function mapTransaction(row: Row): Uploaded<RetailTransaction> | RetailRowIssue[] {
  const cells = new Cells(row)
  const date = cells.text('TRANSACTIONDATE')
  const seconds = cells.number('TRANSACTIONTIME', false)
  const day = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(`${date.slice(0, 10)}T00:00:00Z`) : Number.NaN
  if (date !== '' && (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date.slice(0, 10)))
    cells.issues.push({ column: 'TRANSACTIONDATE', problem: `'${date}' is not an ISO 8601 date and time` })
  else if (day < firstDay) cells.issues.push({ column: 'TRANSACTIONDATE', problem: `'${date}' is before 1970` })
  if (seconds < 0 || seconds >= 86_400)
    cells.issues.push({ column: 'TRANSACTIONTIME', problem: `'${seconds}' is not a number of seconds of a day` })
  const at = new Date(Number.isNaN(day) ? 0 : day + seconds * 1000)
  const rates = ratesOf(at)
  return result(cells, {
    ...cells.key(),
    staff: cells.text('STAFF'),
    at,
    is_return: cells.number('SALEISRETURNSALE', false) === 1,
    has_receipt: cells.optional('REFUNDRECEIPTID') !== '',
    amount_usd: cells.cents('NETAMOUNT', rates),
    discount_usd: cells.cents('TOTALMANUALDISCOUNTAMOUNT', rates, false),
    usd_rate: cells.rate(rates),
    tookPlace: cells.tookPlace(),
  })
}

/** Returns a line of a sale. Without an item number its category stands for the product. */
export function mapSale(row: Row): Uploaded<RetailSale> | RetailRowIssue[] {
  const cells = new Cells(row)
  const category = cells.text('CATEGORYNAME')
  const manual = Math.abs(cells.number('LINEMANUALDISCOUNTAMOUNT'))
  const discounts = [manual, cells.number('LINEDISCOUNT'), cells.number('PERIODICDISCOUNTAMOUNT')]
  return result(cells, {
    ...cells.key(),
    line: cells.line('LINENUMBER'),
    product: cells.optional('ITEMID') || cells.optional('BARCODE') || category,
    category,
    quantity: cells.number('QUANTITY'),
    is_discounted: discounts.some(amount => amount !== 0),
    manual_discount: manual,
    tookPlace: cells.tookPlace(),
  })
}

/**
 * Returns a payment. Of the instrument only a hash is stored: the report counts different ones.
 * @param hashOf a hash with a key of the environment
 */
export function mapPayment(row: Row, hashOf: (instrument: string) => string): RetailPayment | RetailRowIssue[] {
  const cells = new Cells(row)
  const instrument = cells.optional('MERCHANTPAYMENTINSTRUMENTID')
  const tookPlace = cells.tookPlace()
  return result(cells, {
    ...cells.key(),
    line: cells.line('LINENUMBER'),
    method: cells.text('TENDERTYPE'),
    instrument: instrument === '' ? null : hashOf(instrument),
    is_void: cells.number('VOIDSTATUS') !== 0 || !tookPlace,
  })
}

/** Returns a payment method. */
export function mapPaymentMethod(row: Row): RetailPaymentMethod | RetailRowIssue[] {
  const cells = new Cells(row)
  return result(cells, {
    method: cells.text('PAYMENTMETHODNUMBER'),
    function: cells.text('DEFAULTFUNCTION'),
    name: cells.text('NAME'),
  })
}
