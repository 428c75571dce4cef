import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './list/queues-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/casemanagement', load: () => import('./overview/case-work-page.tsx') },
  { path: '/casemanagement/queues', Component },
  { path: '/casemanagement/queues/:queueId', load: () => import('./queue/queue-page.tsx') },
]
