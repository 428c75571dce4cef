import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { AssessmentStart } from './assessment-start.tsx'
import { Component } from './list/assessments-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/fraud/assessments', Component },
  { path: '/fraud/assessments/setup', load: () => import('./wizard/wizard-page.tsx') },
  { path: '/fraud/assessments/:assessmentId', Component: AssessmentStart },
  {
    path: '/fraud/assessments/:assessmentId/configuration',
    load: () => import('./configuration/configuration-page.tsx'),
  },
  {
    path: '/fraud/assessments/:assessmentId/schemaDetails',
    load: () => import('./schema-details/schema-page.tsx'),
  },
  {
    path: '/fraud/assessments/:assessmentId/observations/create',
    load: () => import('./observations/create-observation-page.tsx'),
  },
  {
    path: '/fraud/assessments/:assessmentId/observations/create/label',
    load: () => import('./observations/create-label-page.tsx'),
  },
  {
    path: '/fraud/assessments/:assessmentId/observations/label',
    load: () => import('./observations/edit-label-page.tsx'),
  },
  {
    path: '/fraud/assessments/:assessmentId/observations/:observationId',
    load: () => import('./observations/observation-page.tsx'),
  },
]
