import { KeyValue, KeyValueList, Skeleton, useFormat } from '@assay/design-system'
import type { FunctionSummary } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'

/** What is behind a function in the list: its face, and what calls it. */
export function FunctionDetails({ summary }: { summary: FunctionSummary }) {
  const format = useFormat()
  const environmentId = useEnvironment().id
  const isOwnPublished = !summary.inherited && summary.status === 'published'
  const query = useQuery(
    api.functions.dependents.queryOptions({
      input: { environmentId, functionId: summary.id },
      enabled: isOwnPublished,
      staleTime: 5_000,
    }),
  )
  return (
    <KeyValueList termWidth="sm" className="max-w-prose">
      <KeyValue term={<FormattedMessage id="Common.Description" />}>
        {summary.description === '' ? undefined : <span dir="auto">{summary.description}</span>}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Functions.Parameters" />}>
        {summary.parameters.length === 0 ? undefined : (
          <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
            {summary.parameters.map(({ name, type }) => `${type} ${name}`).join(', ')}
          </bdi>
        )}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Functions.Properties" />}>
        <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
          {summary.properties.join(', ')}
        </bdi>
      </KeyValue>
      {isOwnPublished ? (
        <KeyValue term={<FormattedMessage id="Functions.UsedBy" />}>
          {query.isError ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <Skeleton className="h-2 w-1/2" />
          ) : query.data.length === 0 ? undefined : (
            <Dependents users={query.data} />
          )}
        </KeyValue>
      ) : null}
      <KeyValue term={<FormattedMessage id="Authoring.Column.Changed" />}>
        <FormattedMessage
          id="Common.UserAndTime"
          values={{ user: <bdi key="user">{summary.updatedBy}</bdi>, time: format.dateTime(summary.updatedAt) }}
        />
      </KeyValue>
    </KeyValueList>
  )
}
