import type { SectionRoute } from '../../../platform/permissions/section-routes.ts'
import { Component } from './routing-rules-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/casemanagement/routingrules', Component }]
