import type { IntegrationOverview } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

const refreshMs = 10_000

/** Addresses and ids for calls, the state of each API, and the latest calls. */
export function useOverview() {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.integration.overview.queryOptions({ input: { environmentId }, staleTime: 2_000, refetchInterval: refreshMs }),
  )
  return { ...query, overview: query.data as IntegrationOverview | undefined }
}
