const cache = new Map<string, number>()

/** Decimals of an amount of this currency in a file: two, as on screen, or three where ISO 4217 has three. */
export function currencyDecimals(currency: string): number {
  let decimals = cache.get(currency)
  if (decimals === undefined) {
    try {
      const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      decimals = Math.max(2, maximumFractionDigits ?? 2)
    } catch {
      // No code of a currency: an amount of points, or of nothing yet.
      decimals = 2
    }
    cache.set(currency, decimals)
  }
  return decimals
}
