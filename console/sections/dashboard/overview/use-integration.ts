import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { refetchSpan } from '../figures/part-query.ts'

/** What an application needs to call the risk API. */
export function useIntegration() {
  const { id: environmentId } = useEnvironment()
  return useQuery(
    api.dashboard.integration.queryOptions({
      input: { environmentId },
      staleTime: 300_000,
      // Until the first purchase has arrived.
      refetchInterval: ({ state }) => (state.data?.hasEvents === false ? refetchSpan : false),
    }),
  )
}
