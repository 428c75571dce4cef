import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './lists-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/data/lists', Component },
  { path: '/data/lists/custom', load: () => import('./custom/custom-lists-page.tsx') },
  { path: '/data/lists/support', load: () => import('./support/support-lists-page.tsx') },
]
