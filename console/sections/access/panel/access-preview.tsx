import { SkeletonRows } from '@assay/design-system'
import type { AccessDifference, PlannedChange } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedList, FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { CapabilityTitle } from '../../../platform/permissions/capability-titles.tsx'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'

interface AccessPreviewProps {
  changes: readonly PlannedChange[]
  /** Names of the people of the changes by id; of those who are invited, under null. */
  names: ReadonlyMap<string | null, string>
}

/** What a change would change, before it is saved: in the environment, and in those below it. */
export function AccessPreview({ changes, names }: AccessPreviewProps) {
  const titleId = useId()
  const { id: environmentId } = useEnvironment()
  const planned = useDebouncedValue(JSON.stringify(changes))
  const query = useQuery(
    api.access.preview.queryOptions({
      input: { environmentId, changes: JSON.parse(planned) as PlannedChange[] },
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),
  )
  if (query.data === undefined)
    return query.isError ? (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} />
    )
  const differences = (query.data.differences as AccessDifference[]).filter(({ places }) => places.length > 0)
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-bs border-line-subtle pbs-3">
      <h3 id={titleId} className="text-sm font-semibold">
        <FormattedMessage id="Access.Preview.Title" />
      </h3>
      {differences.length === 0 ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Access.Preview.None" />
        </p>
      ) : (
        differences.map(({ principalIds, places }) => (
          <div key={principalIds.join()} className="flex flex-col gap-2">
            {changes.length > 1 ? (
              <p className="text-xs font-medium">
                <FormattedList type="conjunction" value={principalIds.map(id => names.get(id) ?? '')} />
              </p>
            ) : null}
            {places.map(place => (
              <Difference key={place.environments.map(({ id }) => id).join()} place={place} />
            ))}
          </div>
        ))
      )}
    </section>
  )
}

/** The capabilities that change in environments, with their levels before and after. */
function Difference({ place: { environments, changes } }: { place: AccessDifference['places'][number] }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-fg-secondary">
        <FormattedMessage
          id="Access.Preview.In"
          values={{
            environments: (
              <bdi key="environments">
                <FormattedList type="conjunction" value={environments.map(({ name }) => name)} />
              </bdi>
            ),
          }}
        />
      </p>
      <ul className="flex flex-col">
        {changes.map(({ capability, before, after }) => (
          <li key={capability} className="flex items-baseline justify-between gap-3 py-0.5 text-sm">
            <span className="min-w-0">
              <CapabilityTitle capability={capability} />
            </span>
            <span className="shrink-0 text-xs whitespace-nowrap">
              {before === 'none' ? null : (
                <del className="me-1 text-fg-muted">
                  <FormattedMessage id={`Access.Level.${before}`} />
                </del>
              )}
              <ins className="font-medium no-underline">
                <FormattedMessage id={`Access.Level.${after}`} />
              </ins>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
