import { Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { SetEditor } from './set-editor.tsx'

/** While the set counts history its progress is looked at again: milliseconds. */
const countingInterval = 3_000

/** Loads one set with the user's draft and opens it. */
export function SetEditorPage({ setId }: { setId: string }) {
  const environmentId = useEnvironment().id
  // Not kept after it is closed: a draft always starts from what is stored.
  const query = useQuery(api.velocities.get.queryOptions({
    input: { environmentId, setId }, staleTime: Infinity, gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.backfill?.state === 'running' || state.data?.backfill?.state === 'waiting' ? countingInterval : false),
  }))
  if (query.isError && !query.data) return <div className="p-6"><QueryError error={query.error} onRetry={() => void query.refetch()} /></div>
  if (query.data) return <SetEditor set={query.data} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
      <div className="flex min-h-page-header items-center border-be border-line-subtle px-page"><Skeleton className="h-2 w-1/3" /></div>
      <div className="p-6"><Skeleton className="h-2 w-1/2" /></div>
    </div>
  )
}
