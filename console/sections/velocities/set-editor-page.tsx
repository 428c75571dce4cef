import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { Fetched } from '../../platform/authoring/opened.tsx'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { countingInterval, isCounting } from './backfill-progress.tsx'
import { SetEditor } from './set-editor.tsx'

/** Loads one set with the user's draft and opens it. */
export function SetEditorPage({ setId }: { setId: string }) {
  const environmentId = useEnvironment().id
  // Not kept after it is closed: a draft always starts from what is stored.
  const query = useQuery(
    api.velocities.get.queryOptions({
      input: { environmentId, setId },
      staleTime: Infinity,
      gcTime: 0,
      refetchInterval: ({ state }) => (isCounting(state.data) ? countingInterval : false),
    }),
  )
  return <Fetched query={query}>{set => <SetEditor set={set} />}</Fetched>
}
