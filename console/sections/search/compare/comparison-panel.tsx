import {
  Button,
  Callout,
  EmptyState,
  Field,
  Icon,
  LoadingRegion,
  Select,
  SidePanel,
  SkeletonText,
  useFormat,
} from '@assay/design-system'
import { addDays, type ContrastOutput, dayIn, type EventRow, type SearchField } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { ListFilterPlus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import type { EntryNames } from '../../../platform/contrast/finding-item.tsx'
import { FindingsList } from '../../../platform/contrast/findings-list.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { type Days, DaysPicker } from '../../../platform/search-fields/days-picker.tsx'
import type { SearchFilterState } from '../../../platform/search-url/search-url.ts'
import { type ComparedWith, choicesOf, comparisonOf, daysBefore, firstDay, withConditions } from './comparison.ts'

export interface ComparisonPanelProps {
  environmentId: string
  eventType: string
  filter: SearchFilterState
  /** The ticked events; null for all that the search finds. */
  ticked: readonly EventRow[] | null
  fields: readonly SearchField[] | undefined
  onFilterChange: (filter: SearchFilterState) => void
  onClose: () => void
}

/** What tells the ticked events, or the results of the search, apart from others: a list of values, the best first. */
export function ComparisonPanel({ fields, onFilterChange, onClose, ...compared }: ComparisonPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const { timeZone } = format
  // The sets stay the same while the search is narrowed by what was found.
  const [{ environmentId, eventType, filter, ticked }] = useState(compared)
  const [opened] = useState(() => Date.now())
  const today = dayIn(opened, timeZone)
  const first = firstDay(opened, timeZone)
  const before = daysBefore(filter, opened, timeZone)
  const choices = choicesOf(filter, ticked !== null, before)
  const [choice, setChoice] = useState<ComparedWith>(choices[0] ?? 'others')
  const [dates, setDates] = useState<Days>(before ?? { from: addDays(today, -7), to: addDays(today, -1) })
  const days = choice === 'dates' ? dates : choice === 'before' ? before : null
  const input = comparisonOf({ environmentId, eventType, filter, ticked, choice, days, timeZone })
  const query = useQuery(
    api.contrast.compare.queryOptions({
      input,
      enabled: choices.length > 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return (
    <SidePanel title={<FormattedMessage id="Search.Compare.Title" />} onClose={onClose}>
      <div className="grid gap-3 p-4">
        <p className="text-sm">
          {ticked === null ? (
            <FormattedMessage id="Search.Compare.Results" />
          ) : (
            <FormattedMessage id="Search.Compare.Ticked" values={{ count: ticked.length }} />
          )}
        </p>
        {choices.length === 0 ? (
          <EmptyState
            kind="no-results"
            title={<FormattedMessage id="Search.Compare.Everything.Title" />}
            description={<FormattedMessage id="Search.Compare.Everything" />}
          />
        ) : (
          <>
            <Field label={<FormattedMessage id="Search.Compare.With" />}>
              <Select
                options={choices.map(value => ({
                  value,
                  label: intl.formatMessage({ id: `Search.Compare.With.${value}` }),
                }))}
                value={choice}
                onValueChange={next => setChoice(choices.find(each => each === next) ?? choice)}
              />
            </Field>
            {choice === 'dates' ? (
              <DaysPicker size="sm" days={dates} min={first} max={today} onDaysChange={setDates} />
            ) : null}
            {choice === 'before' && before?.cut ? (
              <Callout tone="info">
                <p>
                  <FormattedMessage
                    id="Search.Compare.Cut"
                    values={{ from: format.date(before.from), to: format.date(before.to) }}
                  />
                </p>
              </Callout>
            ) : null}
            {query.isError ? (
              <QueryError error={query.error} onRetry={() => void query.refetch()} />
            ) : (
              <LoadingRegion
                loading={query.isPending}
                name={intl.formatMessage({ id: 'Search.Compare.Title' })}
                skeleton={<SkeletonText lines={8} />}
              >
                {query.data ? (
                  <FindingsList
                    output={query.data as ContrastOutput}
                    eventType={eventType}
                    fields={fields}
                    act={({ conditions }, names) => {
                      const narrowed = conditions && withConditions(compared.filter, conditions)
                      return narrowed ? <AddButton names={names} onAdd={() => onFilterChange(narrowed)} /> : null
                    }}
                  />
                ) : null}
              </LoadingRegion>
            )}
          </>
        )}
      </div>
    </SidePanel>
  )
}

/** Adds a value to the search. */
function AddButton({ names, onAdd }: { names: EntryNames; onAdd: () => void }) {
  const intl = useIntl()
  return (
    <Button
      size="sm"
      variant="ghost"
      className="shrink-0"
      aria-label={intl.formatMessage({ id: 'Search.Compare.Add.Label' }, { ...names })}
      onClick={onAdd}
    >
      <Icon icon={ListFilterPlus} size={12} />
      <FormattedMessage id="Search.Compare.Add" />
    </Button>
  )
}
