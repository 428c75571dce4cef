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
 * @param wanted false: nobody needs them yet, and nothing is read
 */
export function useSelection(view: ReturnType<typeof viewInput>, nodes: readonly GraphNode[], wanted: boolean) {
  const now = nodes.map(({ id }) => id).join('\n')
  const ids = useDebouncedValue(now, selectionDelay)
  const settled = ids === now
  const query = useQuery(
    api.graph.selection.queryOptions({
      input: { ...view, nodes: ids.split('\n') },
      enabled: wanted && settled && ids !== '',
      staleTime: 30_000,
    }),
  )
  return {
    selection: settled ? (query.data as GraphSelection | undefined) : undefined,
    error: settled ? query.error : null,
    retry: () => void query.refetch(),
  }
}
