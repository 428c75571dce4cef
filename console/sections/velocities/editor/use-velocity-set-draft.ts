import type { VelocitySet, VelocitySetBody } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../platform/api/client.ts'
import { type StoredDraft, useStoredDraft } from '../../../platform/authoring/draft/use-stored-draft.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { velocitySetBodyOf } from '../links.ts'

/** The caller's draft of a set. */
export function useVelocitySetDraft(
  set: VelocitySet,
  environmentId: string,
): StoredDraft<VelocitySetBody, VelocitySet> {
  const queryClient = useQueryClient()
  const address = { environmentId, setId: set.id }
  return useStoredDraft<VelocitySetBody, VelocitySet>({
    id: `velocities/${set.id}`,
    stored: set,
    bodyOf: velocitySetBodyOf,
    save: body => client.velocities.saveDraft({ ...address, body }),
    discard: () => client.velocities.discardDraft(address),
    onStored: answer => queryClient.setQueryData(api.velocities.get.queryKey({ input: address }), answer),
    onListChanged: refetchType => queryClient.invalidateQueries({ queryKey: api.velocities.list.key(), refetchType }),
  })
}

/** What is wrong with the texts of a set, whenever the typing rests. */
export function useVelocitySetDiagnostics(body: VelocitySetBody, environmentId: string, setId: string) {
  const debounced = useDebouncedValue(body)
  // The name plays no part; one that is being typed must not stop the check.
  const input = {
    environmentId,
    setId,
    body: { ...debounced, name: validateName(debounced.name) ? 'Set' : debounced.name.trim() },
  }
  const query = useQuery(
    api.velocities.check.queryOptions({
      input,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
      gcTime: 60_000,
    }),
  )
  return { problems: query.data?.problems ?? [], failed: query.isError, retry: () => void query.refetch() }
}
