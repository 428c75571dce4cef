import { numberFormat } from '../../lib/format/parts.ts'

/**
 * An amount with the name of its currency in full: "1,234.50 euros". Nothing for a code that `Intl` has never heard of.
 */
export function moneyWithCurrencyName(
  locale: string,
  amount: number,
  currency: string,
  digits: number,
): string | undefined {
  try {
    const text = numberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(amount)
    return text.includes(currency) ? undefined : text
  } catch {
    return undefined
  }
}
