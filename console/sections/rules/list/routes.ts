import type { SectionRoute } from '../../../platform/permissions/section-routes.ts'
import { Component } from './rules-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/fraud/purchase/rules', Component },
  { path: '/fraud/accountcreation/rules', Component },
  { path: '/fraud/accountlogin/rules', Component },
  { path: '/fraud/assessments/:assessmentId/rules', Component },
  { path: '/data/rules/purchaserules', redirect: '/fraud/purchase/rules' },
]
