import { Button, EmptyState, useFormat } from '@assay/design-system'
import {
  type SearchCondition,
  type SearchInput,
  type SearchRemoval,
  searchPeriodMs,
  startOfDay,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { searchFieldLabel } from '../../../platform/search-fields/search-fields.ts'
import {
  allConditions,
  defaultSearch,
  retainConditions,
  type SearchFilterState,
} from '../../../platform/search-url/search-url.ts'

interface NoResultsProps {
  input: Pick<SearchInput, 'environmentId' | 'eventType' | 'filter'>
  filter: SearchFilterState
  /** When the search was turned on; null: it finds every stored event. */
  enabledAt: string | null
  onFilterChange: (filter: SearchFilterState) => void
}

const conditionAt = ({ conditions, groups }: SearchFilterState, { group, index }: SearchRemoval) =>
  (group === null ? conditions : groups[group]?.conditions)?.[index]

/** Whether the range of a search begins before a time. */
function startsBefore({ period, dates }: SearchFilterState, time: string, timeZone: string): boolean {
  if (dates) return Date.parse(startOfDay(dates.from, timeZone)) < Date.parse(time)
  const length = searchPeriodMs[period]
  return length === null || Date.now() - length < Date.parse(time)
}

/** Nothing was found: which condition removes most, and how to search without it. */
export function NoResults({ input, filter, enabledAt, onFilterChange }: NoResultsProps) {
  const intl = useIntl()
  const format = useFormat()
  const conditions = allConditions(filter)
  const filtered = conditions.length > 0
  const removals = useQuery(
    api.search.removals.queryOptions({ input, staleTime: 60_000, enabled: filtered, retry: false }),
  )
  const [most] = (removals.data ?? []) as SearchRemoval[]
  const found = most && most.count > 0 ? conditionAt(filter, most) : undefined
  const removed: SearchCondition | undefined = found ?? conditions.at(-1)
  return (
    <EmptyState
      kind="no-results"
      title={<FormattedMessage id="Search.None.Title" />}
      description={
        <>
          {most && found ? (
            <FormattedMessage
              id="Search.None.Most"
              values={{ field: searchFieldLabel(intl, input.eventType, found.column), count: most.count }}
            />
          ) : (
            <FormattedMessage id={filtered ? 'Search.None.Filtered' : 'Search.None.Period'} />
          )}{' '}
          {enabledAt !== null && startsBefore(filter, enabledAt, format.timeZone) ? (
            <FormattedMessage id="Search.None.Enabled" values={{ date: format.date(enabledAt) }} />
          ) : null}
        </>
      }
      actions={
        <>
          {removed ? (
            <Button
              onClick={() => onFilterChange({ ...filter, ...retainConditions(filter, each => each !== removed) })}
            >
              <FormattedMessage id={found ? 'Search.None.DropMost' : 'Search.None.DropLast'} />
            </Button>
          ) : null}
          <Button onClick={() => onFilterChange({ ...defaultSearch.filter, period: 'all' })}>
            <FormattedMessage id="Search.None.All" />
          </Button>
        </>
      }
    />
  )
}
