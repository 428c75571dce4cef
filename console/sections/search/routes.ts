import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/search-page.tsx'

export const routes: readonly SectionRoute[] = [{ path: '/search', Component }]
