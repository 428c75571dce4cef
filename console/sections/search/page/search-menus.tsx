import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
  Icon,
  useFormat,
} from '@assay/design-system'
import {
  addDays,
  dayIn,
  monthsBefore,
  type SearchFilter,
  type SearchMatch,
  searchLimits,
  searchPeriods,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Calendar, ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useEventTypeName } from '../../../platform/events/use-event-type-name.ts'
import { DaysPicker } from '../../../platform/search-fields/days-picker.tsx'
import { defaultSearch } from '../../../platform/search-url/search-url.ts'

interface EventTypeMenuProps {
  eventType: string
  onEventTypeChange: (eventType: string) => void
}

/** Which events are searched: purchases, those of accounts, or those of an assessment of the tenant. */
export function EventTypeMenu({ eventType, onEventTypeChange }: EventTypeMenuProps) {
  const intl = useIntl()
  const nameOf = useEventTypeName()
  const { id: environmentId } = useEnvironment()
  const { data, isFetching } = useQuery(
    api.search.eventTypes.queryOptions({
      input: { environmentId },
      // One that is not in what was fetched before may have been made or renamed since.
      staleTime: ({ state }) => (state.data?.some(({ key }) => key === eventType) ? 60_000 : 0),
    }),
  )
  const searched = data?.filter(({ search }) => search)
  const types = searched ?? [{ key: eventType, name: eventType }]
  const missing = searched !== undefined && !isFetching && !searched.some(({ key }) => key === eventType)
  const reset = useEffectEvent(() => onEventTypeChange(defaultSearch.eventType))
  // Another environment was chosen, or an old link opened: this one has no such assessment, or none that is searched.
  useEffect(() => {
    if (missing) reset()
  }, [missing])
  const current = nameOf(types.find(({ key }) => key === eventType) ?? { key: eventType, name: eventType })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button aria-label={intl.formatMessage({ id: 'Search.EventType' }, { type: current })}>
          <bdi className="max-w-[12rem] truncate">{current}</bdi>
          <Icon icon={ChevronDown} size={12} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={eventType} onValueChange={onEventTypeChange}>
          {types.map(type => (
            <DropdownMenuRadioItem key={type.key} value={type.key}>
              <bdi>{nameOf(type)}</bdi>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

interface PeriodMenuProps {
  period: SearchFilter['period']
  /** Days that are chosen in place of a period. */
  dates: SearchFilter['dates']
  onPeriodChange: (period: SearchFilter['period']) => void
  onDatesChange: (dates: NonNullable<SearchFilter['dates']>) => void
}

const ownDates = 'dates'
const defaultDays = 7

/** How far back the search goes, or the days that it is about. */
export function PeriodMenu({ period, dates, onPeriodChange, onDatesChange }: PeriodMenuProps) {
  const intl = useIntl()
  const { timeZone } = useFormat()
  const today = dayIn(Date.now(), timeZone)
  const text = (value: string) =>
    intl.formatMessage({ id: value === ownDates ? 'Search.Dates' : `Search.Period.${value}` })
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm">
            <Icon icon={Calendar} size={12} />
            {text(dates ? ownDates : period)}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuRadioGroup
            value={dates ? ownDates : period}
            onValueChange={next => {
              const chosen = searchPeriods.find(each => each === next)
              if (chosen) onPeriodChange(chosen)
              else onDatesChange({ from: addDays(today, 1 - defaultDays), to: today })
            }}
          >
            {[...searchPeriods, ownDates].map(each => (
              <DropdownMenuRadioItem key={each} value={each}>
                {text(each)}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
      {dates ? (
        <span className="w-fit max-w-full">
          <DaysPicker
            size="sm"
            days={dates}
            min={monthsBefore(today, searchLimits.months)}
            max={today}
            onDaysChange={onDatesChange}
          />
        </span>
      ) : null}
    </>
  )
}

interface MatchMenuProps {
  match: SearchMatch
  /** What is joined: the name of the button. */
  label: string
  onMatchChange: (match: SearchMatch) => void
}

/** Whether all conditions of a search or a group must be met, or any of them. */
export function MatchMenu({ match, label, onMatchChange }: MatchMenuProps) {
  const intl = useIntl()
  const text = (value: SearchMatch) => intl.formatMessage({ id: `Search.Match.${value}` })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="sm"
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'Search.Named' }, { name: label, value: text(match) })}
        >
          {text(match)}
          <Icon icon={ChevronDown} size={12} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={match} onValueChange={next => onMatchChange(next === 'any' ? 'any' : 'all')}>
          {(['all', 'any'] as const).map(each => (
            <DropdownMenuRadioItem key={each} value={each}>
              {text(each)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
