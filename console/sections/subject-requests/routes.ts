import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as StartPage } from './frame/start-page.tsx'
import { Component as RequestsPage } from './requests/requests-page.tsx'
import { Component as SearchPage } from './search/search-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/settings/subject', Component: StartPage },
  { path: '/settings/subject/search', Component: SearchPage },
  { path: '/settings/subject/requests', Component: RequestsPage },
]
