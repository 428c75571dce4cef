import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'

/** One entry of the log. Entries never change; only those after it about the same resource become more. */
export const useEntry = (environmentId: string, id: string) =>
  useQuery(api.activityLog.get.queryOptions({ input: { environmentId, id }, staleTime: 30_000 }))
