import { Skeleton } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { FunctionEditor } from './function-editor.tsx'

/** Loads one function with the user's draft and opens it. */
export function FunctionEditorPage({ functionId }: { functionId: string }) {
  const environmentId = useEnvironment().id
  // Not kept after it is closed: a draft always starts from what is stored.
  const query = useQuery(api.functions.get.queryOptions({ input: { environmentId, functionId }, staleTime: Infinity, gcTime: 0 }))
  if (query.isError && !query.data) return <div className="p-6"><QueryError error={query.error} onRetry={() => void query.refetch()} /></div>
  if (query.data) return <FunctionEditor resource={query.data} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
      <div className="flex min-h-page-header items-center border-be border-line-subtle px-page"><Skeleton className="h-2 w-1/3" /></div>
      <div className="p-6"><Skeleton className="h-2 w-1/2" /></div>
    </div>
  )
}
