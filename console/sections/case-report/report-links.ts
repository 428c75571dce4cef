import { type AgeBracket, ageBrackets, type ReportFrame, type ReportLink } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { environmentParameter, useCan, useHref } from '../../platform/environments/environments.tsx'
import { searchParameters } from '../../platform/search-url/search-url.ts'
import { wholePeriodStart } from './period-start.ts'

type LinkCondition = NonNullable<ReportLink>['filter']['conditions'][number]

/**
 * Decisions of a link whose time lies in one of the periods of the report, or from one to another.
 * @param start start of the whole period, as charts have it
 */
export function linkWithin(link: ReportLink, frame: ReportFrame, start: number, lastStart = start): ReportLink {
  const at = (time: number) => frame.periods.find(each => wholePeriodStart(each.start, frame.bucket) === time)
  const [first, last] = [at(start), at(lastStart)]
  if (!link || !first || !last) return null
  const bounds: LinkCondition[] = [
    { column: 'decidedAt', op: 'gte', value: first.start },
    { column: 'decidedAt', op: 'lt', value: last.end },
  ]
  const others = link.filter.conditions.filter(({ column }) => column !== 'decidedAt')
  return { ...link, filter: { ...link.filter, conditions: [...bounds, ...others] } }
}

/** A link with one more condition. */
export const linkWith = (link: ReportLink, condition: LinkCondition): ReportLink =>
  link && { ...link, filter: { ...link.filter, conditions: [...link.filter.conditions, condition] } }

const hourMs = 3_600_000

/** Open cases of a link of one age. @param asOf when their ages were read */
export function linkOfAge(link: ReportLink, bracket: AgeBracket, asOf: string): ReportLink {
  const ages = ageBrackets.find(({ id }) => id === bracket)
  if (!ages) return null
  // An age of exactly so many hours is in the bracket that begins with it.
  const at = (hours: number) => new Date(Date.parse(asOf) - hours * hourMs + 1).toISOString()
  const younger = linkWith(link, { column: 'enteredQueueAt', op: 'lt', value: at(ages.fromHours) })
  return ages.toHours === null
    ? younger
    : linkWith(younger, { column: 'enteredQueueAt', op: 'gte', value: at(ages.toHours) })
}

/** Address of the search of a link; undefined where there is none, and for who cannot search. */
export function useReportHref(): (link: ReportLink) => string | undefined {
  const href = useHref()
  const can = useCan()
  const permitted = can('search')
  return useCallback(
    link => {
      if (!link || !permitted) return undefined
      const query = searchParameters({ eventType: link.eventType, filter: link.filter })
      query.set(environmentParameter, link.environmentId)
      return href('/search', query)
    },
    [href, permitted],
  )
}
