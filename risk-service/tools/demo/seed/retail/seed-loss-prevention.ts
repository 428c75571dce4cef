import { addMonths } from '../../../../contract/index.ts'
import { requestReport, runReports } from '../../../../features/loss-prevention/report/run-reports.ts'
import {
  type RetailPayment,
  type RetailSale,
  type RetailTransaction,
  storePaymentMethods,
  storePayments,
  storeSales,
  storeTransactions,
} from '../../../../features/loss-prevention/transactions/store-transactions.ts'
import { demoEnvironmentIds } from '../../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../../ports/database.ts'
import { createRandom, type Random } from '../../history/random.ts'

/** What somebody does in a month that others do not. */
interface Habits {
  /** Transactions, and the shares of them or of their returns. */
  count: number
  returns: number
  cashReturns: number
  noReceipt: number
  discounts: number
  severalCards: number
}
interface Clerk {
  name: string
  unit: string
  terminal: string
  /** From which month on, counted from the first one, and what then differs. */
  from?: number
  differs?: Partial<Habits>
}

/** Months before the current one that have transactions. */
const months = 8
const usual: Habits = {
  count: 26,
  returns: 0.07,
  cashReturns: 0.3,
  noReceipt: 0.12,
  discounts: 0.12,
  severalCards: 0.03,
}
const products = [
  ['Linen shirt', 'Clothing', 3900],
  ['Rain jacket', 'Clothing', 8900],
  ['Running shoes', 'Shoes', 7500],
  ['Sandals', 'Shoes', 4200],
  ['Headphones', 'Electronics', 12_900],
  ['Desk lamp', 'Home', 3400],
  ['Cutlery set', 'Home', 5600],
  ['Board game', 'Toys', 2900],
] as const
/** Products that a store offers at a discount in a month, for which some lines nevertheless pay the full price. */
const offersPerMonth = 2

const at = (unit: string, terminal: string, ...names: string[]): Clerk[] =>
  names.map(name => ({ name, unit, terminal }))

/** The staff of three shops. */
const clerks: readonly Clerk[] = [
  ...at('Lisbon', 'LIS-01', 'beatriz.alves', 'joao.ferreira', 'ines.costa', 'tiago.ramos'),
  ...at('Lisbon', 'LIS-02', 'rita.sousa', 'miguel.pinto', 'sofia.lopes', 'andre.melo'),
  ...at('Porto', 'OPO-01', 'carla.nunes', 'paulo.dias', 'helena.cruz', 'bruno.reis'),
  ...at('Porto', 'OPO-02', 'marta.vaz', 'luis.moura', 'diana.faria', 'hugo.matos'),
  ...at('Faro', 'FAO-01', 'lara.pires', 'nuno.brito', 'vera.leal', 'filipe.serra'),
  ...at('Faro', 'FAO-02', 'celia.rocha', 'jorge.antunes', 'teresa.gil'),
  // The service desk takes the returns of its shop: unusual beside all, usual beside each other.
  ...at('Lisbon', 'LIS-DESK', 'olga.freitas', 'rui.barros', 'ana.teles', 'pedro.simoes').map(clerk => ({
    ...clerk,
    differs: { returns: 0.55, cashReturns: 0.35, noReceipt: 0.15 },
  })),
  // Pays out invented returns in cash, more of them from month to month.
  {
    name: 'victor.lima',
    unit: 'Porto',
    terminal: 'OPO-02',
    from: 4,
    differs: { count: 44, returns: 0.42, cashReturns: 0.93, noReceipt: 0.88 },
  },
  // Sells to friends at the discount of the staff, with several cards at once.
  {
    name: 'irene.duarte',
    unit: 'Faro',
    terminal: 'FAO-02',
    from: 5,
    differs: { count: 40, discounts: 0.6, severalCards: 0.75 },
  },
  // Works few hours: two of six returns without a receipt say nothing.
  { name: 'gil.carmo', unit: 'Faro', terminal: 'FAO-01', differs: { count: 7, returns: 0.6, noReceipt: 0.6 } },
]

interface Basket {
  transactions: RetailTransaction[]
  sales: RetailSale[]
  payments: RetailPayment[]
}

/** The number of days of a month. */
const daysOf = (month: string): number => new Date(Date.parse(`${addMonths(month, 1)}-01`) - 86_400_000).getUTCDate()

/** Adds one transaction with its lines and payments. */
function addTransaction(
  basket: Basket,
  random: Random,
  { clerk, habits, offers, at: time }: { clerk: Clerk; habits: Habits; offers: ReadonlySet<string>; at: Date },
): void {
  const key = {
    number: `R${String(basket.transactions.length + 1).padStart(6, '0')}`,
    terminal: clerk.terminal,
    unit: clerk.unit,
  }
  const isReturn = random.chance(habits.returns)
  const isDiscount = !isReturn && random.chance(habits.discounts)
  const lines = Array.from({ length: isReturn ? 1 : random.between(1, 3) }, () => random.pick(products))
  const amount = lines.reduce((sum, [, , price]) => sum + price, 0)
  basket.transactions.push({
    ...key,
    staff: clerk.name,
    at: time,
    is_return: isReturn,
    has_receipt: isReturn && !random.chance(habits.noReceipt),
    amount_usd: amount,
    discount_usd: isDiscount ? Math.round(amount * 0.15) : 0,
    usd_rate: 1,
  })
  basket.sales.push(
    ...lines.map(([product, category], index) => ({
      ...key,
      line: index + 1,
      product,
      category,
      quantity: isReturn ? -1 : 1,
      is_discounted: !isReturn && (isDiscount || (offers.has(product) && random.chance(0.85))),
      manual_discount: 0,
    })),
  )
  const cash = random.chance(isReturn ? habits.cashReturns : 0.35)
  const cards = isDiscount && random.chance(habits.severalCards) ? 2 : 1
  basket.payments.push(
    ...Array.from({ length: cash && cards === 1 ? 1 : cards }, (_, index) => ({
      ...key,
      line: index + 1,
      method: cash && cards === 1 ? '1' : '2',
      instrument: cash && cards === 1 ? null : random.hex(12),
      is_void: false,
    })),
  )
}

/** Generates the transactions of the full months before a time: the same for the same month. */
function generateTransactions(now: Date): Basket {
  const random = createRandom(41)
  const basket: Basket = { transactions: [], sales: [], payments: [] }
  const first = addMonths(now.toISOString().slice(0, 7), -months)
  for (let index = 0; index < months; index++) {
    const month = addMonths(first, index)
    const names = products.map(([product]) => product)
    const offers = new Set(Array.from({ length: offersPerMonth }, () => random.pick(names)))
    for (const clerk of clerks) {
      const habits = { ...usual, ...(index >= (clerk.from ?? 0) ? clerk.differs : {}) }
      const count = Math.round(habits.count * (0.85 + random.next() * 0.3))
      for (let each = 0; each < count; each++) {
        const time = [random.between(1, daysOf(month)), random.between(9, 19), random.between(0, 59)].map(part =>
          String(part).padStart(2, '0'),
        )
        addTransaction(basket, random, {
          clerk,
          habits,
          offers,
          at: new Date(`${month}-${time[0] ?? '01'}T${time[1] ?? '09'}:${time[2] ?? '00'}:00Z`),
        })
      }
    }
  }
  return basket
}

/**
 * Fills the loss prevention report of the larger shop: two members of staff whose work does not add up, and others whose
 * figures have an honest reason.
 */
export async function seedLossPrevention(db: Db, now: Date): Promise<void> {
  const environmentId = demoEnvironmentIds.harborEu
  const { transactions, sales, payments } = generateTransactions(now)
  await storePaymentMethods(db, environmentId, [
    { method: '1', function: 'Cash', name: 'Cash' },
    { method: '2', function: 'Card', name: 'Card' },
  ])
  await storeTransactions(db, environmentId, transactions)
  await storeSales(db, environmentId, sales)
  await storePayments(db, environmentId, payments)
  await requestReport(db, environmentId, now)
  const ports = { db, clock: () => now, newId: () => crypto.randomUUID(), log: { write: () => undefined } }
  while (await runReports(ports));
}
