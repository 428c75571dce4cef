import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component } from './overview/overview-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/settings/transactionacceptancebooster', Component },
  { path: '/settings/transactionacceptancebooster/optin', load: () => import('./opt-in/opt-in-page.tsx') },
]
