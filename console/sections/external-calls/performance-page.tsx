import { Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { CallPerformancePage } from '../../platform/calls/performance-page.tsx'
import { useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useCallHref } from './refs.ts'

/** Figures and errors of one external call over time. */
export function PerformancePage({ callId }: { callId: string }) {
  const intl = useIntl()
  const href = useHref()
  const callHref = useCallHref()
  const environmentId = useEnvironment().id
  const query = useQuery(api.externalCalls.get.queryOptions({ input: { environmentId, callId }, staleTime: 5_000 }))
  if (query.isError && !query.data) return <div className="p-6"><QueryError error={query.error} onRetry={() => void query.refetch()} /></div>
  if (!query.data) return <div className="px-page py-3" aria-busy="true"><Skeleton className="h-2 w-1/3" /></div>
  const { name } = query.data.body
  return (
    <CallPerformancePage
      name={name} queryKey={api.externalCalls.performance.queryKey({ input: { environmentId, callId, from: '', to: '' } })}
      breadcrumb={[
        { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') }, { id: 'calls', label: intl.formatMessage({ id: 'Calls.Title' }), href: callHref() },
        { id: 'call', label: name, href: callHref(callId) }, { id: 'performance', label: intl.formatMessage({ id: 'Calls.Performance' }) },
      ]}
      load={({ from, to }) => client.externalCalls.performance({ environmentId, callId, from, to }, { context: { read: true } })}
    />
  )
}
