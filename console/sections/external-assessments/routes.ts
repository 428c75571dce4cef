import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './external-assessments-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/externalassessments', Component }]
