import { downloadFile } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { api } from '../../platform/api/client.ts'
import { useCan } from '../../platform/environments/environments.tsx'
import { useErrorToast } from '../../platform/errors/use-error-toast.ts'
import {
  templateCapabilities,
  templateClients,
  templateKindList,
  templateQueries,
} from '../../platform/templates/template-procedures.ts'

/**
 * The templates that an environment stores itself, of the kinds that the user may read, and their number and limit by
 * kind.
 */
export function useTemplateLibrary(environmentId: string) {
  const can = useCan()
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  const readable = templateKindList.filter(kind => can(templateCapabilities[kind]))
  const library = useQueries({
    queries: readable.map(kind =>
      (templateQueries[kind] as typeof api.ruleTemplates).list.queryOptions({
        input: { environmentId },
        staleTime: 5_000,
      }),
    ),
    combine: queries => ({
      // The templates of a parent are managed there.
      templates: queries.flatMap(({ data }): Template[] => data?.templates.filter(({ inherited }) => !inherited) ?? []),
      counts: queries.flatMap(({ data }, index) =>
        data ? [{ kind: readable[index] ?? 'rule', used: data.used, limit: data.limit }] : [],
      ),
      pending: queries.some(({ isPending }) => isPending),
      loaded: queries.every(({ isSuccess }) => isSuccess),
      error: queries.find(({ isError }) => isError)?.error ?? null,
    }),
  })
  // The contents of a template never change, and a deleted one must not be fetched again.
  const refresh = (kind: Template['kind']) =>
    queryClient.invalidateQueries({ queryKey: templateQueries[kind].list.key() })
  const download = async ({ kind, id }: Template) => {
    try {
      const file = await templateClients[kind].download({ environmentId, templateId: id })
      downloadFile(file instanceof File ? file.name : 'template.json', file)
    } catch (error) {
      showError(error)
    }
  }
  return {
    ...library,
    refresh,
    /** Saves a template as a file. */
    download,
    retry: () => {
      for (const kind of readable) void queryClient.invalidateQueries({ queryKey: templateQueries[kind].list.key() })
    },
  }
}
