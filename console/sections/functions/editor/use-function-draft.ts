import type { FunctionBody, FunctionResource } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, client } from '../../../platform/api/client.ts'
import { type StoredDraft, useStoredDraft } from '../../../platform/authoring/draft/use-stored-draft.ts'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { diagnosticsByPart } from '../function-draft.ts'
import { functionBodyOf } from '../links.ts'

/** The caller's draft of a function. */
export function useFunctionDraft(
  resource: FunctionResource,
  environmentId: string,
): StoredDraft<FunctionBody, FunctionResource> {
  const queryClient = useQueryClient()
  const address = { environmentId, functionId: resource.id }
  return useStoredDraft<FunctionBody, FunctionResource>({
    id: `functions/${resource.id}`,
    stored: resource,
    bodyOf: functionBodyOf,
    save: body => client.functions.saveDraft({ ...address, body }),
    discard: () => client.functions.discardDraft(address),
    onStored: answer => queryClient.setQueryData(api.functions.get.queryKey({ input: address }), answer),
    onListChanged: refetchType => queryClient.invalidateQueries({ queryKey: api.functions.list.key(), refetchType }),
  })
}

/** Checks the function and runs it on its defaults and its sample whenever the typing rests. */
export function useFunctionEvaluation(body: FunctionBody, environmentId: string, functionId: string) {
  const debounced = useDebouncedValue(body)
  // Names that are being typed must not stop the evaluation.
  const input = {
    environmentId,
    functionId,
    body: { ...debounced, name: validateIdentifier(debounced.name) ? 'Function' : debounced.name.trim() },
  }
  const query = useQuery(
    api.functions.evaluate.queryOptions({
      input,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
      gcTime: 60_000,
    }),
  )
  const { data } = query
  const problems = useMemo(() => diagnosticsByPart(data?.problems ?? []), [data])
  return {
    problems,
    results: data?.results ?? null,
    failed: query.isError,
    retry: () => void query.refetch(),
    waiting: query.isPending,
  }
}
export type FunctionEvaluation = ReturnType<typeof useFunctionEvaluation>
