import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironments } from '../../platform/environments/environments.tsx'
import { useLiveEvents } from '../../platform/live/use-live-events.ts'
import { siteConfiguration } from '../../platform/site/site-configuration.ts'

/** The assistant as the user has it in the environment; null: switched off, without the right, or not known yet. */
export function useAssistant(enabled = true): { environmentId: string; model: boolean } | null {
  const can = useCan()
  const queries = useQueryClient()
  const { environment } = useEnvironments()
  const offered = environment !== null && siteConfiguration().features.copilot && can('copilot')
  const { data } = useQuery(
    api.assistant.availability.queryOptions({
      input: { environmentId: environment?.id ?? '' },
      enabled: enabled && offered,
      staleTime: 60_000,
      refetchOnWindowFocus: true,
    }),
  )
  // An administrator has switched it, or set a model: the icon and the pane follow in every open console.
  useLiveEvents(['assistant'], () => void queries.invalidateQueries({ queryKey: api.assistant.availability.key() }))
  return offered && data?.enabled === true ? { environmentId: environment.id, model: data.model } : null
}
