import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './observed/tabbed-summary.tsx'
import { ReportsStart } from './reports-start.tsx'
import { Component as RulesReport } from './rules/rules-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/reports', Component: ReportsStart },
  { path: '/reports/summary', Component },
  { path: '/reports/rules', Component: RulesReport },
  { path: '/reports/threats', load: () => import('./threats/threats-page.tsx') },
  { path: '/reports/scores', load: () => import('./scores/scores-page.tsx') },
]
