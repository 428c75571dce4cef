import { Callout, CopyButton, DateTime } from '@assay/design-system'
import type { RecorderMatch, RecorderRefusal } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { refusedParameter } from '../../../platform/search-url/search-url.ts'

const searchSchema = { [refusedParameter]: optionalParameter }

/** The refused calls with the correlation id in the address: they made no event that the search could find. */
export function RefusedCalls() {
  const [{ [refusedParameter]: id }, setState] = useSearchState(searchSchema)
  return id ? <Refusals id={id} onDismiss={() => setState({ [refusedParameter]: null })} /> : null
}

function Refusals({ id, onDismiss }: { id: string; onDismiss: () => void }) {
  const environment = useEnvironment()
  const query = useQuery(
    api.recorder.find.queryOptions({ input: { environmentId: environment.id, id }, staleTime: 60_000 }),
  )
  if (query.isPending) return null
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  const refusals = (query.data.matches as readonly RecorderMatch[]).filter(match => match.kind === 'refusal')
  return (
    <Callout
      live
      tone={refusals.length === 0 ? 'info' : 'warning'}
      title={<FormattedMessage id="Search.Refused.Title" values={{ count: refusals.length }} />}
      onDismiss={onDismiss}
    >
      {refusals.map(refusal => (
        <Refusal key={refusal.id} refusal={refusal} />
      ))}
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="Search.Refused.Note" />
      </p>
    </Callout>
  )
}

function Refusal({ refusal: { at, apiName, status, faults, correlationId } }: { refusal: RecorderRefusal }) {
  const intl = useIntl()
  return (
    <div className="flex flex-col gap-0.5 pbs-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <DateTime value={at} />
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          {apiName}
        </bdi>
        <span className="tabular-nums">
          <FormattedMessage id="OutgoingRequests.Error.http" values={{ status }} />
        </span>
        <span className="flex items-center gap-1">
          <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
            {correlationId}
          </bdi>
          <CopyButton value={correlationId} label={intl.formatMessage({ id: 'Recorder.Fact.CorrelationId' })} />
        </span>
      </p>
      <ul lang="en" dir="ltr" className="list-disc ps-4 text-start">
        {faults.map(fault => (
          <li key={fault} className="wrap-anywhere">
            {fault}
          </li>
        ))}
      </ul>
    </div>
  )
}
