import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/support-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/fraud/purchase/support', Component }]
