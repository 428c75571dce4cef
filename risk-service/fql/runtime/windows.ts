import type { VelocityWindow } from '../types/resource-readers.ts'

const unitMilliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const maxCountByUnit = { s: 59, m: 59, h: 23, d: 90 } as const

/** Returns the start of a window in milliseconds: the unit's boundary at or before now, less the window. */
export function windowStart(now: number, { count, unit }: VelocityWindow): number {
  const size = unitMilliseconds[unit]
  return Math.floor(now / size) * size - count * size
}

/** Returns the longest time in milliseconds that a window can reach back from now. */
export const windowLength = ({ count, unit }: VelocityWindow): number => (count + 1) * unitMilliseconds[unit]

export const isValidWindow = ({ count, unit }: VelocityWindow): boolean =>
  Number.isInteger(count) && count >= 1 && count <= maxCountByUnit[unit]
export const windowRange = '1-59 s, 1-59 m, 1-23 h or 1-90 d'
