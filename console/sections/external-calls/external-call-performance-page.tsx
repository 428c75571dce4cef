import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { QueryBoundary } from '../../platform/authoring/catalogue/list-or-editor.tsx'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { OutgoingPerformancePage } from '../../platform/outgoing-requests/outgoing-performance-page.tsx'
import { useCallHref } from './links.ts'

/** Figures and errors of one external call over time. */
export function ExternalCallPerformancePage({ callId }: { callId: string }) {
  const intl = useIntl()
  const href = useHref()
  const callHref = useCallHref()
  const environmentId = useEnvironment().id
  const query = useQuery(api.externalCalls.get.queryOptions({ input: { environmentId, callId }, staleTime: 5_000 }))
  return (
    <QueryBoundary query={query} shape="page">
      {({ body: { name } }) => (
        <OutgoingPerformancePage
          name={name}
          queryKey={api.externalCalls.performance.queryKey({ input: { environmentId, callId, from: '', to: '' } })}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'calls', label: intl.formatMessage({ id: 'Calls.Title' }), href: callHref() },
            { id: 'call', label: name, href: callHref(callId) },
            { id: 'performance', label: intl.formatMessage({ id: 'OutgoingRequests.Performance' }) },
          ]}
          load={range => client.externalCalls.performance({ environmentId, callId, ...range })}
        />
      )}
    </QueryBoundary>
  )
}
