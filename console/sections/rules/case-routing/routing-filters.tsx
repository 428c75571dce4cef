import { Select } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useRoutedAssessments } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'

const allOption = '*'

interface RoutingFiltersProps {
  rules: readonly RuleSummary[]
  assessment: string | null
  queue: string | null
  onFilter: (changed: { assessment?: string | null; queue?: string | null }) => void
}

/** Routing rules of one assessment, or to one queue: only values with rules can be chosen. */
export function RoutingFilters({ rules, assessment, queue, onFilter }: RoutingFiltersProps) {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  const names = useRoutedAssessments().data
  const assessments = [...new Set([...rules.map(rule => rule.eventType), ...(assessment === null ? [] : [assessment])])]
  const queues = [
    ...new Set([...rules.flatMap(rule => rule.routing?.queues ?? []), ...(queue === null ? [] : [queue])]),
  ].toSorted((a, b) => a.localeCompare(b, intl.locale, { numeric: true }))
  return (
    <>
      <Select
        size="sm"
        className="w-auto max-w-[16rem]"
        aria-label={intl.formatMessage({ id: 'Routing.Column.Assessment' })}
        value={assessment ?? allOption}
        onValueChange={next => onFilter({ assessment: next === allOption ? null : next })}
        options={[
          { value: allOption, label: intl.formatMessage({ id: 'Routing.AllAssessments' }) },
          ...assessments.map(each => ({
            value: each,
            label: nameOf(each, names?.find(({ eventType }) => eventType === each)?.name ?? each),
          })),
        ]}
      />
      <Select
        size="sm"
        className="w-auto max-w-[16rem]"
        aria-label={intl.formatMessage({ id: 'Routing.Column.Queue' })}
        value={queue ?? allOption}
        onValueChange={next => onFilter({ queue: next === allOption ? null : next })}
        options={[
          { value: allOption, label: intl.formatMessage({ id: 'Routing.AllQueues' }) },
          ...queues.map(each => ({ value: each, label: each })),
        ]}
      />
    </>
  )
}

/** Names of the queues that a rule can send cases to, and of the queue for all other cases. */
export function useQueues(): { names: readonly string[]; otherwise: string | null } {
  const { environmentId, routing } = useRuleScope()
  const { data } = useQuery(
    api.routingRules.queues.queryOptions({ input: { environmentId }, staleTime: 60_000, enabled: routing }),
  )
  return { names: data?.names ?? [], otherwise: data?.otherwise ?? null }
}

/** The last line of the list, which cannot be changed: the queue for cases that no rule sends anywhere. */
export function FallbackQueue() {
  const { otherwise } = useQueues()
  if (otherwise === null) return null
  return (
    <p className="border-be border-line-subtle px-page py-2 text-fg-secondary">
      <FormattedMessage
        id="Routing.Otherwise"
        values={{
          queue: (
            <bdi key="queue" className="font-medium text-fg">
              {otherwise}
            </bdi>
          ),
        }}
      />
    </p>
  )
}
