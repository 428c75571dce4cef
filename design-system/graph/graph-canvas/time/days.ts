const day = 86_400_000

/** The calendar day of a moment in a zone, in the format of a date field. */
export function dayOf(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}

/** The first moment of a day in a zone; nothing for an invalid day. */
export function startOf(text: string, timeZone: string): number | null {
  const utc = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4,6}-\d\d-\d\d$/.test(text) || Number.isNaN(utc)) return null
  // A zone is at most fourteen hours away from UTC: the right midnight lies between, at a quarter of an hour.
  const offset = offsetAt(utc, timeZone)
  const guess = utc - offset
  return utc - offsetAt(guess, timeZone)
}

/** The last moment of a day in a zone. */
export function endOf(text: string, timeZone: string): number | null {
  const start = startOf(text, timeZone)
  if (start === null) return null
  const next = startOf(new Date(Date.parse(`${text}T00:00:00Z`) + day).toISOString().slice(0, 10), timeZone)
  return (next ?? start + day) - 1
}

function offsetAt(moment: number, timeZone: string): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return (
    Date.UTC(
      parts.year ?? 0,
      (parts.month ?? 1) - 1,
      parts.day ?? 1,
      parts.hour ?? 0,
      parts.minute ?? 0,
      parts.second ?? 0,
    ) -
    Math.floor(moment / 1000) * 1000
  )
}
