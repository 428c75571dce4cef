import currencyCodes from 'currency-codes'

/** Rates of a day: the value of a euro in each currency, and the value of a dollar in currencies with a fixed peg. */
export interface RateTable {
  day: string
  dollarsPerEuro: number
  perEuro: Readonly<Record<string, number>>
}

/**
 * Exchange rates to US dollars for figures that are summed over currencies (amount bands, roll-ups, search). They serve
 * ordering and counting, not settlement, and ship with the product so that no data leaves the machine. Every table has
 * its day; an event is converted by the latest table that is not after it, or by the first one when all are, and the
 * result names the day. Source: euro foreign exchange reference rates of the European Central Bank of about the day,
 * entered by hand, units of currency per euro; fixed pegs of the issuing central banks for the second table, units per
 * US dollar. A currency in neither has no rate: amounts in it have no value in dollars, never a guessed one.
 */
const rateTables: readonly [RateTable, ...RateTable[]] = [
  {
    day: '2024-12-31',
    dollarsPerEuro: 1.0389,
    perEuro: {
      EUR: 1,
      JPY: 163.06,
      BGN: 1.9558,
      CZK: 25.185,
      DKK: 7.4578,
      GBP: 0.82918,
      HUF: 411.35,
      PLN: 4.275,
      RON: 4.9743,
      SEK: 11.459,
      CHF: 0.9412,
      ISK: 143.9,
      NOK: 11.795,
      TRY: 36.7372,
      AUD: 1.6772,
      BRL: 6.4253,
      CAD: 1.4948,
      CNY: 7.5833,
      HKD: 8.0686,
      IDR: 16820.88,
      ILS: 3.7885,
      INR: 88.9335,
      KRW: 1532.15,
      MXN: 21.5504,
      MYR: 4.6454,
      NZD: 1.8532,
      PHP: 60.301,
      SGD: 1.4164,
      THB: 35.676,
      ZAR: 19.6188,
      BAM: 1.95583,
    },
  },
]
const unitsPerDollar: Readonly<Record<string, number>> = {
  USD: 1,
  AED: 3.6725,
  SAR: 3.75,
  QAR: 3.64,
  BHD: 0.376,
  OMR: 0.3845,
  JOD: 0.709,
  PAB: 1,
}

const minorDigitsByCurrency = new Map(currencyCodes.data.map(entry => [entry.code, entry.digits]))

/** Returns the digits of the minor unit of an ISO 4217 currency; undefined for an unknown code. */
export function minorDigits(currency: string): number | undefined {
  return minorDigitsByCurrency.get(currency)
}

/**
 * Returns the amount in integer minor units; null when the currency is unknown or the amount is beyond exact integers.
 */
export function toMinorUnits(amount: number, currency: string): number | null {
  const places = minorDigits(currency)
  if (places === undefined) return null
  // Rounds the shortest decimal text: 1.005 becomes 1.01 and not the binary 1.00.
  const minor = Math.round(Number(`${amount}e${places}`))
  const units = Number.isNaN(minor) ? Math.round(amount * 10 ** places) : minor
  return Number.isSafeInteger(units) ? units : null
}

/** The rates of a day. */
export interface Rates {
  day: string
  /** Returns the dollars for one unit of a currency; null without a rate. */
  factor: (currency: string) => number | null
}

const parseRateTable = ({ day, dollarsPerEuro, perEuro }: RateTable): Rates & { from: number } => ({
  day,
  from: Date.parse(day),
  factor(currency) {
    const dollar = unitsPerDollar[currency]
    const euro = perEuro[currency]
    return dollar !== undefined ? 1 / dollar : euro !== undefined ? dollarsPerEuro / euro : null
  },
})

/**
 * Creates the look-up of the rates for the time of an event, in tables in the order of their days; the latest for null.
 */
export function createRateLookup(tables: readonly [RateTable, ...RateTable[]]): (at: Date | null) => Rates {
  const [first, ...later] = tables.map(parseRateTable) as [
    ReturnType<typeof parseRateTable>,
    ...ReturnType<typeof parseRateTable>[],
  ]
  return at => later.findLast(each => at === null || each.from <= at.getTime()) ?? first
}

/** Returns the rates for an event of this time, the latest for null. */
export const ratesOf = createRateLookup(rateTables)

/** Returns the amount in US cents by the rates of a day; null without a rate. */
export function toUsdCents(amount: number, currency: string, rates: Rates = ratesOf(null)): number | null {
  const factor = rates.factor(currency)
  return factor === null ? null : toMinorUnits(Number((amount * factor).toFixed(6)), 'USD')
}
