import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './page/admin-settings-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/adminsettings', Component },
  { path: '/adminsettings/search', load: () => import('./search/search-tab.tsx') },
  { path: '/adminsettings/billing', load: () => import('./billing/billing-tab.tsx') },
]
