import { numberFormat } from '../../lib/format/parts.ts'

/** An amount with the full name of its currency: "1,234.50 euros". Nothing for a code that is unknown to `Intl`. */
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
