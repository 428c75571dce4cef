import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import type { StatusDisplay } from '../../data-display/status-badge/status-display.ts'
import { createFormat, type DateInput, type Format } from '../../lib/format/index.ts'
import { missingMark } from '../../lib/marks.ts'

export const decisions = ['approve', 'review', 'challenge', 'reject'] as const
export type TableDecision = (typeof decisions)[number]

/** A point in time as the API and the database deliver it. */
export type TimeValue = DateInput

/**
 * Formatters shared by all cells of a table. A table of 100,000 rows cannot afford an
 * internationalised component per cell, so cells get these functions instead.
 */
export interface CellFormat {
  locale: string
  timeZone: string
  number: Format['number']
  percent: (value: number) => string
  money: (value: number, currency: string) => string
  dateTime: (value: TimeValue) => string
  relative: (value: TimeValue, now: number) => string
  country: (code: string) => string
  decision: Record<TableDecision, string>
  status: Record<StatusDisplay['label'], string>
}

/** Values repeat while a table is scrolled up and down; the limit bounds the memory. */
const cacheLimit = 4000

function cached<Value>(format: (value: Value) => string): (value: Value) => string {
  const cache = new Map<Value, string>()
  return value => {
    const cached = cache.get(value)
    if (cached !== undefined) return cached
    if (cache.size >= cacheLimit) cache.clear()
    const text = format(value)
    cache.set(value, text)
    return text
  }
}

/** Creates the formatters for one language and time zone. */
export function createCellFormat(intl: IntlShape): CellFormat {
  const timeZone = intl.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const format = createFormat(intl.locale, timeZone)
  const regions = new Intl.DisplayNames(format.locale, { type: 'region', fallback: 'code' })
  const valid = (value: TimeValue) => !Number.isNaN(new Date(value).getTime())
  // An invalid date is shown unchanged: its reader may understand it.
  const given = (value: TimeValue) => (typeof value === 'string' && value !== '' ? value : missingMark)
  return {
    locale: format.locale,
    timeZone,
    number: format.number,
    percent: value => format.percent(value),
    money: (value, currency) => format.money(value, currency),
    dateTime: cached((value: TimeValue) => (valid(value) ? format.dateTime(value) : given(value))),
    relative: (value, now) => (valid(value) ? format.relative(value, now) : given(value)),
    country: cached((code: string) => {
      try {
        return regions.of(code.toUpperCase()) ?? code
      } catch {
        // Merchants send unlisted codes: these are shown unchanged.
        return code
      }
    }),
    decision: {
      approve: intl.formatMessage({ id: 'DesignSystem.DataTable.DecisionApprove' }),
      review: intl.formatMessage({ id: 'DesignSystem.DataTable.DecisionReview' }),
      challenge: intl.formatMessage({ id: 'DesignSystem.DataTable.DecisionChallenge' }),
      reject: intl.formatMessage({ id: 'DesignSystem.DataTable.DecisionReject' }),
    },
    status: {
      New: intl.formatMessage({ id: 'DesignSystem.Status.New' }),
      Creating: intl.formatMessage({ id: 'DesignSystem.Status.Creating' }),
      Active: intl.formatMessage({ id: 'DesignSystem.Status.Active' }),
      Deleting: intl.formatMessage({ id: 'DesignSystem.Status.Deleting' }),
      Failed: intl.formatMessage({ id: 'DesignSystem.Status.Failed' }),
    },
  }
}

/** The formatters of the current language. */
export function useCellFormat(): CellFormat {
  const intl = useIntl()
  return useMemo(() => createCellFormat(intl), [intl])
}
