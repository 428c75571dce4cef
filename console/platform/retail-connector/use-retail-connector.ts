import type { RetailConnectorState } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'

/** Milliseconds between two reads while a synchronisation goes on, and otherwise. */
const [syncingMs, quietMs] = [2000, 60_000]

/** The connection of the environment to a retail system. */
export function useRetailConnector() {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.retailConnector.get.queryOptions({
      input: { environmentId },
      staleTime: 2_000,
      refetchInterval: ({ state: { data } }) =>
        (data as RetailConnectorState | undefined)?.connection?.syncing ? syncingMs : quietMs,
    }),
  )
  return { query, state: query.data as RetailConnectorState | undefined }
}
