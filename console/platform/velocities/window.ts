import type { IntlShape } from 'react-intl'

export const windowUnits = ['s', 'm', 'h', 'd'] as const
export type WindowUnit = (typeof windowUnits)[number]

/** The longest window of each unit. */
export const longestWindow: Record<WindowUnit, number> = { s: 59, m: 59, h: 23, d: 90 }

/** As rules write it: `7d`. Null for a count that no window has. */
export function windowOf(count: number | null, unit: WindowUnit): string | null {
  return count !== null && Number.isInteger(count) && count >= 1 && count <= longestWindow[unit]
    ? `${count}${unit}`
    : null
}

const words = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const

/** Count and unit of a window, for a text in the reader's language. */
export function windowParts(window: string): { count: number; unit: (typeof words)[WindowUnit] } {
  const unit = windowUnits.find(each => window.endsWith(each)) ?? 'd'
  return { count: Number.parseInt(window, 10), unit: words[unit] }
}

/** A window in the reader's language: `7 days`. */
export function longWindow(intl: IntlShape, window: string): string {
  const { count, unit } = windowParts(window)
  return intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' })
}
