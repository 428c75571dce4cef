export interface TimeZoneChoice {
  value: string
  label: string
  description: string
}

/** Minutes that a zone is ahead of UTC now. */
function minutesAhead(zone: string, now: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find(entry => entry.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((wall - now.getTime()) / 60_000)
}

/** `UTC+5:30`, left to right in every language. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return minutes === 0
    ? 'UTC'
    : `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`}`
}

/**
 * Every zone of the browser, from west to east; found by its id, its name in the user's language, and its distance from
 * UTC.
 */
export function timeZoneChoices(
  locale: string,
  now: Date,
  zones: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])],
): TimeZoneChoice[] {
  return zones
    .map(zone => ({ zone, ahead: minutesAhead(zone, now) }))
    .sort((a, b) => a.ahead - b.ahead || (a.zone < b.zone ? -1 : 1))
    .map(({ zone, ahead }) => {
      const name = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' })
        .formatToParts(now)
        .find(({ type }) => type === 'timeZoneName')?.value
      return {
        value: zone,
        label: zone.replaceAll('_', ' '),
        description: [offsetText(ahead), name].filter(Boolean).join(' · '),
      }
    })
}

/** The zone of the browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
