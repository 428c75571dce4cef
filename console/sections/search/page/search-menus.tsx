import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { type SearchFilter, searchPeriods } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Calendar, ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { defaultSearch } from '../../../platform/search-url/search-url.ts'

interface EventTypeMenuProps {
  eventType: string
  onEventTypeChange: (eventType: string) => void
}

/** Which events are searched: purchases, those of accounts, or those of an assessment of the tenant. */
export function EventTypeMenu({ eventType, onEventTypeChange }: EventTypeMenuProps) {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const types = data ?? [{ key: eventType, name: eventType }]
  const missing = data !== undefined && !data.some(({ key }) => key === eventType)
  const reset = useEffectEvent(() => onEventTypeChange(defaultSearch.eventType))
  // Another environment was chosen, or an old link opened: this one has no such assessment.
  useEffect(() => {
    if (missing) reset()
  }, [missing])
  const current = nameOf(eventType, types.find(({ key }) => key === eventType)?.name)
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
          {types.map(({ key, name }) => (
            <DropdownMenuRadioItem key={key} value={key}>
              <bdi>{nameOf(key, name)}</bdi>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

interface PeriodMenuProps {
  period: SearchFilter['period']
  onPeriodChange: (period: SearchFilter['period']) => void
}

/** How far back the search goes. */
export function PeriodMenu({ period, onPeriodChange }: PeriodMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Icon icon={Calendar} size={12} />
          <FormattedMessage id={`Search.Period.${period}`} />
          <Icon icon={ChevronDown} size={12} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup
          value={period}
          onValueChange={value =>
            onPeriodChange(searchPeriods.find(each => each === value) ?? defaultSearch.filter.period)
          }
        >
          {searchPeriods.map(each => (
            <DropdownMenuRadioItem key={each} value={each}>
              <FormattedMessage id={`Search.Period.${each}`} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
