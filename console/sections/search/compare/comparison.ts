import {
  addDays,
  type ContrastInput,
  dayIn,
  type EventRow,
  monthsBefore,
  type SearchCondition,
  searchLimits,
} from '@assay/risk-service/contract'
import type { Days } from '../../../platform/search-fields/days-picker.tsx'
import type { SearchFilterState } from '../../../platform/search-url/search-url.ts'

/** What a search, or the ticked events of it, are compared with. */
export type ComparedWith = 'results' | 'others' | 'before' | 'dates'

/** Days of each period; an hour is compared with a day. */
const daysOf: Readonly<Record<SearchFilterState['period'], number | null>> = {
  '1h': 1,
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  all: null,
}

/** Days before a search. `cut`: there are fewer than the search has, because it goes back no further. */
export type DaysBefore = Days & { cut: boolean }

/** Returns the first day that can be searched. */
export const firstDay = (now: number, timeZone: string): string =>
  monthsBefore(dayIn(now, timeZone), searchLimits.months)

/**
 * Returns the whole days before the period of a search, as many as it has, but none before the first day that can be
 * searched; null where nothing is before it.
 */
export function daysBefore({ period, dates }: SearchFilterState, now: number, timeZone: string): DaysBefore | null {
  const days = dates ? Math.round((Date.parse(dates.to) - Date.parse(dates.from)) / 86_400_000) + 1 : daysOf[period]
  if (days === null) return null
  const hours = period === '1h' ? 1 : days * 24
  const to = addDays(dates ? dates.from : dayIn(now - hours * 3_600_000, timeZone), -1)
  const from = addDays(to, 1 - days)
  const first = firstDay(now, timeZone)
  if (to < first) return null
  return from < first ? { from: first, to, cut: true } : { from, to, cut: false }
}

/**
 * Returns what can be chosen for the second set; nothing where the first one has all events that there are.
 * @param before the days before the search; null without any
 */
export function choicesOf(filter: SearchFilterState, isTicked: boolean, before: Days | null): ComparedWith[] {
  const hasConditions = filter.conditions.length > 0 || filter.groups.length > 0
  if (isTicked) return hasConditions ? ['results', 'others'] : ['others']
  return [
    ...(before === null ? [] : (['before'] as const)),
    // The results of any days are among those of all days.
    ...(filter.dates || filter.period !== 'all' ? (['dates'] as const) : []),
    ...(hasConditions ? (['others'] as const) : []),
  ]
}

interface Compared {
  environmentId: string
  eventType: string
  filter: SearchFilterState
  /** The ticked events; null for all that the search finds. */
  ticked: readonly EventRow[] | null
  choice: ComparedWith
  /** The days of `before` and `dates`. */
  days: Days | null
  timeZone: string
}

/** Returns the input of the comparison. */
export function comparisonOf(compared: Compared): ContrastInput {
  const { environmentId, eventType, filter, ticked, choice, days, timeZone } = compared
  const search = (of: SearchFilterState) => ({ kind: 'search' as const, filter: { ...of, timeZone } })
  const { conditions: _conditions, groups: _groups, ...period } = filter
  const b: Record<ComparedWith, SearchFilterState> = {
    results: filter,
    others: { ...period, match: 'all', conditions: [], groups: [] },
    before: { ...filter, ...(days ? { dates: days } : {}) },
    dates: { ...filter, ...(days ? { dates: days } : {}) },
  }
  return {
    environmentId,
    eventType,
    a: ticked
      ? { kind: 'events', events: ticked.map(row => ({ environmentId: row.environmentId, id: row.externalId })) }
      : search(filter),
    b: search(b[choice]),
    timeZone,
  }
}

/** Returns the search with further conditions that all must be met; null where it has no room for them. */
export function withConditions(filter: SearchFilterState, added: readonly SearchCondition[]): SearchFilterState | null {
  const { conditions, groups, match } = filter
  if (match === 'all' || (groups.length === 0 && conditions.length <= 1))
    return conditions.length + added.length <= searchLimits.filters
      ? { ...filter, match: 'all', conditions: [...conditions, ...added] }
      : null
  // What any of the conditions finds becomes a group, which the new ones narrow.
  return groups.length === 0
    ? { ...filter, match: 'all', conditions: [...added], groups: [{ match, conditions }] }
    : null
}
