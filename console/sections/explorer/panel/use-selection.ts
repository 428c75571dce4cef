import type { GraphNode, GraphSelection } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import type { viewInput } from '../query/use-explorer-graph.ts'

/** Selections change while somebody draws a lasso or walks with Shift. In milliseconds. */
const selectionDelay = 300

/**
 * Reads the events and the open cases behind nodes. `selection` is undefined until those of exactly these nodes are
 * there.
 * @param enabled false: nobody needs them yet, and nothing is read
 */
export function useSelection(view: ReturnType<typeof viewInput>, nodes: readonly GraphNode[], enabled: boolean) {
  const now = nodes.map(({ id }) => id).join('\n')
  const ids = useDebouncedValue(now, selectionDelay)
  const isCurrent = ids === now
  const query = useQuery(
    api.graph.selection.queryOptions({
      input: { ...view, nodes: ids.split('\n') },
      enabled: enabled && isCurrent && ids !== '',
      staleTime: 30_000,
    }),
  )
  return {
    selection: isCurrent ? (query.data as GraphSelection | undefined) : undefined,
    error: isCurrent ? query.error : null,
    retry: () => void query.refetch(),
  }
}
