import { dateFormat, dateParts, numberFormat, withLatinDigits } from './parts.ts'

export type DateInput = Date | number | string
export type Digits = 0 | 2

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** After this time a date is more useful than a relative time. */
const relativeLimit = 7 * day

/**
 * Whether a language has no abbreviation for a number, as German has none for thousands: an integer with grouping is
 * then more readable than "8241,7".
 */
const lacksUnit = (format: Intl.NumberFormat, value: number): boolean =>
  Math.abs(value) >= 1000 && !format.formatToParts(value).some(({ type }) => type === 'compact')

/**
 * The formats of the product for one language and time zone. Plain functions: tables and exports use them without
 * React.
 */
export function createFormat(locale: string, zone: string) {
  const tag = withLatinDigits(locale)
  const english = locale.toLowerCase().startsWith('en')
  const dateOptions = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const timeOptions = { hour: 'numeric', minute: '2-digit', second: '2-digit', hourCycle: 'h12' } as const

  const number = (value: number, digits: Digits = Number.isInteger(value) ? 0 : 2) =>
    numberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)

  /** Month, day and year, in the order and with the separators of the language; English has one order everywhere. */
  const date = (value: DateInput, timeZone = zone) => {
    if (!english) return dateFormat(tag, { ...dateOptions, timeZone }).format(new Date(value))
    const part = dateParts(dateFormat(tag, { ...dateOptions, timeZone }), new Date(value))
    return `${part.month ?? ''} ${part.day ?? ''}, ${part.year ?? ''}`
  }

  const time = (value: DateInput, timeZone = zone, seconds = true) => {
    const { second, ...withoutSeconds } = timeOptions
    const options = seconds ? { ...withoutSeconds, second } : withoutSeconds
    if (!english) return dateFormat(tag, { ...options, timeZone }).format(new Date(value))
    const part = dateParts(dateFormat(tag, { ...timeOptions, timeZone }), new Date(value))
    return `${part.hour ?? ''}:${part.minute ?? ''}${seconds ? `:${part.second ?? ''}` : ''} ${part.dayPeriod ?? ''}`
  }

  const money = (amount: number, currency: string, digits: Digits = 2) => {
    try {
      return numberFormat(tag, {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(amount)
    } catch {
      // Source systems send codes that are unknown to Intl: these are shown unchanged.
      return `${currency} ${number(amount, digits)}`
    }
  }

  const shorten = (text: string) => (english ? text.replace(/(?<=\d)[KMBT]\b/, letter => letter.toLowerCase()) : text)

  const relativeFormat = new Intl.RelativeTimeFormat(tag, { numeric: 'always' })
  // "now" rather than "0 seconds ago"; further away words like "yesterday" would be less exact than the number.
  const presentFormat = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const relative = (value: DateInput, now: number) => {
    const distance = new Date(value).getTime() - now
    const size = Math.abs(distance)
    if (size >= relativeLimit) return date(value)
    if (size < 1000) return presentFormat.format(0, 'second')
    if (size < minute) return relativeFormat.format(Math.trunc(distance / 1000), 'second')
    if (size < hour) return relativeFormat.format(Math.trunc(distance / minute), 'minute')
    if (size < day) return relativeFormat.format(Math.trunc(distance / hour), 'hour')
    return relativeFormat.format(Math.trunc(distance / day), 'day')
  }

  const unit = (value: number, name: string, display: 'short' | 'long' | 'narrow' = 'short') =>
    numberFormat(tag, { style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: 2 }).format(value)

  /** The two largest units of a duration, narrow: 3m 42s. */
  const duration = (milliseconds: number) => {
    const seconds = Math.round(milliseconds / 1000)
    const units = [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
      ['second', 1],
    ] as const
    const first = units.findIndex(([, size]) => seconds >= size)
    if (first < 0) return unit(0, 'second', 'narrow')
    let rest = seconds
    return units
      .slice(first, first + 2)
      .flatMap(([name, size]) => {
        const count = Math.floor(rest / size)
        rest -= count * size
        return count > 0 ? [unit(count, name, 'narrow')] : []
      })
      .join(' ')
  }

  return {
    locale: tag,
    timeZone: zone,
    date,
    time,
    dateTime: (value: DateInput, timeZone = zone) =>
      english
        ? `${date(value, timeZone)} ${time(value, timeZone)}`
        : dateFormat(tag, { ...dateOptions, ...timeOptions, timeZone }).format(new Date(value)),
    month: (value: DateInput, timeZone = zone) =>
      dateFormat(tag, { month: 'long', year: 'numeric', timeZone }).format(new Date(value)),
    /** ISO 8601 in UTC: for tooltips and exports in every language. */
    iso: (value: DateInput) => new Date(value).toISOString(),
    relative,
    number,
    percent: (fraction: number, digits: Digits = 2) =>
      numberFormat(tag, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        fraction,
      ),
    money,
    compact: (value: number) => {
      // No language has a unit for more: "100,000,000t" is no shorter than the number.
      if (Math.abs(value) >= 1e15)
        return numberFormat(tag, { notation: 'scientific', maximumFractionDigits: 1 }).format(value)
      const format = numberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 })
      return lacksUnit(format, value) ? number(value, 0) : shorten(format.format(value))
    },
    compactMoney: (amount: number, currency: string) => {
      try {
        const style = { style: 'currency', currency, currencyDisplay: 'code' } as const
        const format = numberFormat(tag, { ...style, notation: 'compact', maximumFractionDigits: 1 })
        return lacksUnit(format, amount)
          ? numberFormat(tag, { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 }).format(amount)
          : shorten(format.format(amount))
      } catch {
        return money(amount, currency)
      }
    },
    unit,
    duration,
    list: (items: readonly string[], kind: 'conjunction' | 'disjunction' | 'unit' = 'conjunction') =>
      new Intl.ListFormat(tag, { type: kind }).format(items),
  }
}

export type Format = ReturnType<typeof createFormat>
