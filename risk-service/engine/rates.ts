import currencyCodes from 'currency-codes'

/**
 * Exchange rates to US dollars for figures that add up over currencies (amount bands, roll-ups, search). They are an aid for
 * ordering and counting, not for settlement, and ship with the product so that nothing leaves the machine.
 * Source: euro foreign exchange reference rates of the European Central Bank of about the day below, entered by hand, units of currency per euro;
 * fixed pegs of the issuing central banks for the second table, units per US dollar. A currency in neither has no rate:
 * amounts in it have no value in dollars, never a guessed one.
 */
export const ratesDay = '2024-12-31'

const dollarsPerEuro = 1.0389
const perEuro: Readonly<Record<string, number>> = {
  EUR: 1, JPY: 163.06, BGN: 1.9558, CZK: 25.185, DKK: 7.4578, GBP: 0.82918, HUF: 411.35, PLN: 4.275, RON: 4.9743, SEK: 11.459,
  CHF: 0.9412, ISK: 143.9, NOK: 11.795, TRY: 36.7372, AUD: 1.6772, BRL: 6.4253, CAD: 1.4948, CNY: 7.5833, HKD: 8.0686,
  IDR: 16820.88, ILS: 3.7885, INR: 88.9335, KRW: 1532.15, MXN: 21.5504, MYR: 4.6454, NZD: 1.8532, PHP: 60.301, SGD: 1.4164,
  THB: 35.676, ZAR: 19.6188, BAM: 1.95583,
}
const perDollar: Readonly<Record<string, number>> = { USD: 1, AED: 3.6725, SAR: 3.75, QAR: 3.64, BHD: 0.376, OMR: 0.3845, JOD: 0.709, PAB: 1 }

const digits = new Map(currencyCodes.data.map((entry) => [entry.code, entry.digits]))

/** Digits of the minor unit of an ISO 4217 currency; undefined for an unknown code. */
export function minorDigits(currency: string): number | undefined {
  return digits.get(currency)
}

/** Amount in integer minor units; null when the currency is unknown or the amount is beyond exact integers. */
export function toMinorUnits(amount: number, currency: string): number | null {
  const places = minorDigits(currency)
  if (places === undefined) return null
  // Rounding of the shortest decimal text: 1.005 is 1.01 and not the binary 1.00.
  const minor = Math.round(Number(`${amount}e${places}`))
  const units = Number.isNaN(minor) ? Math.round(amount * 10 ** places) : minor
  return Number.isSafeInteger(units) ? units : null
}

/** Amount in US cents; null when no rate is known. */
export function toUsdCents(amount: number, currency: string): number | null {
  const euro = perEuro[currency]
  const dollar = perDollar[currency]
  const dollars = dollar !== undefined ? amount / dollar : euro !== undefined ? (amount / euro) * dollarsPerEuro : undefined
  return dollars === undefined ? null : toMinorUnits(Number(dollars.toFixed(6)), 'USD')
}
