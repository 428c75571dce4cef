import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'

/** Filters that are lists of ids. */
export const listFields = ['environment', 'assessment', 'queue', 'reviewer'] as const
export type ListField = (typeof listFields)[number]

/** Values that can be chosen of each filter, with their names. */
export function useFilterOptions(): Record<ListField, { value: string; label: string }[]> {
  const intl = useIntl()
  const can = useCan()
  const assessmentName = useAssessmentName()
  const { id: environmentId } = useEnvironment()
  const { environments } = useEnvironments()
  const options = { staleTime: 60_000 } as const
  const types = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, ...options }))
  const queues = useQuery(
    api.queues.list.queryOptions({ input: { environmentId }, ...options, enabled: can('cases.queues') }),
  )
  const reviewers = useQuery(
    api.cases.reviewers.queryOptions({ input: { environmentId }, ...options, enabled: can('cases.queues') }),
  )
  return useMemo(() => {
    const below = environments.filter(
      ({ id, ancestorIds }) => id === environmentId || ancestorIds.includes(environmentId),
    )
    const several = new Set(queues.data?.map(queue => queue.environmentId)).size > 1
    return {
      environment: below.length > 1 ? below.map(({ id, friendlyName }) => ({ value: id, label: friendlyName })) : [],
      // Custom assessments alone have former names, and no cases.
      assessment: (types.data ?? [])
        .filter(({ formerOf }) => formerOf === undefined)
        .map(({ key, name }) => ({ value: key, label: assessmentName(key, name) })),
      queue: (queues.data ?? []).map(({ id, name, environmentName }) => ({
        value: id,
        label: several
          ? intl.formatMessage({ id: 'CaseReport.QueueOf' }, { queue: name, environment: environmentName })
          : name,
      })),
      reviewer: (reviewers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    }
  }, [environments, environmentId, types.data, queues.data, reviewers.data, intl, assessmentName])
}
