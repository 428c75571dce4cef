import { type AlertRuleMetric, productionBranch } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'

/** The assessments of the environment, and the decision rules of the chosen one. */
export function useAlertOptions(metric: AlertRuleMetric, eventType: string) {
  const intl = useIntl()
  const assessmentName = useAssessmentName()
  const { id: environmentId } = useEnvironment()
  const types = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const rules = useQuery(
    api.rules.list.queryOptions({
      input: { environmentId, eventType, branch: productionBranch },
      enabled: metric === 'ruleHits' && eventType !== '',
      staleTime: 60_000,
    }),
  )
  const failed = [types, rules].filter(({ isError, data }) => isError && data === undefined)
  return {
    assessments: [
      { value: '', label: intl.formatMessage({ id: 'Alerts.Form.Assessment.All' }) },
      ...(types.data ?? [])
        // No event comes under a former name any more.
        .filter(({ formerOf }) => formerOf === undefined)
        .map(({ key, name }) => ({ value: key, label: assessmentName(key, name) })),
    ],
    rules: (rules.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    loading: types.isLoading || rules.isLoading,
    /** Why choices are missing; null: none are. */
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
