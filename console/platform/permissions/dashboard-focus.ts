import type { Capability } from '@assay/risk-service/contract'

/** What a dashboard shows first: the user's own work, the figures, or what the integration depends on. */
export type DashboardFocus = 'work' | 'figures' | 'operations'

/**
 * What is first on the dashboard of a user with these rights: reviewers who watch no figures see their work, and those
 * who look after the integration and review nothing see how it fares.
 */
export function dashboardFocus(can: (capability: Capability, level?: 'read' | 'write') => boolean): DashboardFocus {
  if (can('cases.review', 'write') && !can('monitoring')) return 'work'
  if (can('integration.dashboard') && !can('cases.review')) return 'operations'
  return 'figures'
}
