import type { RuleBody, RuleSample } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/client.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { useRuleScope } from '../rule-scope.tsx'

export interface SampleState {
  sample: RuleSample | undefined
  /** The figures are of an earlier text. */
  isStale: boolean
  failed: boolean
  retry: () => void
}

/** Longer than the pause after which the text is checked: a sample is more work. */
const pause = 800

/** Runs a rule over the latest events after a pause in typing; a newer text ends the run of an older one. */
export function useRuleSample(body: RuleBody, enabled: boolean): SampleState {
  const { environmentId, eventType } = useRuleScope()
  const rested = useDebouncedValue(body, pause)
  const { name, description: _description, sample: _payload, ...texts } = rested
  const query = useQuery(
    api.backtests.sample.queryOptions({
      // Only the texts matter: another name or payload has the same figures.
      input: {
        environmentId,
        eventType,
        body: {
          ...texts,
          name: validateName(name) ? 'Rule' : name,
          description: '',
          sample: { payload: {}, riskScore: 0 },
        },
      },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      gcTime: 60_000,
      retry: false,
      enabled,
    }),
  )
  return {
    sample: query.data,
    isStale: query.isPlaceholderData || rested !== body,
    failed: query.isError,
    retry: () => void query.refetch(),
  }
}
