import type { IntlShape } from 'react-intl'

const kilometresPerMile = 1.609344
const units = { kilometer: 1, mile: kilometresPerMile } as const
export type DistanceUnit = keyof typeof units

/**
 * Formats a distance in a unit: two decimals below 10, none from 10 up.
 * @param km kilometres
 * @param approximate one of the ends is not known to the street
 */
export function distanceText(intl: IntlShape, km: number, unit: DistanceUnit, approximate: boolean): string {
  const value = Math.round((km / units[unit]) * 100) / 100
  const digits = value < 10 ? 2 : 0
  const text = intl.formatNumber(value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return approximate ? `≈\u00a0${text}` : text
}

/** A speed in whole kilometres per hour. */
export const speedText = (intl: IntlShape, kmPerHour: number): string =>
  intl.formatNumber(kmPerHour, { style: 'unit', unit: 'kilometer-per-hour', maximumFractionDigits: 0 })
