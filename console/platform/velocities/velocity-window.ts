import type { IntlShape } from 'react-intl'

export const windowUnits = ['s', 'm', 'h', 'd'] as const
export type WindowUnit = (typeof windowUnits)[number]

/** The longest window of each unit. */
export const maxWindow: Record<WindowUnit, number> = { s: 59, m: 59, h: 23, d: 90 }

/** As rules write it: `7d`. Null for a count that no window has. */
export function serialiseWindow(count: number | null, unit: WindowUnit): string | null {
  return count !== null && Number.isInteger(count) && count >= 1 && count <= maxWindow[unit] ? `${count}${unit}` : null
}

const unitNames = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const

/** Count and unit of a window, for a text in the reader's language. */
export function parseWindow(window: string): { count: number; unit: (typeof unitNames)[WindowUnit] } {
  const unit = windowUnits.find(each => window.endsWith(each)) ?? 'd'
  return { count: Number.parseInt(window, 10), unit: unitNames[unit] }
}

/** A window in the reader's language: `7 days`. */
export function windowLabel(intl: IntlShape, window: string): string {
  const { count, unit } = parseWindow(window)
  return intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' })
}
