import { createRandom, type Random } from '../history/random.ts'

/** A row of the retail system, as it sends it. */
export type SampleRow = Readonly<Record<string, string | number>>
/** The entities of the retail system by the names of their addresses. */
export interface RetailHistory {
  RetailPaymentMethods: SampleRow[]
  RetailTransactions: SampleRow[]
  RetailTransactionSalesLinesV2: SampleRow[]
  RetailTransactionPaymentLinesV2: SampleRow[]
}

const dayMs = 86_400_000
/** Days before today that have transactions: at least three whole months. */
const days = 125

const products = [
  ['SKU-1001', 'Linen shirt', 'Clothing', 39],
  ['SKU-1002', 'Rain jacket', 'Clothing', 89],
  ['SKU-1003', 'Running shoes', 'Shoes', 75],
  ['SKU-1004', 'Headphones', 'Electronics', 129],
  ['SKU-1005', 'Desk lamp', 'Home', 34],
  ['SKU-1006', 'Board game', 'Toys', 29],
] as const

interface Clerk {
  id: string
  store: string
  terminal: string
  /** Share of returns, and of those without a receipt that are paid out in cash. */
  returns: number
  cash: number
}
const clerk = (id: string, store: string, terminal: string, returns = 0.07, cash = 0.25): Clerk => ({
  id,
  store,
  terminal,
  returns,
  cash,
})
/** Hashed personnel numbers: the last one pays out returns in cash that nobody brought. */
const clerks: readonly Clerk[] = [
  clerk('p-1f03', 'HAM-01', 'HAM-01-T1'),
  clerk('p-29ac', 'HAM-01', 'HAM-01-T1'),
  clerk('p-3b77', 'HAM-01', 'HAM-01-T2'),
  clerk('p-40d1', 'HAM-01', 'HAM-01-T2'),
  clerk('p-58e6', 'KOB-01', 'KOB-01-T1'),
  clerk('p-6a92', 'KOB-01', 'KOB-01-T1'),
  clerk('p-7c15', 'KOB-01', 'KOB-01-T2'),
  clerk('p-8d40', 'KOB-01', 'KOB-01-T2', 0.4, 0.95),
]

/**
 * The transactions of three shops up to a day, made up: the same for a day whenever they are made. The batch of a day is
 * stored in the evening.
 */
export function createRetailHistory(now: Date): RetailHistory {
  const history: RetailHistory = {
    RetailPaymentMethods: [
      ['1', 'Cash', 'Cash'],
      ['2', 'Card', 'Debit and credit cards'],
      ['3', 'GiftCard', 'Gift card'],
    ].map(([id = '', use = '', name = '']) => ({ PaymentMethodNumber: id, DefaultFunction: use, Name: name })),
    RetailTransactions: [],
    RetailTransactionSalesLinesV2: [],
    RetailTransactionPaymentLinesV2: [],
  }
  const today = Math.floor(now.getTime() / dayMs)
  for (let day = today - days; day < today; day++) addDay(history, day)
  return history
}

function addDay(history: RetailHistory, day: number): void {
  const random = createRandom(day * 7919)
  const date = new Date(day * dayMs).toISOString()
  const batch = new Date(day * dayMs + 22 * 3_600_000).toISOString()
  let number = 0
  for (const who of clerks)
    for (let count = random.between(2, 6); count > 0; count--) {
      number += 1
      const key = {
        TransactionNumber: `${date.slice(0, 10).replaceAll('-', '')}-${String(number).padStart(4, '0')}`,
        Terminal: who.terminal,
        OperatingUnitNumber: who.store,
      }
      addTransaction(history, random, { who, key, date, batch })
    }
}

interface Sale {
  who: Clerk
  key: { TransactionNumber: string; Terminal: string; OperatingUnitNumber: string }
  date: string
  batch: string
}

function addTransaction(history: RetailHistory, random: Random, { who, key, date, batch }: Sale): void {
  const isReturn = random.chance(who.returns)
  const inCash = random.chance(isReturn ? who.cash : 0.3)
  const status = random.chance(0.01) ? 'Voided' : 'Posted'
  const lines = random.between(1, 3)
  let total = 0
  for (let line = 1; line <= lines; line++) {
    const [item, , category, price] = random.pick(products)
    const manual = !isReturn && random.chance(0.08) ? Math.round(price * 20) / 100 : 0
    total += price - manual
    history.RetailTransactionSalesLinesV2.push({
      ...key,
      LineNumber: line,
      Quantity: isReturn ? -1 : 1,
      LineDiscount: manual,
      LineManualDiscountAmount: manual,
      PeriodicDiscountAmount: random.chance(0.1) ? Math.round(price * 10) / 100 : 0,
      CategoryName: category,
      ItemId: item,
      BarCode: '',
      TransactionStatus: status,
      SyncStartDateTime: batch,
    })
  }
  const amount = Math.round(total * 100) / 100
  history.RetailTransactions.push({
    ...key,
    Staff: who.id,
    TransactionDate: date,
    TransactionTime: random.between(9 * 3600, 20 * 3600),
    NetAmount: isReturn ? -amount : amount,
    SaleIsReturnSale: isReturn ? 'Yes' : 'No',
    RefundReceiptId: isReturn && !inCash ? `R-${random.hex(6)}` : '',
    TotalManualDiscountAmount: 0,
    Currency: 'EUR',
    TransactionStatus: status,
    SyncStartDateTime: batch,
  })
  history.RetailTransactionPaymentLinesV2.push({
    ...key,
    LineNumber: 1,
    TenderType: inCash ? '1' : random.chance(0.05) ? '3' : '2',
    VoidStatus: 'None',
    MerchantPaymentInstrumentId: inCash ? '' : `card-${random.hex(10)}`,
    TransactionStatus: status,
    SyncStartDateTime: batch,
  })
}
