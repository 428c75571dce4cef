import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/case-report-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/casemanagement/report', Component }]
