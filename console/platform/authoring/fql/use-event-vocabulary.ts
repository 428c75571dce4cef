import type { RuleVocabulary } from '@assay/risk-service/contract'
import type { CheckEnvironment, RuleKind } from '@assay/risk-service/fql'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../api/client.ts'
import { eventLabel } from './event-label.ts'
import { attributesByPath, useResourceNames } from './resource-names.ts'

/** An event that code can be about, with a sample of it. */
export interface EventVocabulary {
  name: string
  label: string
  vocabulary: RuleVocabulary
  payload: Record<string, unknown>
  enrichment: Record<string, unknown>
}
export interface EventVocabularyState {
  events: readonly EventVocabulary[]
  error: Error | null
  retry: () => void
}

const noEvents: readonly EventVocabulary[] = []

/** Events of the environment with their attributes and samples. */
export function useEventVocabulary(environmentId: string): EventVocabularyState {
  const intl = useIntl()
  const query = useQuery(api.velocities.vocabulary.queryOptions({ input: { environmentId }, staleTime: Infinity }))
  const events = useMemo(
    () => query.data?.events.map(event => ({ ...event, label: eventLabel(intl, event) })) ?? noEvents,
    [query.data, intl],
  )
  return { events, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** The event of this name in any letter case, or the first. */
export function findEvent(
  events: readonly EventVocabulary[],
  name: string | null | undefined,
): EventVocabulary | undefined {
  return events.find(event => event.name.toLowerCase() === name?.toLowerCase()) ?? events[0]
}

/** What code about an event can name here, for completion and explanations. */
export function useCheckEnvironment(
  environmentId: string,
  event: EventVocabulary | undefined,
  kind: RuleKind,
): CheckEnvironment {
  const resources = useResourceNames(environmentId)
  return useMemo(
    () => ({ ...resources, attributes: attributesByPath(event?.vocabulary.attributes ?? []), kind }),
    [resources, event, kind],
  )
}
