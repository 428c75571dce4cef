import { Button, EmptyState, Spinner } from '@assay/design-system'
import { type SearchCondition, type SearchInput, searchLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { searchFieldLabel } from '../../../platform/search-fields/search-fields.ts'
import { retainConditions, type SearchFilterState } from '../../../platform/search-url/search-url.ts'
import { NoResults } from './no-results.tsx'
import type { useSearchResults } from './use-search-results.ts'

/** Shown in place of rows that take their time: the search can be cancelled. */
function SlowSearch({ onCancel }: { onCancel: () => void }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 p-6">
      <Spinner />
      <FormattedMessage id="Search.Slow" />
      <Button size="sm" onClick={onCancel}>
        <FormattedMessage id="Search.Slow.Cancel" />
      </Button>
    </div>
  )
}

/** Shown after a search was cancelled. */
function CancelledSearch({ onRepeat }: { onRepeat: () => void }) {
  return (
    <EmptyState
      kind="no-results"
      title={<FormattedMessage id="Search.Cancelled" />}
      description={<FormattedMessage id="Search.Cancelled.Text" />}
      actions={
        <Button onClick={onRepeat}>
          <FormattedMessage id="Search.Again" />
        </Button>
      }
    />
  )
}

interface FailedSearchProps {
  eventType: string
  error: unknown
  /** Fields that the service refused as unknown. */
  unknown: ReadonlySet<string>
  /** Fields whose values are masked, and of which the search compares a part. */
  masked: ReadonlySet<string>
  onRepeat: () => void
  /** Removes the conditions on these fields. */
  onRemove: () => void
}

/** Shown in place of rows that could not be read: what to change, or that another attempt may help. */
function FailedSearch({ eventType, error, unknown, masked, onRepeat, onRemove }: FailedSearchProps) {
  const intl = useIntl()
  const failure = readApiError(error)
  const cause = unknown.size > 0 ? ('UnknownField' as const) : masked.size > 0 ? ('Masked' as const) : null
  if (cause !== null)
    return (
      <EmptyState
        kind="no-results"
        title={<FormattedMessage id={`Search.${cause}.Title`} />}
        description={
          <FormattedMessage
            id={`Search.${cause}.Text`}
            values={{
              fields: intl.formatList(
                cause === 'Masked' ? [...masked].map(id => searchFieldLabel(intl, eventType, id)) : [...unknown],
              ),
            }}
          />
        }
        actions={
          <Button onClick={onRemove}>
            <FormattedMessage id="Search.UnknownField.Remove" />
          </Button>
        }
      />
    )
  if (failure.kind === 'conflict' && failure.reason === 'search.timeout')
    return (
      <EmptyState
        kind="no-results"
        title={<FormattedMessage id="Search.TimedOut" values={{ count: searchLimits.seconds }} />}
        description={<FormattedMessage id="Search.Cancelled.Text" />}
        actions={
          <Button onClick={onRepeat}>
            <FormattedMessage id="Search.Again" />
          </Button>
        }
      />
    )
  return <QueryError error={error} onRetry={onRepeat} />
}

interface SearchMessageProps {
  results: ReturnType<typeof useSearchResults>
  input: Pick<SearchInput, 'environmentId' | 'eventType' | 'filter'>
  filter: SearchFilterState
  unknown: ReadonlySet<string>
  masked: ReadonlySet<string>
  /** When the search was turned on; null: it finds every stored event. */
  enabledAt: string | null
  onFilterChange: (filter: SearchFilterState) => void
}

/** Shown in place of rows: that the search takes its time, was cancelled, failed, or found nothing. */
export function SearchMessage({
  results,
  input,
  filter,
  unknown,
  masked,
  enabledAt,
  onFilterChange,
}: SearchMessageProps) {
  const { query, slow, cancelled, cancel, repeat } = results
  const retain = (each: (condition: SearchCondition) => boolean) =>
    onFilterChange({ ...filter, ...retainConditions(filter, each) })
  if (slow) return <SlowSearch onCancel={cancel} />
  if (cancelled) return <CancelledSearch onRepeat={repeat} />
  if (query.isError)
    return (
      <FailedSearch
        eventType={input.eventType}
        error={query.error}
        unknown={unknown}
        masked={masked}
        onRepeat={repeat}
        onRemove={() => retain(({ column }) => !unknown.has(column) && !masked.has(column))}
      />
    )
  return <NoResults input={input} filter={filter} enabledAt={enabledAt} onFilterChange={onFilterChange} />
}
