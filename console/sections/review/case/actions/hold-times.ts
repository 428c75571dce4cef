import { caseLimits } from '@assay/risk-service/contract'

/** The presets of a hold, in the order in which they are offered; `custom`: a day and a time. */
export const holdPresets = ['hours', 'tomorrow', 'monday', 'week', 'custom'] as const
export type HoldPreset = (typeof holdPresets)[number]

const hour = 60 * 60_000
const day = 24 * hour
/** Hour at which work begins. */
const morning = 9

/** Milliseconds by which a zone is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const name =
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * 60_000)
}

/**
 * The instant of a day and a time in a zone.
 * @param date `2026-11-21`
 * @param time `09:00`
 * @returns milliseconds; undefined for a text that is no time
 */
export function instantIn(zone: string, date: string, time: string): number | undefined {
  const wall = Date.parse(`${date}T${time}:00Z`)
  if (!/^\d\d:\d\d$/.test(time) || !Number.isFinite(wall)) return undefined
  return wall - offsetAt(wall - offsetAt(wall, zone), zone)
}

/** The day of a zone at an instant, `2026-11-21`. */
export const dayIn = (zone: string, instant: number): string =>
  new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10)

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** When a hold with a preset ends, in the reviewer's zone; undefined for the one that the reviewer types. */
export function presetEnd(preset: HoldPreset, now: number, zone: string): number | undefined {
  const today = dayIn(zone, now)
  if (preset === 'hours') return now + 4 * hour
  if (preset === 'week') return now + caseLimits.longestHoldMs
  if (preset === 'tomorrow') return instantIn(zone, dayAfter(today, 1), `0${morning}:00`)
  if (preset === 'monday') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
    return instantIn(zone, dayAfter(today, (8 - weekday) % 7 || 7), `0${morning}:00`)
  }
  return undefined
}

/** What is wrong with the end of a hold; null for one that the service accepts. */
export const holdIssue = (end: number | undefined, now: number): 'missing' | 'past' | 'far' | null =>
  end === undefined ? 'missing' : end <= now ? 'past' : end > now + caseLimits.longestHoldMs ? 'far' : null
