import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { LossPreventionStart } from './loss-prevention-start.tsx'
import { Component } from './overview/loss-prevention-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/fraud/lossprevention', Component: LossPreventionStart },
  { path: '/fraud/lossprevention/reports', Component },
]
