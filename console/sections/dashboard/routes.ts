import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './overview/dashboard-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/', Component }]
