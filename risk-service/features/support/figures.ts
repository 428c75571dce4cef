import type { AccountFigure, AccountSummary } from '../../contract/support/support.ts'
import { minorDigits, ratesOf } from '../../engine/enrich/exchange-rates.ts'
import type { BankEventSums } from './bank-events.ts'
import type { CurrencySums, DaysOfUse } from './store.ts'

/** Number of whole calendar months between two times (UTC), at least one: the divisor of an average month. */
function monthsBetween(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const within = (at: Date) => at.getTime() - Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
  return Math.max(1, months - (within(to) < within(from) ? 1 : 0))
}

const figureOf = (total: number, last30Days: number, last24Hours: number, months: number): AccountFigure => ({
  total,
  averageMonth: total / months,
  last30Days,
  last24Hours,
})

const usdDigits = 2

export interface AccountFigures {
  currency: string
  figures: AccountSummary['figures']
}

/** What the figures of an account are computed from. */
export interface AccountSums {
  purchases: readonly CurrencySums[]
  bankEvents: readonly BankEventSums[]
  days: DaysOfUse
}
export const noSums: AccountSums = { purchases: [], bankEvents: [], days: { total: 0, month: 0, day: 0 } }

/**
 * Computes the figures of an account from the sums by currency. Amounts of several currencies are added in US dollars;
 * those without a currency or an exchange rate are left out. Chargebacks and refunds are in the currency of the
 * purchases, into which others are converted.
 */
export function createFigures(
  { purchases: sums, bankEvents, days }: AccountSums,
  firstAt: Date,
  now: Date,
): AccountFigures {
  const months = monthsBetween(firstAt, now)
  const add = (of: (each: CurrencySums) => number) => sums.reduce((total, each) => total + of(each), 0)
  const currencies = sums.flatMap(({ currency }) => currency ?? [])
  const only = currencies.length === 1 ? currencies[0] : undefined
  const scale = 10 ** (only === undefined ? usdDigits : (minorDigits(only) ?? usdDigits))
  const own = (of: 'amount' | 'amount_month' | 'amount_day', usd: 'usd' | 'usd_month' | 'usd_day') =>
    add(each => (each.currency === null ? 0 : only === undefined ? each[usd] : each[of])) / scale
  const bankOf = (type: BankEventSums['event_type']) => bankEvents.filter(each => each.event_type === type)
  const bankCount = (type: BankEventSums['event_type']): AccountFigure => {
    const count = (of: 'total' | 'month' | 'day') => bankOf(type).reduce((total, each) => total + each[of], 0)
    return figureOf(count('total'), count('month'), count('day'), months)
  }
  const { factor } = ratesOf(null)
  const rateOf = (currency: string | null): number => {
    if (currency === null) return 0
    return currency === (only ?? 'USD') ? 1 : (factor(currency) ?? 0) / (factor(only ?? 'USD') ?? Infinity)
  }
  const bankAmount = (type: BankEventSums['event_type']): AccountFigure => {
    const amount = (of: 'amount' | 'amount_month' | 'amount_day') =>
      bankOf(type).reduce((total, each) => total + each[of] * rateOf(each.currency), 0)
    return figureOf(amount('amount'), amount('amount_month'), amount('amount_day'), months)
  }
  return {
    currency: only ?? 'USD',
    figures: {
      transactions: figureOf(
        add(each => each.events),
        add(each => each.events_month),
        add(each => each.events_day),
        months,
      ),
      spending: figureOf(own('amount', 'usd'), own('amount_month', 'usd_month'), own('amount_day', 'usd_day'), months),
      chargebacks: bankCount('chargeback'),
      chargebackAmount: bankAmount('chargeback'),
      refunds: bankCount('refund'),
      refundAmount: bankAmount('refund'),
      daysOfUse: figureOf(days.total, days.month, days.day, months),
    },
  }
}

/**
 * Returns since when somebody is a customer: the date that the merchant sent, unless it lies after the first purchase,
 * else the first purchase. With neither, the date is null.
 */
export function memberSince(created: unknown, firstAt: Date): { memberSince: string; memberSinceSource: MemberSource }
export function memberSince(
  created: unknown,
  firstAt: Date | null,
): { memberSince: string | null; memberSinceSource: MemberSource }
export function memberSince(created: unknown, firstAt: Date | null) {
  const createdAt = typeof created === 'string' ? Date.parse(created) : Number.NaN
  const isAccount = !Number.isNaN(createdAt) && (firstAt === null || createdAt <= firstAt.getTime())
  return {
    memberSince: (isAccount ? new Date(createdAt) : firstAt)?.toISOString() ?? null,
    memberSinceSource: isAccount ? 'account' : 'firstPurchase',
  }
}
type MemberSource = 'account' | 'firstPurchase'
