import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/alerts-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/reports/alerts', Component }]
