import type { WorkingHours } from '../../../contract/cases/team-entities.ts'

/** ISO days of the week by their English abbreviations. */
const days: Readonly<Record<string, number>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 }
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns day of the week (1 Monday to 7 Sunday) and time (`HH:MM`) on the clocks of a time zone. */
function localTime(now: Date, timeZone: string): { day: number; time: string } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return { day: days[parts.get('weekday') ?? ''] ?? 0, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

/**
 * Whether a time is within working hours, by the clocks of their time zone: where these are changed, the hours of that
 * day are shorter or longer. Hours that end at or before their beginning end on the next day.
 */
export function isWithinHours(hours: WorkingHours | null, now: Date): boolean {
  if (hours === null) return true
  const { from, until } = hours
  const { day, time } = localTime(now, hours.timeZone)
  const dayBefore = day === 1 ? 7 : day - 1
  if (until > from) return hours.days.includes(day) && time >= from && time < until
  return (hours.days.includes(day) && time >= from) || (hours.days.includes(dayBefore) && time < until)
}

/** Whether the service may assign cases to a person at this time, as far as it does not depend on their number. */
export const isPresent = ({ away, hours }: { away: boolean; hours: WorkingHours | null }, now: Date): boolean =>
  !away && isWithinHours(hours, now)
