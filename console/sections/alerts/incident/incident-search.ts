import type { IncidentDetail, SearchCondition } from '@assay/risk-service/contract'
import { searchParameters } from '../../../platform/search-url/search-url.ts'

type Found = Pick<IncidentDetail, 'settings' | 'distribution' | 'from' | 'to'>

/** The assessment whose events are looked at: that of the alert, else the one with most events in its range. */
export function assessmentOf({ settings, distribution }: Found): string | null {
  const [first] = distribution.assessments.toSorted((a, b) => b.count - a.count)
  return settings.eventType ?? first?.key ?? null
}

const decisions: Readonly<Partial<Record<Found['settings']['metric'], string>>> = {
  approveRate: 'Approve',
  rejectRate: 'Reject',
  reviewRate: 'Review',
  challengeRate: 'Challenge',
}

/** What the events of an alert have in common, as conditions of a search. */
export function conditionsOf({ settings: { metric } }: Pick<Found, 'settings'>): SearchCondition[] {
  const decision = decisions[metric]
  if (decision !== undefined) return [{ column: 'decision', op: 'in', value: [decision] }]
  if (metric === 'highScoreRate') return [{ column: 'riskScore', op: 'gte', value: 800 }]
  return []
}

/** Query of the address of the search for the events of an incident, the highest scores first. */
export function incidentSearch(incident: Found): URLSearchParams {
  const eventType = assessmentOf(incident)
  return searchParameters({
    ...(eventType === null ? {} : { eventType }),
    filter: {
      period: 'all',
      conditions: [
        { column: 'at', op: 'gte', value: incident.from },
        { column: 'at', op: 'lt', value: incident.to },
        ...conditionsOf(incident),
      ],
    },
    sort: { column: 'riskScore', direction: 'desc' },
  })
}
