import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { QueryBoundary } from '../../../platform/authoring/catalogue/list-or-editor.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { backfillPollInterval, isCounting } from '../backfill-progress.tsx'
import { VelocitySetEditor } from './velocity-set-editor.tsx'

/** Loads one set with the user's draft and opens it. */
export function VelocitySetEditorPage({ setId }: { setId: string }) {
  const environmentId = useEnvironment().id
  // Not cached after it is closed: a draft always starts from what is stored.
  const query = useQuery(
    api.velocities.get.queryOptions({
      input: { environmentId, setId },
      staleTime: Infinity,
      gcTime: 0,
      refetchInterval: ({ state }) => (isCounting(state.data) ? backfillPollInterval : false),
    }),
  )
  return <QueryBoundary query={query}>{set => <VelocitySetEditor set={set} />}</QueryBoundary>
}
