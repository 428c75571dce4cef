import type { AlertPreview } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { type AlertForm, previewOf } from './alert-form.ts'

/**
 * What the alert would have reported in the last 90 days, while it is typed. A question that was overtaken is cancelled
 * at the service; the last answer stays until the next one, unless it counts something else.
 */
export function useAlertPreview(values: AlertForm) {
  const { id: environmentId } = useEnvironment()
  const typed = useMemo(() => JSON.stringify(previewOf(values)), [values])
  const debounced = useDebouncedValue(typed)
  const settings = useMemo(() => JSON.parse(debounced) as ReturnType<typeof previewOf>, [debounced])
  const query = useQuery({
    ...api.alertRules.preview.queryOptions({
      input: {
        environmentId,
        settings: settings ?? {
          name: '',
          metric: 'transactions',
          window: '1h',
          condition: { kind: 'above', value: 0 },
        },
      },
      staleTime: 60_000,
    }),
    enabled: settings !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const answered = useAnsweredInput(query, settings)
  return {
    /** Undefined while nothing can be previewed, and before the first answer about the metric. */
    preview:
      settings === null || answered?.metric !== settings.metric ? undefined : (query.data as AlertPreview | undefined),
    settings,
    waiting: settings !== null && (typed !== debounced || query.isFetching),
    error: settings !== null && query.isError ? query.error : null,
    retry: () => void query.refetch(),
  }
}
