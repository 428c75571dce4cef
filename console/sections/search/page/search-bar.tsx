import { Button, Icon, Skeleton, Switch } from '@assay/design-system'
import type { SearchField, SearchGroup } from '@assay/risk-service/contract'
import { Code } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { allConditions, type SearchFilterState } from '../../../platform/search-url/search-url.ts'
import { filterFields } from '../filters.ts'
import { RecentMenu } from '../recent/recent-menu.tsx'
import { columnFields } from '../search-fields.ts'
import { SearchConditions } from './search-conditions.tsx'
import { SearchGroups } from './search-groups.tsx'
import { PeriodMenu } from './search-menus.tsx'

interface SearchBarProps {
  eventType: string
  /** Undefined until the service has sent them. */
  fields: readonly SearchField[] | undefined
  /** Fields of conditions that the service refused as unknown. */
  unknown: ReadonlySet<string>
  filter: SearchFilterState
  /** The search is shown in groups. */
  advanced: boolean
  onAdvancedChange: (advanced: boolean) => void
  onFilterChange: (filter: SearchFilterState) => void
  /** Runs another search: the query of its address. */
  onSearch: (query: string) => void
}

// The editor and the query language come when somebody writes a query.
const LazyQueryEditor = lazy(() => import('./query-editor.tsx').then(module => ({ default: module.QueryEditor })))

/** The groups of an advanced search; conditions beside the groups are a group of their own. */
const groupsOf = ({ match, conditions, groups }: SearchFilterState): SearchGroup[] => [
  ...(conditions.length > 0 ? [{ match, conditions }] : []),
  ...groups,
]

/** What is searched for: the period, and the conditions as one sentence or in groups. */
export function SearchBar({
  eventType,
  fields,
  unknown,
  filter,
  advanced,
  onAdvancedChange,
  onFilterChange,
  onSearch,
}: SearchBarProps) {
  const intl = useIntl()
  const [writing, setWriting] = useRecoverableState('search/query-open', false)
  const button = useRef<HTMLButtonElement>(null)
  const offered = useMemo(() => fields ?? columnFields(eventType), [fields, eventType])
  // Attributes that are searched and not offered: those of custom data, and those that a column shows.
  const others = [...new Set(allConditions(filter).map(({ column }) => column))].filter(
    column => !unknown.has(column) && !offered.some(({ id }) => id === column),
  )
  const othersKey = others.join('\n')
  const searched = useMemo(
    () => [
      ...offered,
      ...(othersKey === '' ? [] : othersKey.split('\n')).map(
        (id): SearchField => ({ id, group: 'custom', type: 'text', many: false, indexed: false }),
      ),
    ],
    [offered, othersKey],
  )
  const shown = useMemo(() => filterFields(intl, eventType, searched), [intl, eventType, searched])
  const typeOf = (id: string) => searched.find(field => field.id === id)?.type ?? null
  const groups = groupsOf(filter)
  const simple = groups.length <= 1
  const reasonId = 'search-advanced-reason'
  return (
    <>
      <div className="flex min-h-bar flex-wrap items-start gap-2 border-y border-line-subtle px-page py-1.5">
        <PeriodMenu
          period={filter.period}
          dates={filter.dates}
          onPeriodChange={period => onFilterChange({ ...withoutDates(filter), period })}
          onDatesChange={dates => onFilterChange({ ...filter, dates })}
        />
        {advanced ? null : (
          <SearchConditions
            fields={shown}
            typeOf={typeOf}
            match={filter.match}
            conditions={filter.conditions}
            onChange={next => onFilterChange({ ...filter, ...next })}
          />
        )}
        <div className="ms-auto flex min-h-control-sm flex-wrap items-center gap-3">
          <Switch
            label={<FormattedMessage id="Search.Advanced" />}
            checked={advanced}
            disabled={advanced && !simple}
            {...(advanced && !simple ? { 'aria-describedby': reasonId } : {})}
            onCheckedChange={next => {
              const [only] = groups
              onFilterChange(
                next
                  ? { ...filter, match: 'all', conditions: [], groups }
                  : { ...filter, match: only?.match ?? 'all', conditions: only?.conditions ?? [], groups: [] },
              )
              onAdvancedChange(next)
            }}
          />
          {advanced && !simple ? (
            <span id={reasonId} className="text-xs text-fg-muted max-lg:sr-only">
              <FormattedMessage id="Search.Advanced.Keep" />
            </span>
          ) : null}
          <RecentMenu typeOf={typeOf} onChoose={onSearch} />
          <Button
            ref={button}
            size="sm"
            variant="ghost"
            aria-expanded={writing}
            disabled={fields === undefined}
            onClick={() => setWriting(!writing)}
          >
            <Icon icon={Code} size={12} />
            <FormattedMessage id="Search.Query.Edit" />
          </Button>
        </div>
        {advanced ? (
          <SearchGroups
            fields={shown}
            typeOf={typeOf}
            match={filter.conditions.length > 0 && filter.groups.length === 0 ? 'all' : filter.match}
            groups={groups}
            onChange={(match, next) => onFilterChange({ ...filter, match, conditions: [], groups: next })}
          />
        ) : null}
      </div>
      {writing && fields ? (
        <Suspense fallback={<Skeleton className="h-6" />}>
          <LazyQueryEditor
            eventType={eventType}
            fields={searched}
            query={filter}
            onQueryChange={query => onFilterChange({ ...filter, ...query })}
            onClose={() => {
              setWriting(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

const withoutDates = ({ dates: _dates, ...filter }: SearchFilterState): SearchFilterState => filter
