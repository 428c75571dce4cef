import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/review-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/search/:eventType/:envId/:id', Component },
  {
    path: '/casemanagement/queues/:queueId/:eventType/:envId/:id',
    load: () => import('./page/case-page.tsx'),
  },
]
