import type { Template } from '@assay/risk-service/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { api } from '../../platform/api/client.ts'
import { useCan } from '../../platform/environments/environments.tsx'
import { capabilityOf, keptIn, kinds } from '../../platform/templates/areas.ts'

/** The templates that an environment keeps itself, of the kinds that may be read, and how many of each there can be. */
export function useLibrary(environmentId: string) {
  const can = useCan()
  const queryClient = useQueryClient()
  const readable = kinds.filter(kind => can(capabilityOf[kind]))
  const library = useQueries({
    queries: readable.map(kind =>
      (keptIn[kind] as typeof api.ruleTemplates).list.queryOptions({ input: { environmentId }, staleTime: 5_000 }),
    ),
    combine: queries => ({
      // What a parent keeps is managed there.
      templates: queries.flatMap(({ data }): Template[] => data?.templates.filter(({ inherited }) => !inherited) ?? []),
      counts: queries.flatMap(({ data }, index) =>
        data ? [{ kind: readable[index] ?? 'rule', used: data.used, limit: data.limit }] : [],
      ),
      pending: queries.some(({ isPending }) => isPending),
      loaded: queries.every(({ isSuccess }) => isSuccess),
      error: queries.find(({ isError }) => isError)?.error ?? null,
    }),
  })
  return {
    ...library,
    retry: () => {
      for (const kind of readable) void queryClient.invalidateQueries({ queryKey: keptIn[kind].list.key() })
    },
  }
}
