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
