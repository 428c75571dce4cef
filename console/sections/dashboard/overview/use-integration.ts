import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

/** What an application needs to call the risk API. */
export function useIntegration() {
  const { id: environmentId } = useEnvironment()
  return useQuery(api.dashboard.integration.queryOptions({ input: { environmentId }, staleTime: 300_000 }))
}
