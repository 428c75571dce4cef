import { Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { NoAccess } from '../../platform/permissions/no-access.tsx'
import { newCall } from './refs.ts'
import { SetupForm } from './setup-form.tsx'

/** Loads a call and opens its form; `new` opens an empty one. */
export function SetupPage({ callId }: { callId: string }) {
  const environmentId = useEnvironment().id
  const write = useCan()('externalcalls', 'write')
  const made = callId !== newCall
  // Not kept after it is closed: a form always starts from what is stored.
  const query = useQuery(api.externalCalls.get.queryOptions({ input: { environmentId, callId }, enabled: made, staleTime: Infinity, gcTime: 0 }))
  if (!made) return write ? <SetupForm call={null} /> : <NoAccess page capability="externalcalls" required="write" />
  if (query.isError && !query.data) return <div className="p-6"><QueryError error={query.error} onRetry={() => void query.refetch()} /></div>
  if (query.data) return <SetupForm call={query.data} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
      <div className="flex min-h-page-header items-center border-be border-line-subtle px-page"><Skeleton className="h-2 w-1/3" /></div>
      <div className="p-6"><Skeleton className="h-2 w-1/2" /></div>
    </div>
  )
}
