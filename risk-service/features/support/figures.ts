import type { AccountFigure } from '../../contract/support/support.ts'
import { minorDigits } from '../../engine/enrich/exchange-rates.ts'
import type { BankEventCounts, CurrencySums } from './store.ts'

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
  figures: Record<'transactions' | 'spending' | 'chargebacks' | 'refunds', AccountFigure>
}

/**
 * Computes the figures of an account from the sums by currency. Amounts of several currencies are added in US dollars;
 * those without a currency or an exchange rate are left out.
 */
export function createFigures(
  sums: readonly CurrencySums[],
  bankEvents: readonly BankEventCounts[],
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
  const bank = (type: BankEventCounts['event_type']): AccountFigure => {
    const found = bankEvents.find(each => each.event_type === type)
    return figureOf(found?.total ?? 0, found?.month ?? 0, found?.day ?? 0, months)
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
      chargebacks: bank('chargeback'),
      refunds: bank('refund'),
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
