import type { Market } from './markets.ts'
import { day, hour } from './orders.ts'
import type { Random } from './random.ts'

/** Orders per hour of the day in the time zone of the customer, relative: few at night, most in the evening. */
const daily = [3, 2, 1.4, 1, 1, 1.6, 3, 5, 7, 8, 9, 9.5, 9.5, 9, 9, 9.5, 10.5, 12, 13, 13.5, 12.5, 10.5, 8, 5] as const
/** Weights of the days, from Sunday on. */
const weekly = [1.15, 0.95, 0.95, 0.98, 1, 1.08, 1.12] as const
const maxWeight = 13.5 * 1.15 * 1.2

/** Returns a time in the last `days` that follows the country's day and week, and slow growth. */
export function pickMoment(
  random: Random,
  { rhythm: { offset, late, weekend } }: Market,
  now: number,
  days: number,
): number {
  for (;;) {
    const at = now - random.next() * days * day
    const local = new Date(at + (offset - late) * hour)
    const dayOfWeek = local.getUTCDay()
    const weight =
      (daily[local.getUTCHours()] ?? 1) *
      (weekly[dayOfWeek] ?? 1) *
      (dayOfWeek % 6 === 0 ? weekend : 1) *
      (1 - 0.25 * ((now - at) / (days * day)))
    if (random.next() * maxWeight < weight) return at
  }
}

/**
 * Returns when a customer joined: a good third within the history, the others up to two years before, more often later
 * than earlier.
 */
export function pickJoinTime(random: Random, now: number, days: number): number {
  return random.chance(0.35) ? now - random.next() * days * day : now - days * day - random.next() ** 2 * 700 * day
}

/**
 * Returns the start of the last night of card testing: the latest that is over, so that a dashboard of seven days
 * always contains it.
 */
export function testingStart(now: number): number {
  const start = now - (now % day) + 2 * hour
  return start + 3 * hour > now ? start - day : start
}

/**
 * Returns the attack wave: fraud increases on one day, stays for five and ends suddenly. `from` and `to` in
 * milliseconds.
 */
export function waveWindow(now: number, days: number): { from: number; to: number } {
  const from = now - (now % day) - Math.round(days * 0.38) * day
  return { from, to: from + Math.max(1, Math.round(days / 18)) * day }
}

/** Returns the nights with password spraying, the first long ago, the second in the last weeks. */
export function sprayTimes(now: number, days: number): readonly number[] {
  return [0.6, 0.13].map(share => now - (now % day) - Math.ceil(days * share) * day + 3 * hour)
}
