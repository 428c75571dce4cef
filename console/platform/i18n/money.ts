const digits = new Map<string, number>()

/** Decimal digits of a currency by ISO 4217; 2 for a code that is unknown to the browser. */
export function currencyDigits(currency: string): number {
  let cached = digits.get(currency)
  if (cached === undefined) {
    try {
      cached = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    } catch {
      cached = 2
    }
    digits.set(currency, cached)
  }
  return cached
}

/** Amounts travel as integer minor units (1234 cents); this is what is printed (12.34). */
export function majorUnits(minor: number, currency: string): number {
  return minor / 10 ** currencyDigits(currency)
}
