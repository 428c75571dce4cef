import type { Capability, Preferences } from '@assay/risk-service/contract'

export type TourId = 'purchase' | 'rule' | 'environments' | 'cockpit'

export interface TourInfo {
  id: TourId
  titleId: string
  /** Needed for most of its steps: without it the tour is not offered. */
  needs: { capability: Capability; level: 'read' | 'write' } | null
  /** It is about the page that is open: elsewhere it is not offered. */
  page?: RegExp
}

/** Tours of the current product; their targets are in the section that runs them. */
export const tours: readonly TourInfo[] = [
  { id: 'purchase', titleId: 'Tours.Purchase.Title', needs: { capability: 'search', level: 'read' } },
  { id: 'rule', titleId: 'Tours.Rule.Title', needs: { capability: 'rules', level: 'write' } },
  { id: 'environments', titleId: 'Tours.Environments.Title', needs: null },
  {
    id: 'cockpit',
    titleId: 'Tours.Cockpit.Title',
    needs: { capability: 'cases.review', level: 'write' },
    page: /^\/casemanagement\/queues\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/,
  },
]

export type TourState = 'notStarted' | 'inProgress' | 'done'

export function tourState(preferences: Pick<Preferences, 'tours'>, id: TourId): { state: TourState; step: number } {
  return preferences.tours[id] ?? { state: 'notStarted', step: 0 }
}

/** Name under which the dismissal of the card is stored. */
export const tourCardName = 'tours'

/** Name under which the dismissed offer of the tour of a case is stored. */
export const cockpitOfferName = 'cockpitTour'
