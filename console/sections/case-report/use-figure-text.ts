import { type StatChange, useFormat } from '@assay/design-system'
import type { Kpi } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'

/** What a figure counts: cases, a mean of them, a share from 0 to 1, milliseconds, days or US cents. */
export type FigureUnit = 'count' | 'decimal' | 'share' | 'duration' | 'days' | 'cents'

/** From this count on a figure is compact. */
const compactFrom = 1_000_000
/** From this amount on a figure is compact, in US cents. */
const compactCentsFrom = 100_000

/** Figures as texts; null stands for what was not counted, and is no text. */
export function useFigureText() {
  const intl = useIntl()
  const format = useFormat()
  return useMemo(() => {
    /** `exact`: also of a large number every digit, as in the column of a table, where numbers are compared. */
    const text = (unit: FigureUnit, value: number | null, exact = false): string | null => {
      if (value === null) return null
      if (unit === 'share') return format.percent(value)
      if (unit === 'duration') return format.duration(value)
      if (unit === 'decimal') return format.number(value, 2)
      if (unit === 'days') return format.unit(Math.round(value * 100) / 100, 'day', 'narrow')
      if (unit === 'cents')
        return Math.abs(value) >= compactCentsFrom && !exact
          ? format.compactMoney(value / 100, 'USD')
          : format.money(value / 100, 'USD')
      return Math.abs(value) >= compactFrom && !exact ? format.compact(value) : format.number(value, 0)
    }
    /** How a figure moved; a share moves by percentage points. Nothing where it cannot be compared. */
    const change = (unit: FigureUnit, { value, previous, change: moved }: Kpi, goodWhen?: StatChange['goodWhen']) => {
      const points = unit === 'share' && value !== null && previous !== null ? (value - previous) * 100 : null
      const amount = unit === 'share' ? points : moved
      if (amount === null) return undefined
      const number = { signDisplay: 'exceptZero', maximumFractionDigits: 1, numberingSystem: 'latn' } as const
      const direction = Math.abs(amount) < 0.0005 ? 'flat' : amount > 0 ? 'up' : 'down'
      return {
        text:
          points === null
            ? intl.formatNumber(amount, { style: 'percent', ...number })
            : intl.formatMessage({ id: 'Dashboard.Change.Points' }, { points: intl.formatNumber(points, number) }),
        direction,
        ...(goodWhen ? { goodWhen } : {}),
      } satisfies StatChange
    }
    return { text, change }
  }, [intl, format])
}
