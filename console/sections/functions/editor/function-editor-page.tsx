import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { QueryBoundary } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FunctionEditor } from './function-editor.tsx'

/** Loads one function with the user's draft and opens it. */
export function FunctionEditorPage({ functionId }: { functionId: string }) {
  const environmentId = useEnvironment().id
  // Not cached after it is closed: a draft always starts from what is stored.
  const query = useQuery(
    api.functions.get.queryOptions({ input: { environmentId, functionId }, staleTime: Infinity, gcTime: 0 }),
  )
  return <QueryBoundary query={query}>{resource => <FunctionEditor resource={resource} />}</QueryBoundary>
}
