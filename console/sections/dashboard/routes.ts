import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './dashboard-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/', Component }]
