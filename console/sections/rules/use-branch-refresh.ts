import { type Query, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'

/**
 * Refetches everything that a change of branches makes outdated.
 * @returns a function of the API name of a branch that the change removed: its queries are not fetched again
 */
export function useBranchRefresh(): (removedBranch?: string) => void {
  const queryClient = useQueryClient()
  return removedBranch => {
    const stays = ({ queryKey }: Query) =>
      removedBranch === undefined || !JSON.stringify(queryKey).includes(`"branch":${JSON.stringify(removedBranch)}`)
    void queryClient.invalidateQueries({ queryKey: api.branches.key(), predicate: stays })
    void queryClient.invalidateQueries({ queryKey: api.rules.key(), predicate: stays })
  }
}
