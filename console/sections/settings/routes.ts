import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as AuditPage } from './audit/audit-page.tsx'
import { Component as EntryPage } from './entry/entry-page.tsx'
import { Component as SettingsPage } from './overview/settings-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/settings', Component: SettingsPage },
  { path: '/settings/audit', Component: AuditPage },
  { path: '/settings/:eventType/:envId/:id', Component: EntryPage },
]
