/** Latin digits keep columns aligned and match the source systems; evidence is Gregorian in every language. */
export function withLatinDigits(locale: string): string {
  return new Intl.Locale(locale, { numberingSystem: 'latn', calendar: 'gregory' }).toString()
}

const zones = new Map<string, boolean>()
/** True for a time zone that the browser supports. */
export function isTimeZone(zone: string): boolean {
  let cached = zones.get(zone)
  if (cached === undefined) {
    try {
      cached = new Intl.DateTimeFormat('en-US', { timeZone: zone }) instanceof Intl.DateTimeFormat
    } catch {
      cached = false
    }
    zones.set(zone, cached)
  }
  return cached
}

/** A valid time zone: one from data may be unknown to the browser, and is replaced by UTC then. */
export const safeZone = (zone: string): string => (isTimeZone(zone) ? zone : 'UTC')

const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

/** Creating a formatter costs more than using it: one is cached per locale and options. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d ${locale} ${JSON.stringify(options)}`
  const cached = cache.get(key)
  if (cached instanceof Intl.DateTimeFormat) return cached
  const made = new Intl.DateTimeFormat(
    locale,
    options.timeZone === undefined ? options : { ...options, timeZone: safeZone(options.timeZone) },
  )
  cache.set(key, made)
  return made
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n ${locale} ${JSON.stringify(options)}`
  const cached = cache.get(key)
  if (cached instanceof Intl.NumberFormat) return cached
  const made = new Intl.NumberFormat(locale, options)
  cache.set(key, made)
  return made
}

/** The named parts of a formatted date. */
export function dateParts(
  format: Intl.DateTimeFormat,
  value: Date,
): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(format.formatToParts(value).map(part => [part.type, part.value]))
}
