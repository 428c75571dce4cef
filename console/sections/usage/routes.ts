import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as DetailsPage } from './details/details-page.tsx'
import { Component as SummaryPage } from './summary/summary-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/settings/usage', redirect: '/settings/usage/summary' },
  { path: '/settings/usage/summary', Component: SummaryPage },
  { path: '/settings/usage/details', Component: DetailsPage },
]
