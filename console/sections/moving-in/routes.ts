import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './moving-in-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/data/movein', Component }]
