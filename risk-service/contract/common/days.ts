/** The day that a clock on the wall of a zone shows, as `2026-11-21`. */
export function dayIn(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Milliseconds by which a zone is ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}

/** The last moment of a day in a zone: an entry that expires on a day is valid until its end. */
export function endOfDay(day: string, zone: string): string {
  const next = Date.parse(`${day}T00:00:00Z`) + 86_400_000
  return new Date(next - offsetAt(next - offsetAt(next, zone), zone) - 1).toISOString()
}

/** The first moment of a day in a zone. */
export function startOfDay(day: string, zone: string): string {
  const start = Date.parse(`${day}T00:00:00Z`)
  return new Date(start - offsetAt(start - offsetAt(start, zone), zone)).toISOString()
}

/** The day some days after another one, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The moment some weeks before another one, at which a clock on the wall of the zone showed the same. */
export function weeksBefore(instant: number, weeks: number, zone: string): number {
  const before = instant - weeks * 7 * 86_400_000
  return before + offsetAt(instant, zone) - offsetAt(before, zone)
}

/** The day some months before another one: the last of its month where that has no such day. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Whether the text names a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}
