import type { RoutingPreview } from '@assay/risk-service/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

/** Milliseconds. Most previews take a second or two. */
const pollInterval = 400

export const isUnfinished = ({ state }: RoutingPreview): boolean => state === 'waiting' || state === 'running'

interface PreviewRequest {
  days: number
  events: number
}

/**
 * The previews of a routing rule, newest first, and what starts and cancels them. While one is under way they are read
 * again.
 * @param status with which the rule is tried; without the rule when it is inactive
 * @param flush saves what is being edited, so that it is what is tried
 */
export function useRoutingPreviews(
  ruleId: string,
  status: 'active' | 'inactive',
  flush: () => Promise<unknown>,
): {
  query: UseQueryResult<RoutingPreview[]>
  start: (request: PreviewRequest) => void
  starting: boolean
  /** Id of the preview that was started last here. */
  startedId: string | undefined
  error: Error | null
  cancel: (preview: RoutingPreview) => void
} {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.routingPreviews.list.queryOptions({
      input: { environmentId, ruleId },
      staleTime: 0,
      refetchInterval: current => (current.state.data?.some(isUnfinished) ? pollInterval : false),
    }),
  )
  const invalidates = [api.routingPreviews.list.key()]
  const starting = useApiMutation({
    mutationFn: async ({ previewId, ...request }: PreviewRequest & { previewId: string }) => {
      await flush()
      return client.routingPreviews.start({ environmentId, previewId, ruleId, status, ...request })
    },
    invalidates,
    // Shown where the preview is.
    onError: () => true,
  })
  const cancelling = useApiMutation({
    mutationFn: (previewId: string) => client.routingPreviews.cancel({ environmentId, previewId }),
    invalidates,
  })
  return {
    query,
    start: request => starting.mutate({ previewId: crypto.randomUUID(), ...request }),
    starting: starting.isPending,
    startedId: starting.variables?.previewId,
    error: starting.error,
    cancel: preview => cancelling.mutate(preview.id),
  }
}
